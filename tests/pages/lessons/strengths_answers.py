"""The lesson on strengths and weaknesses, and two scores for two classes: by scikit-learn."""

from __future__ import annotations

import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.svm import SVC

from pages.datasets.two_class import DATASETS, sample
from pages.dual.model.smo_record import smo_record
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import data_of
from pages.state.multiclass.multiclass_run import Scheme
from pages.state.text.number_format import number
from tests.helpers.links import board, value_of
from tests.pages.lessons.answers import answers, joint, opened, percent, scenario


@answers("Support vectors are enough")
def memory(title: str) -> str:
    experiment, X, y, _ = opened(title)
    svc = SVC(C=experiment.C, kernel="linear", tol=1e-9).fit(X, y)
    alone = SVC(C=experiment.C, kernel="linear", tol=1e-9).fit(X[svc.support_], y[svc.support_])
    np.testing.assert_allclose(svc.coef_, alone.coef_, atol=1e-5)
    held = len(svc.support_)
    return f"{held}, {percent(held / len(y))}. Trained on these alone, f is the same."


@answers("Beyond the margin")
def beyond(title: str) -> str:
    experiment, X, y, _ = opened(title)
    svc = [SVC(C=experiment.C, kernel="linear", tol=1e-9).fit(X[:m], y[:m]) for m in (-1, len(y))]
    np.testing.assert_allclose(svc[0].coef_, svc[1].coef_, atol=1e-5)
    a, b = (LinearRegression().fit(X[:m], y[:m]).coef_ for m in (len(y) - 1, len(y)))
    angle = np.degrees(np.arccos(a @ b / np.sqrt((a @ a) * (b @ b))))
    return (
        f"By 0° and {number(float(angle))}°. A misclassified outlier does turn an SVM: see An "
        "outlier and C."
    )


def held(experiment: Experiment) -> int:
    data = data_of(experiment)
    svc = SVC(C=experiment.C, kernel=experiment.kernel, gamma=experiment["gamma"], tol=1e-8)
    return len(svc.fit(data.X, data.y).support_)


@answers("Overlap")
def overlap(title: str) -> str:
    labels = opened(title).experiment
    low, high = (held(change(labels, dataset="blobs", noise=noise)) for noise in (0.3, 1.0))
    return f"{low} at noise 0.3 and {high} at noise 1, and {held(labels)} with random labels."


@answers("Many points")
def rows(title: str) -> str:
    more = opened(title).experiment
    steps = [int(smo_record(change(more, n_samples=n)).update[-1]) for n in (100, 400)]
    entries = [2 * 100 * steps[0], 2 * 400 * steps[1]]
    ratio = number(entries[1] / entries[0], 2)
    rows = [f"{count:,} in {k} steps" for count, k in zip(entries, steps, strict=True)]
    return f"{rows[0]}, and {rows[1]}: {ratio} times as many."


@answers("No probabilities")
def probability(title: str) -> str:
    experiment, X, y, _ = opened(title)
    svc = SVC(C=experiment.C, kernel="linear", tol=1e-10).fit(X, y)
    Z, t = sample(DATASETS["blobs"](noise=experiment["noise"]), 10_000, 0.5, 2)
    f = svc.decision_function(Z)
    near = (f >= 0.5) & (f <= 1.5)
    return (
        f"{percent((t[near] > 0).mean())} of {near.sum():,}, and f runs from {number(f.min())} to "
        f"{number(f.max())} on 10,000."
    )


def classes_of(title: str):
    words = scenario(title).link.words
    experiment, scheme = board("classes").decode(words), value_of(Scheme, words)
    data = data_of(experiment)
    assert (scheme.scheme, experiment.kernel) == ("weston_watkins", "linear")
    return experiment, scheme, data.X, np.array(data.labels)


@answers("Scores are not calibrated")
def calibrated(title: str) -> str:
    experiment, _, X, labels = classes_of(title)
    assert experiment.C == 100.0
    place, said, best, sizes = np.array([0.2, 0.5]), [], [], []
    for C in (0.01, 100.0):
        W, b = joint(X, labels, C)
        f = W @ place + b - b.mean()  # only differences of the biases are determined
        best.append(int(f.argmax()))
        sizes.append(np.abs(f))
        said.append(", ".join(number(float(score), 2) for score in f))
    assert best[0] == best[1]
    assert (sizes[0] < sizes[1]).all()  # "draws these four towards 0"
    return f"C = 0.01: {said[0]}; C = 100: {said[1]}. Class {best[0]} leads."


@answers("Two scores for two classes")
def pair(title: str) -> str:
    experiment, scheme, X, labels = classes_of(title)
    C = 2.0 * experiment.C / scheme.delta
    W, _ = joint(X, labels, experiment.C, scheme.delta)
    w = SVC(C=C, kernel="linear", tol=1e-10).fit(X, labels).coef_[0]
    u = (W[1] - W[0]) / scheme.delta
    np.testing.assert_allclose(u, w, rtol=1e-4)
    words = f"({number(w[0], 4)}, {number(w[1], 4)})"
    return f"C = {number(C)}: (w₁ − w₀)/δ = {words} and w = {words}."


@answers("One method, several kernels")
def versatile(title: str) -> str:
    experiment, X, y, _ = opened(title)
    own = {name: experiment[name] for name in ("degree", "gamma", "coef0")}
    wrong = [
        int((SVC(kernel=k, C=experiment.C, **own).fit(X, y).predict(X) != y).sum())
        for k in ("linear", "poly", "rbf")
    ]
    return f"Linear {wrong[0]}, Poly {wrong[1]} and RBF {wrong[2]}."
