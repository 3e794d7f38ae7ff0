"""Known answers: what textbooks and tutorials print, from scikit-learn and loops of our own."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris, make_blobs
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import KFold
from sklearn.multiclass import OneVsRestClassifier
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from pages.datasets.two_class import Mixture
from pages.descent.model.film import film
from pages.descent.model.folds import fold_scores
from pages.descent.model.part_scores import part_scores
from pages.descent.model.start import StartWeights
from pages.descent.text import areas_text
from pages.lessons.text.scenario import spoken
from pages.model_selection.splits import held_out
from pages.state.descent.descent_methods import Descent
from pages.state.table.table_settings import TableSettings
from pages.state.text.number_format import number
from pages.tables.record import SEED
from tests.helpers.links import descent_of, value_of
from tests.pages.lessons.answers import answers, opened, percent, scenario


@answers("Two points, a small C")
def small_c(title: str) -> str:
    """alpha = min(C, 2/d^2) and 2/|w| = 2/(alpha d), by hand."""
    experiment, X, y, _ = opened(title)
    d = float(np.linalg.norm(X[0] - X[1]))
    alpha = min(experiment.C, 2.0 / d**2)
    svc = SVC(C=experiment.C, kernel="linear", tol=1e-10).fit(X, y)
    np.testing.assert_allclose(np.abs(svc.dual_coef_), alpha)
    assert 2.0 / np.linalg.norm(svc.coef_) == pytest.approx(2.0 / (alpha * d))
    return (
        f"α = {number(alpha)}, the smaller of C and 2/d² = {number(2.0 / d**2)}. The width is "
        f"2/(α d) = {number(2.0 / (alpha * d), 4)}."
    )


@answers("Five points on a line")
def five_points(title: str) -> str:
    """The textbooks' answer: alpha = 0, 2.5, 0, 22/3, 29/6 and f(x) = 2/3 x^2 - 16/3 x + 9."""
    experiment, X, y, _ = opened(title)
    np.testing.assert_array_equal(X, [[1, 0], [2, 0], [4, 0], [5, 0], [6, 0]])
    np.testing.assert_array_equal(y, [1, 1, -1, -1, 1])
    svc = SVC(C=experiment.C, kernel="poly", degree=2, gamma=1.0, coef0=1.0, tol=1e-10).fit(X, y)
    known = np.array([0.0, 2.5, 0.0, 22.0 / 3.0, 29.0 / 6.0])
    np.testing.assert_allclose(np.abs(svc.dual_coef_[0]), known[svc.support_], rtol=1e-6)
    x = np.linspace(0.0, 7.0, 5)
    f = svc.decision_function(np.column_stack([x, np.zeros(5)]))
    np.testing.assert_allclose(f, 2.0 / 3.0 * x**2 - 16.0 / 3.0 * x + 9.0, atol=1e-6)
    alphas = ", ".join(number(a, 4) for a in known)
    return f"α = {alphas}. f(x) = {number(2 / 3)} x² − {number(16 / 3, 4)} x + 9."


@answers("A cost by hand")
def cost(title: str) -> str:
    """J([1, 2]) of the points 0.5 and 2.5 with the bias first in w, as the tutorial checks it."""
    experiment, X, y, _ = opened(title)
    assert descent_of(scenario(title).link.words).objective == "average"
    assert experiment.C * len(y) == 1.0
    w = np.array([1.0, 2.0])
    assert value_of(StartWeights, scenario(title).link.words) == StartWeights(w1=w[1], b=w[0])
    losses = np.maximum(0.0, 1.0 - y * (np.column_stack([np.ones(2), X[:, 0]]) @ w))
    assert 0.5 * w @ w + losses.mean() == 4.0
    assert not X[:, 1].any()
    return (
        f"{number(0.5 * w @ w)} + {number(losses.mean())} = 4: the losses are {number(losses[0])} "
        f"and {number(losses[1])}, their mean {number(losses.mean())}."
    )


@answers("Ten epochs")
def epochs(title: str) -> str:
    experiment, X, y, ids = opened(title)
    there, classes = make_blobs(600, centers=2, n_features=2, random_state=42)
    np.testing.assert_allclose(X, there, atol=5.1e-5)
    np.testing.assert_array_equal(y, 2 * classes - 1)
    chosen = descent_of(scenario(title).link.words)
    assert chosen.order == "data"
    test = held_out(ids, y, chosen.test_share, experiment.seed)
    longer, y = np.column_stack([np.ones(600), X])[~test], y[~test]
    C = experiment.C * len(y)
    assert pytest.approx(100.0) == C
    w, costs = np.zeros(3), []
    for _ in range(10):
        for x, label in zip(longer, y, strict=True):
            slope = w - C * label * x if label * (w @ x) < 1.0 else w
            w = w - 1e-6 * slope
        losses = np.maximum(0.0, 1.0 - y * (longer @ w))
        costs.append(f"{0.5 * w @ w + C * losses.mean():.2f}")
    shown = film(experiment, chosen)
    assert [score[-1] for score in part_scores(shown)] == [1.0, 1.0, 1.0]  # as there printed
    assert not shown.wrong[-1].any()  # of any part of these points
    printed = [29.00, 8.63, 3.83, 2.49, 1.95, 1.60, 1.36, 1.17, 1.04, 0.96]
    np.testing.assert_allclose([float(c) for c in costs], printed, rtol=0.05)
    here, text = (
        ", ".join(row[k] for k in (0, 1, 4, 9)) for row in (costs, [f"{c:.2f}" for c in printed])
    )
    return f"Here {here}; the tutorial prints {text}."


def descended(X: list[list[float]], y: list[float]) -> tuple[list[float], float]:
    """The tutorial's classifier, written out: 1,000 passes, an update a point, in their order."""
    w0 = w1 = b = 0.0
    points = [(x0, x1, label) for (x0, x1), label in zip(X, y, strict=True)]
    for _ in range(1000):
        for x0, x1, label in points:
            inside = label * (w0 * x0 + w1 * x1 + b) < 1.0
            w0 -= 2e-3 * w0
            w1 -= 2e-3 * w1
            if inside:
                w0 += 1e-3 * label * x0
                w1 += 1e-3 * label * x1
                b += 1e-3 * label
    return [w0, w1], b


@answers("Five unshuffled folds")
def folds(title: str) -> str:
    experiment, X, y, _ = opened(title)
    there, classes = make_blobs(500, n_features=2, centers=2, random_state=10, cluster_std=4)
    np.testing.assert_allclose(X, there, atol=5.1e-5)
    np.testing.assert_array_equal(y, 2 * classes - 1)
    how = value_of(Descent, scenario(title).link.words)
    assert pytest.approx(1.0 / (2.0 * 500)) == experiment.C  # |w|^2 + mean loss, of all points
    areas = []
    for train, test in KFold(5).split(X):
        w, b = descended(X[train].tolist(), y[train].tolist())
        f = X[test] @ w + b
        areas.append([roc_auc_score(y[test], scores) for scores in (f >= 0.0, f)])
    from_labels, from_f = np.mean(areas, axis=0)
    assert from_labels == pytest.approx(0.9777349997637123, abs=1e-12)
    *_, last = fold_scores(experiment, how, StartWeights(), "given")  # by the visitor's own hand
    means = [last.found.mean(name).mean for name in ("AUC of labels", "AUC")]
    assert means == pytest.approx([from_labels, from_f], abs=1e-12)
    assert "0.9777349998 from predicted labels" in areas_text(last.found)
    assert "0.9777349997637123" in spoken(scenario(title)).question
    return (
        f"0.9777349997637123, as there computed from predicted labels. From f it is "
        f"{number(from_f)}."
    )


def wrong(load, columns: list[int] | slice) -> tuple[int, int]:
    """Of the rows that the page holds out: misclassified ones, and all. SVC, one-vs-rest."""
    X, y = load(return_X_y=True)
    if load is load_breast_cancer:
        y = 1 - y  # the page has its classes in alphabetical order
    X = StandardScaler().fit_transform(X)[:, columns]
    test = held_out(range(len(y)), y, 0.25, SEED)
    svc = OneVsRestClassifier(SVC(gamma="scale")).fit(X[~test], y[~test])
    return int((svc.predict(X[test]) != y[test]).sum()), int(test.sum())


@answers("Iris")
def iris(title: str) -> str:
    (four, n), (two, _) = wrong(load_iris, slice(None)), wrong(load_iris, [2, 3])
    word = value_of(TableSettings, scenario(title).link.words)
    assert (word.real, word.learn, word.kernel, word.C) == ("iris", "all", "rbf", 1.0)
    return (
        f"{four} of {n} with 4, {two} with 2 columns. scikit-learn's "
        "OneVsRestClassifier of SVC has the same."
    )


@answers("Tumours")
def tumours(title: str) -> str:
    found, n = wrong(load_breast_cancer, slice(None))
    word = value_of(TableSettings, scenario(title).link.words)
    assert (word.real, word.learn, word.kernel, word.C) == ("cancer", "all", "rbf", 1.0)
    return (
        f"{percent(1.0 - found / n)}: {found} of {n} are misclassified. scikit-learn's SVC has "
        "the same number."
    )


def mixture(title: str, **words) -> tuple[float, float, float]:
    """Errors on training and on new points, and those of Bayes' rule, by its densities."""
    experiment, X, y, _ = opened(title)
    svc = SVC(C=experiment.C, tol=1e-8, **words).fit(X, y)
    rng = np.random.default_rng(experiment.seed)
    means = np.array([[[1, 0]], [[0, 1]]]) + rng.standard_normal((2, 10, 2))
    labels = np.tile([1.0, -1.0], 5000)
    new = Mixture().around(means, labels, np.random.default_rng(2))
    density = [sum(np.exp(-((new - m) ** 2).sum(axis=1) / 0.4) for m in own) for own in means]
    bayes = np.where(density[1] >= density[0], 1.0, -1.0)
    return (
        1.0 - svc.score(X, y),
        float((svc.predict(new) != labels).mean()),
        float((bayes != labels).mean()),
    )


@answers("A mixture and Bayes' rule")
def bayes(title: str) -> str:
    train, new, least = mixture(title, gamma=1.0)
    assert least < new
    return (
        f"{percent(new)} of 10,000 new points are wrong, {percent(least)} by Bayes' rule; "
        f"{percent(train)} in training."
    )


@answers("The mixture with degree 4")
def quartic(title: str) -> str:
    found = scenario(title).link.words
    assert (found["kernel"], found["degree"], found["dataset"]) == ("poly", "4", "mixture")
    train, new, _ = mixture(title, kernel="poly", degree=4, gamma=1.0, coef0=1.0)
    rbf_train, rbf_new, _ = mixture("A mixture and Bayes' rule", gamma=1.0)
    return (
        f"{percent(train)} in training, {percent(new)} on new points; RBF {percent(rbf_train)} "
        f"and {percent(rbf_new)}."
    )


@answers("The mixture with a line")
def line(title: str) -> str:
    _, straight, _ = mixture(title, kernel="linear")
    _, curved, _ = mixture("A mixture and Bayes' rule", gamma=1.0)
    experiment, X, y, _ = opened(title)
    held = len(SVC(C=experiment.C, kernel="linear", tol=1e-8).fit(X, y).support_)
    assert f": {held} of {len(y)} points" in spoken(scenario(title)).say
    return f"{percent(straight)} are wrong with the line, {percent(curved)} with the RBF kernel."
