"""Examples of what support vector machines do well and what they do not, counted and measured.

scikit-learn is loaded by the first step that needs it, and not with the app.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pages.datasets.two_class import DATASETS, sample
from pages.lessons.model.many_classes import FOUR, WW
from pages.lessons.model.two_classes import NEW_SEED, OVERLAP, Point, weights, with_point
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from pages.state.multiclass.multiclass_run import multiclass_run
from pages.state.table.table_run import run_of_table
from pages.state.table.table_settings import TableSettings
from svmcore.arrays import Array
from svmcore.params import parameters

DIGITS = TableSettings(real="digits", learn="all", kernel="linear", held=90)
MANY = change(OVERLAP, n_samples=400)
CORNERS = change(Experiment(), dataset="xor")
KERNELS = ("linear", "poly", "rbf")
FAR: Point = (15.0, 5.0, 1)
WITH_FAR = with_point(OVERLAP, FAR)
NOISES = (0.3, 1.0)
LABELS = change(Experiment(), dataset="random", n_samples=200)
CLOUDS = tuple(change(LABELS, dataset="blobs", noise=noise) for noise in NOISES)
FEW, MORE = (change(Experiment(), n_samples=n) for n in (100, 400))
NEW_POINTS = 10_000
NEAR_ONE = (0.5, 1.5)  # values of f
PLACE = (0.2, 0.5)
CS = (0.01, 100.0)


class Wide(NamedTuple):
    """Columns, training points, test points, and how many of the latter are misclassified."""

    columns: int
    train: int
    test: int
    wrong: int


def wide() -> Wide:
    """The linear SVM on a tenth of the digits."""
    trained = run_of_table(DIGITS)
    plan = trained.plan
    return Wide(plan.X.shape[1], len(trained.rows), len(plan.judged), trained.test_wrong)


def without_others(experiment: Experiment) -> float:
    """By how much f differs at the points, at most, if only the support vectors are trained on."""
    shown = run(experiment)
    others = tuple(i for i, held in zip(shown.data.ids, shown.support, strict=True) if not held)
    alone = run(change(experiment, removed=others))
    assert shown.model is not None
    assert alone.model is not None
    return float(np.abs(shown.model(shown.data.X) - alone.model(shown.data.X)).max())


class Turns(NamedTuple):
    """By how many degrees the far point turns the boundary of an SVM, and of least squares."""

    svm: float
    least_squares: float


def turns() -> Turns:
    """The same far point, on the right side, for two classifiers."""
    shown = run(WITH_FAR)
    X, y = np.column_stack([shown.data.X, np.ones(len(shown.data))]), shown.data.y
    lines = [
        np.asarray(np.linalg.lstsq(X[:m], y[:m], rcond=None)[0][:2], np.float64)
        for m in (len(y), len(y) - 1)
    ]
    return Turns(_angle(weights(shown)[0], weights(run(OVERLAP))[0]), _angle(*lines))


def _angle(a: Array, b: Array) -> float:
    return abs(float(np.degrees(np.arctan2(a[0] * b[1] - a[1] * b[0], a @ b))))


class Frequency(NamedTuple):
    """Of new points with f near 1: their number, and the share of class +1; and the range of f."""

    n: int
    positive: float
    low: float
    high: float


@lru_cache(maxsize=1)
def frequency() -> Frequency:
    """How often a point with f near 1 is of class +1."""
    shown = run(OVERLAP)
    assert shown.model is not None
    dataset = DATASETS[OVERLAP.dataset]
    own = {p.name: OVERLAP[p.name] for p in parameters(dataset)}
    X, y = sample(dataset(**own), NEW_POINTS, OVERLAP.balance, NEW_SEED)
    f = shown.model(X)
    near = (f >= NEAR_ONE[0]) & (f <= NEAR_ONE[1])
    return Frequency(int(near.sum()), float((y[near] > 0.0).mean()), float(f.min()), float(f.max()))


def scores(C: float) -> list[float]:
    """The scores of all classes at the place, of one problem for all with this C."""
    many = multiclass_run(change(FOUR, C=C), WW).many
    assert many is not None
    return [float(score) for score in many.values(np.array([PLACE]))[0]]
