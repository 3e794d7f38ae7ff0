"""The lessons on descents and on traps: their numbers by loops of our own and scikit-learn."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score
from sklearn.metrics.pairwise import sigmoid_kernel
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from pages.datasets.two_class import DATASETS, sample
from pages.lessons.text.scenario import spoken
from pages.model_selection.splits import k_fold, train_test
from pages.state.board.inspected import Inspected
from pages.state.text.number_format import number
from tests.helpers.links import descent_of, value_of
from tests.pages.lessons.answers import EXACT, answers, opened, percent, scenario


def accuracy(X, y, ids, model) -> float:
    """The mean accuracy over five stratified folds."""
    folds = k_fold(y > 0, 5, ids)
    return float(np.mean([model.fit(X[a], y[a]).score(X[b], y[b]) for a, b in folds]))


def descended(title: str, fewer: int = 0) -> tuple[np.ndarray, float, float, SVC]:
    """w, b and the cost after a descent written out, and the exact model.

    fewer : updates less than those of the screen.
    """
    experiment, X, y, _ = opened(title)
    descent, C, n = descent_of(scenario(title).link.words), experiment.C, len(y)
    plan = descent.plan(n, experiment.seed)
    w, b = np.zeros(2), 0.0
    for t in range(1, plan.total - fewer + 1):
        rows = plan.batch(t)
        f = X[rows] @ w + b
        if descent.method == "perceptron":
            for i, value in zip(rows, f, strict=True):
                if y[i] * value <= 0.0:
                    w, b = w + y[i] * X[i], b + y[i]
            continue
        eta = descent.eta0 / (np.sqrt(t) if descent.schedule == "inverse_sqrt" else 1.0)
        inside = rows[y[rows] * f < 1.0]
        share = C * n / len(rows)
        w_slope = w - share * (y[inside] @ X[inside])
        b_slope = -share * y[inside].sum()
        w, b = w - eta * w_slope, b - eta * b_slope
    cost = 0.5 * w @ w + C * np.maximum(0.0, 1.0 - y * (X @ w + b)).sum()
    svc = SVC(C=EXACT if experiment.margin == "hard" else C, kernel="linear", tol=1e-10).fit(X, y)
    return w, float(b), float(cost), svc


def optimum(title: str, svc: SVC) -> float:
    experiment, X, y, _ = opened(title)
    slack = np.maximum(0.0, 1.0 - y * svc.decision_function(X))
    return float(0.5 * svc.coef_[0] @ svc.coef_[0] + experiment.C * slack.sum())


@answers("Down the cost", "Learning rate too small", "One point per update")
def descent_end(title: str) -> str:
    _, _, cost, svc = descended(title)
    return f"At {number(cost, 4)}; the optimum is {number(optimum(title, svc), 4)}."


@answers("Learning rate too large")
def alternating(title: str) -> str:
    (before, b, _, _), (_, _, first, _), (after, b_after, second, svc) = (
        descended(title, fewer) for fewer in (2, 1, 0)
    )
    np.testing.assert_allclose([*after, b_after], [*before, b], rtol=1e-9)  # so for ever
    assert first > 2.0 * second
    return (
        f"At {number(first, 4)} and at {number(second, 4)}: it jumps between the two for ever. "
        f"The optimum is {number(optimum(title, svc), 4)}."
    )


@answers("The perceptron")
def perceptron(title: str) -> tuple[str, ...]:
    w, b, _, svc = descended(title)
    _, X, y, _ = opened(title)
    nearest = (y * (X @ w + b)).min() / np.linalg.norm(w)
    widest = 1.0 / np.linalg.norm(svc.coef_[0])
    assert 0.0 < nearest < widest
    return (f"{number(nearest)} from the perceptron's line, {number(widest)} from",)


@answers("A rare class")
def rare(title: str) -> tuple[str, ...]:
    _, X, y, _ = opened(title)
    few = y > 0.0
    missed, right = [], []
    for weight in (None, "balanced"):
        svc = SVC(C=0.1, kernel="linear", class_weight=weight, tol=1e-10).fit(X, y)
        wrong = svc.predict(X) != y
        missed.append(int((wrong & few).sum()))
        right.append(number(100.0 * (1.0 - wrong.mean())))
    assert missed[1] < missed[0]
    assert f"Only {few.sum()} of these {len(few)} points" in spoken(scenario(title)).say
    return (
        f"{missed[0]} of {few.sum()} with equal weights, {missed[1]} with",
        f"{right[0]} % and {right[1]} %",
    )


@answers("Two labels at one place")
def two_labels(title: str) -> str:
    _, X, y, _ = opened(title)
    wrong = int((SVC(C=1e4, gamma=2.0, tol=1e-8).fit(X, y).predict(X) != y).sum())
    pairs = len(y) - len({tuple(x) for x in X.tolist()})
    assert wrong == pairs == 2
    return f"{pairs}, one of each pair; here it is {wrong} of {len(y)}."


@answers("Random labels")
def random_labels(title: str) -> tuple[str, ...]:
    _, X, y, _ = opened(title)
    svc = SVC(C=100.0, gamma=50.0, tol=1e-8).fit(X, y)
    new = sample(DATASETS["random"](), 1000, 0.5, 2)
    return (
        f"{number(100.0 * svc.score(X, y))} % of the training points",
        f"{number(100.0 * svc.score(*new))} % of 1,000 new points; guessing gives 50 %",
    )


@answers("A function that is not a kernel")
def no_kernel(title: str) -> tuple[str, ...]:
    values = np.linalg.eigvalsh(sigmoid_kernel(opened(title).X, gamma=0.5, coef0=1.0))
    negative = int((values < -1e-9 * values.max()).sum())
    smallest, largest = number(values[0]), number(values[-1])
    return (f"{negative} of {len(values)}; the smallest is {smallest}, the largest {largest}",)


@answers("Unscaled features")
def units(title: str) -> str:
    experiment, X, y, ids = opened(title)
    svc = SVC(C=experiment.C, gamma=experiment["gamma"])
    plain, scaled = (accuracy(X, y, ids, m) for m in (svc, make_pipeline(StandardScaler(), svc)))
    assert X[:, 1].std() > 50.0 * X[:, 0].std()
    return f"{percent(plain)} without, {percent(scaled)} with scaling."


@answers("Copies")
def copies(title: str) -> str:
    experiment, X, y, ids = opened(title)
    n = len(y) // 2
    np.testing.assert_array_equal(X[:n], X[n:])
    np.testing.assert_array_equal(y[:n], y[n:])
    svc = SVC(C=experiment.C, gamma=experiment["gamma"])
    both, alone = accuracy(X, y, ids, svc), accuracy(X[:n], y[:n], range(n), svc)
    return (
        f"{percent(both)} with copies, {percent(alone)} without. Copies must stay in the same fold."
    )


@answers("An outlier and C")
def outlier(title: str) -> str:
    _, X, y, _ = opened(title)
    rows = []
    for C in (0.01, 1.0, 100.0):
        svc = SVC(C=C, kernel="linear", tol=1e-8)
        a, b = (svc.fit(X[:m], y[:m]).coef_[0].copy() for m in (len(y), len(y) - 1))
        angle = abs(np.arctan2(a[0] * b[1] - a[1] * b[0], a @ b))
        rows.append(f"{number(np.degrees(angle))}° at C = {C:g}")
    return f"By {rows[0]}, {rows[1]} and {rows[2]}."


@answers("Far from all points")
def far(title: str) -> str:
    experiment, X, y, _ = opened(title)
    place = value_of(Inspected, scenario(title).link.words).place
    svc = SVC(C=experiment.C, gamma=experiment["gamma"], tol=1e-9).fit(X, y)
    f, b = svc.decision_function([place])[0], svc.intercept_[0]
    assert f"f at {place} and b" in scenario(title).make().question
    assert b > 0.0
    assert f == pytest.approx(b, abs=1e-6)
    return f"f = {number(f)} and b = {number(b)}: class +1, with no point near."


@answers("The best of many cells")
def best(title: str) -> str:
    _, X, y, ids = opened(title)
    axes = np.geomspace(0.01, 1000.0, 8), np.geomspace(0.01, 100.0, 8)
    cells = product(*([float(f"{v:.3g}") for v in axis] for axis in axes))
    models = [SVC(C=C, gamma=gamma, tol=1e-6) for C, gamma in cells]
    errors = [round(1.0 - accuracy(X, y, ids, model), 12) for model in models]
    chosen = models[int(np.argmin(errors))].fit(X, y)
    new = 1.0 - chosen.score(*sample(DATASETS["random"](), 1000, 0.5, 2))
    return f"{percent(min(errors))} in cross-validation, {percent(new)} on 1,000 new points."


@answers("AUC from labels")
def labels(title: str) -> str:
    experiment, X, y, ids = opened(title)
    train, test = train_test(y > 0, ids, share=0.3)
    svc = SVC(C=experiment.C, kernel="linear", tol=1e-8).fit(X[train], y[train])
    f = svc.decision_function(X[test])
    a, b = (number(roc_auc_score(y[test], scores)) for scores in (f, f >= 0.0))
    return f"{a} from f, {b} from labels."
