"""Examples of two classes: the margin, C, kernels, the dual problem, training and its proof."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeVar

import numpy as np

from pages.datasets.two_class import DATASETS, WINDOW, sample
from pages.state.board.experiment import Experiment, change
from pages.state.descent.descent_methods import Descent
from pages.state.descent.descent_trace import descent_trace
from pages.state.model.run import Run, run
from svmcore.arrays import Array, Indices

SEPARABLE = change(
    Experiment(), dataset="linear", n_samples=40, kernel="linear", margin="hard", gap=0.8
)
OVERLAP = change(Experiment(), dataset="blobs", n_samples=60, kernel="linear", noise=0.9)
SMALL_C, LARGE_C = 0.01, 100.0
MOONS = change(Experiment(), C=10.0)
GAMMAS = {"underfits": 0.01, "fits": 0.5, "overfits": 50.0}
NEW_POINTS, NEW_SEED = 1000, 2
SMO = change(Experiment(), solver="smo")
DESCENT = Descent(test_share=0.0, epochs=10, eta0=0.003)
MOMENTS = (3, 10, 40, 150)  # updates whose boundaries are drawn, beside the last one
NARROW = 0.25  # of the margin's width: that of a line which separates the classes worse

T = TypeVar("T")
once: Callable[[Callable[[], T]], Callable[[], T]] = lru_cache(maxsize=1)


class Widest(NamedTuple):
    """The hard margin, and another line that separates the same points: u'x = offset, |u| = 1."""

    run: Run
    width: float
    other: Array
    offset: float
    other_width: float


@once
def widest() -> Widest:
    """The widest margin, and the line turned until a quarter of the margin is left."""
    shown = run(SEPARABLE)
    assert shown.model is not None
    assert shown.width is not None
    w = shown.model.weights
    assert w is not None
    unit = w / np.hypot(*w)
    for angle in np.deg2rad(np.arange(1.0, 90.0)):
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        other = turn @ unit
        low, high = _between(shown, other)
        if high - low <= NARROW * shown.width:
            break
    return Widest(shown, shown.width, other, 0.5 * (low + high), high - low)


def _between(shown: Run, unit: Array) -> tuple[float, float]:
    """Where class -1 ends and class +1 begins along a direction."""
    along, positive = shown.data.X @ unit, shown.data.y > 0.0
    return float(along[~positive].max()), float(along[positive].min())


@once
def support_alone() -> Run:
    """The same model with all other points removed."""
    whole = widest().run
    other = [i for i, held in zip(whole.data.ids, whole.support, strict=True) if not held]
    return run(change(SEPARABLE, removed=tuple(sorted(other))))


def largest_difference(one: Run, other: Run) -> float:
    """The largest difference of two decision functions on a grid over the picture."""
    x0, x1, y0, y1 = WINDOW
    a, b = np.meshgrid(np.linspace(x0, x1, 21), np.linspace(y0, y1, 21))
    Z = np.column_stack([a.ravel(), b.ravel()])
    assert one.model is not None
    assert other.model is not None
    return float(np.abs(one.model(Z) - other.model(Z)).max())


class Soft(NamedTuple):
    """A soft margin: its width, and the points with slack, some of them misclassified."""

    run: Run
    C: float
    width: float
    violations: int
    wrong: int


@lru_cache(maxsize=4)
def soft(C: float) -> Soft:
    """The soft margin with this C on classes that overlap."""
    shown = run(change(OVERLAP, C=C))
    assert shown.width is not None
    violations = int((shown.margins < 1.0 - 1e-6).sum())
    return Soft(shown, C, shown.width, violations, int(shown.wrong.sum()))


@once
def inseparable() -> Run:
    """The hard margin on the same points: no model."""
    return run(change(OVERLAP, margin="hard"))


class Fit(NamedTuple):
    """A kernel model: shares of misclassified training points and of new points."""

    run: Run
    gamma: float
    train: float
    new: float


@lru_cache(maxsize=4)
def fit(name: str) -> Fit:
    """The RBF kernel with one of `GAMMAS`, tested on new points from the same distribution."""
    experiment = change(MOONS, gamma=GAMMAS[name])
    shown = run(experiment)
    assert shown.model is not None
    X, y = sample(DATASETS[experiment.dataset](), NEW_POINTS, experiment.balance, NEW_SEED)
    wrong = (shown.model(X) >= 0.0) != (y > 0.0)
    return Fit(shown, GAMMAS[name], 1.0 - shown.accuracy, float(wrong.mean()))


class Duality(NamedTuple):
    """One model, trained by the primal and by the dual problem."""

    primal: Run
    dual: Run
    difference: float


@once
def duality() -> Duality:
    """Both formulations on classes that overlap."""
    primal, dual = (run(change(OVERLAP, formulation=name)) for name in ("primal", "dual"))
    return Duality(primal, dual, largest_difference(primal, dual))


class Course(NamedTuple):
    """A descent: the boundaries at some updates, and the cost at the start and at the end.

    lines : (m, 3), rows (w1, w2, b) of f = w'x + b. updates : (m,). above : share of the optimum
    by which the last cost is above it.
    """

    run: Run
    lines: Array
    updates: Indices
    start: float
    end: float
    above: float


@once
def course() -> Course:
    """Stochastic subgradient descent with the hinge loss, as on the page Descent."""
    best = run(OVERLAP)
    assert best.solution is not None
    kept, costs = descent_trace(OVERLAP, DESCENT, MOMENTS)
    optimum, end = best.solution.certificate.primal, float(costs[-1])
    lines = np.column_stack([kept.v, kept.b])[1:]
    return Course(best, lines, kept.update[1:], float(costs[0]), end, end / optimum - 1.0)


@once
def proof() -> Run:
    """Sequential minimal optimisation, whose primal and dual values meet."""
    return run(SMO)
