"""Examples of two classes, and what is counted and measured in them."""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from pages.datasets.two_class import DATASETS, sample
from pages.state.board.board import FIRST_PLACED_ID, Placed
from pages.state.board.experiment import Experiment, change
from pages.state.model.feature_maps import LIFTS
from pages.state.model.run import Run, data_of, run
from svmcore.arrays import Array
from svmcore.engine import FeatureSpace, classification, train
from svmcore.params import parameters

Point = tuple[float, float, int]

SEPARABLE = change(
    Experiment(), dataset="linear", n_samples=40, kernel="linear", margin="hard", gap=0.8
)
OUTLIER: Point = (0.45, -0.2, 0)
OVERLAP = change(Experiment(), dataset="blobs", n_samples=60, kernel="linear", noise=0.9)
MOONS = change(Experiment(), C=10.0)
# with more noise the circles overlap, and no plane separates them after the lift
CIRCLES = change(Experiment(), dataset="circles", kernel="linear", noise=0.15)
NEW_POINTS, NEW_SEED = 1000, 2


def by_hand(points: Iterable[Point], **changes: object) -> Experiment:
    """An experiment on these points (x, y, class 0 or 1) alone."""
    placed = tuple(
        Placed(x, y, label, FIRST_PLACED_ID + k) for k, (x, y, label) in enumerate(points)
    )
    return change(Experiment(), dataset="own", placed=placed, **changes)


TWO_POINTS = by_hand(((1.0, 2.0, 1), (3.0, 4.0, 0)), kernel="linear", margin="hard")
XOR = by_hand(
    ((1.0, 1.0, 0), (-1.0, -1.0, 0), (1.0, -1.0, 1), (-1.0, 1.0, 1)),
    kernel="poly",
    degree=2,
    gamma=1.0,
    coef0=1.0,
    margin="hard",
)


def with_point(experiment: Experiment, point: Point) -> Experiment:
    """The experiment with one more point."""
    x, y, label = point
    return change(experiment, placed=(Placed(x, y, label, FIRST_PLACED_ID),))


def width(shown: Run) -> float:
    """2 / |w| of a model that exists."""
    assert shown.width is not None
    return shown.width


def weights(shown: Run) -> tuple[Array, float]:
    """w, shape (2,), and b of a linear model."""
    assert shown.model is not None
    assert shown.model.weights is not None
    return shown.model.weights, shown.model.intercept


def parabola(shown: Run) -> tuple[float, float, float]:
    """a, b and c of f(x, 0) = a x^2 + b x + c, of a kernel of degree 2."""
    assert shown.model is not None
    below, middle, above = shown.model(np.array([[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0]]))
    return 0.5 * (above + below) - middle, 0.5 * (above - below), middle


def smallest_distance(experiment: Experiment, w: Array, b: float) -> float:
    """The distance of the point nearest to w'x + b = 0; negative if one is misclassified."""
    data = data_of(experiment)
    return float((data.y * (data.X @ w + b)).min() / np.hypot(*w))


def slacks(shown: Run) -> Array:
    """xi_i = max(0, 1 - y_i f(x_i)), shape (n,)."""
    return np.maximum(0.0, 1.0 - shown.margins)


def values(shown: Run) -> tuple[float, float]:
    """The primal and the dual value of the answer."""
    assert shown.solution is not None
    certificate = shown.solution.certificate
    return certificate.primal, certificate.dual


def counts(shown: Run) -> tuple[int, int]:
    """How many support vectors are free (0 < alpha < C), and how many at the bound C."""
    bound = int((shown.support & shown.bound).sum())
    return int(shown.support.sum()) - bound, bound


@lru_cache(maxsize=32)
def error_on_new(experiment: Experiment) -> float:
    """The share of misclassified points of a new, large sample from the same distribution."""
    shown = run(experiment)
    assert shown.model is not None
    dataset = DATASETS[experiment.dataset]
    own = {p.name: experiment[p.name] for p in parameters(dataset)}
    X, y = sample(dataset(**own), NEW_POINTS, experiment.balance, NEW_SEED)
    return float(((shown.model(X) >= 0.0) != (y > 0.0)).mean())


@lru_cache(maxsize=8)
def left_out_wrong(experiment: Experiment) -> int:
    """How many points are misclassified by the model of all others.

    Without a point that is no support vector the model stays as it is, so only the support vectors
    are left out, one at a time.
    """
    shown = run(experiment)
    wrong = int((shown.wrong & ~shown.support).sum())
    for k in np.flatnonzero(shown.support):
        point, own = shown.data.X[k : k + 1], shown.data.ids[k]
        other = run(change(experiment, removed=(*experiment.removed, own)))
        assert other.model is not None
        wrong += int((other.model(point)[0] >= 0.0) != (shown.data.y[k] > 0.0))
    return wrong


def wrong_in(experiment: Experiment, lift: str) -> int:
    """How many points a linear SVM in the coordinates of a lift misclassifies."""
    data = data_of(experiment)
    phi = LIFTS[lift].map(data.X)
    answer = train(FeatureSpace(phi), classification(data.y, np.full(len(data), experiment.C)))
    w = (data.y * answer.alpha) @ phi if answer.w is None else answer.w
    return int(((phi @ w + answer.v[0] >= 0.0) != (data.y > 0.0)).sum())
