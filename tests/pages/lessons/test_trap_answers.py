"""The newer traps: their numbers from scikit-learn's models on the points of their links."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from pages.state.inspected import Inspected
from pages.state.verdict import number
from svmcore.datasets.two_class import DATASETS, sample
from svmcore.model_selection.splits import k_fold, train_test
from tests.helpers.links import value_of
from tests.pages.lessons.answers import Expected, answer, opened, percent, scenario


def accuracy(X, y, ids, model) -> float:
    """The mean accuracy over five stratified folds."""
    folds = k_fold(y > 0, 5, ids)
    return float(np.mean([model.fit(X[a], y[a]).score(X[b], y[b]) for a, b in folds]))


def units() -> str:
    experiment, X, y, ids = opened("Unscaled features")
    svc = SVC(C=experiment.C, gamma=experiment["gamma"])
    plain, scaled = (accuracy(X, y, ids, m) for m in (svc, make_pipeline(StandardScaler(), svc)))
    assert X[:, 1].std() > 50.0 * X[:, 0].std()
    return f"{percent(plain)} without, {percent(scaled)} with scaling."


def copies() -> str:
    experiment, X, y, ids = opened("Copies")
    n = len(y) // 2
    np.testing.assert_array_equal(X[:n], X[n:])
    np.testing.assert_array_equal(y[:n], y[n:])
    svc = SVC(C=experiment.C, gamma=experiment["gamma"])
    both, alone = accuracy(X, y, ids, svc), accuracy(X[:n], y[:n], range(n), svc)
    return (
        f"{percent(both)} with copies, {percent(alone)} without. Copies must stay in the same fold."
    )


def outlier() -> str:
    _, X, y, _ = opened("An outlier and C")
    rows = []
    for C in (0.01, 1.0, 100.0):
        svc = SVC(C=C, kernel="linear", tol=1e-8)
        a, b = (svc.fit(X[:m], y[:m]).coef_[0].copy() for m in (len(y), len(y) - 1))
        angle = abs(np.arctan2(a[0] * b[1] - a[1] * b[0], a @ b))
        rows.append(f"{number(np.degrees(angle))}° at C = {C:g}")
    return f"By {rows[0]}, {rows[1]} and {rows[2]}."


def far() -> str:
    title = "Far from all points"
    experiment, X, y, _ = opened(title)
    place = value_of(Inspected, scenario(title).link.words).place
    svc = SVC(C=experiment.C, gamma=experiment["gamma"], tol=1e-9).fit(X, y)
    f, b = svc.decision_function([place])[0], svc.intercept_[0]
    assert f"f at {place} and b" in scenario(title).make().question
    assert b > 0.0
    assert f == pytest.approx(b, abs=1e-6)
    return f"f = {number(f)} and b = {number(b)}: class +1, with no point near."


def best() -> str:
    _, X, y, ids = opened("The best of many cells")
    axes = np.geomspace(0.01, 1000.0, 8), np.geomspace(0.01, 100.0, 8)
    cells = product(*([float(f"{v:.3g}") for v in axis] for axis in axes))
    models = [SVC(C=C, gamma=gamma, tol=1e-6) for C, gamma in cells]
    errors = [round(1.0 - accuracy(X, y, ids, model), 12) for model in models]
    chosen = models[int(np.argmin(errors))].fit(X, y)
    new = 1.0 - chosen.score(*sample(DATASETS["random"](), 1000, 0.5, 2))
    return f"{percent(min(errors))} in cross-validation, {percent(new)} on 1,000 new points."


def labels() -> str:
    experiment, X, y, ids = opened("AUC from labels")
    train, test = train_test(y > 0, ids, share=0.3)
    svc = SVC(C=experiment.C, kernel="linear", tol=1e-8).fit(X[train], y[train])
    f = svc.decision_function(X[test])
    a, b = (number(roc_auc_score(y[test], scores)) for scores in (f, f >= 0.0))
    return f"{a} from f, {b} from labels."


EXPECTED: Expected = {
    "Unscaled features": units,
    "Copies": copies,
    "An outlier and C": outlier,
    "Far from all points": far,
    "The best of many cells": best,
    "AUC from labels": labels,
}


@pytest.mark.parametrize("title", EXPECTED)
def test_the_answer(title: str):
    assert answer(title) == EXPECTED[title]()
