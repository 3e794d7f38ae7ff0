"""The hard margin: linear separability, then the maximal-margin model."""

from dataclasses import replace

import numpy as np

from svmcore.arrays import Array, Indices, as_signs, largest, read_only
from svmcore.engine.centering import Centred
from svmcore.engine.certified import EXACT, with_scores
from svmcore.engine.duplicates import merged
from svmcore.engine.methods import subspace
from svmcore.engine.methods.decomposition import GROWTH
from svmcore.engine.methods.pivoted_cholesky import rank
from svmcore.engine.methods.polish import polish
from svmcore.engine.spaces import MAX_DENSE, TILE, FeatureSpace, Space, whole
from svmcore.engine.tasks import classification
from svmcore.optim.threads import one_thread
from svmcore.problems.result import Result
from svmcore.problems.separation import (
    Separability,
    Separation,
    apart,
    rounding,
    separation,
    separation_of,
)

SOFT_C = 1e4  # C below which the alpha of a hard margin are looked for by way of a soft one
THICK_COLUMNS = 80  # columns of a factor of K from which on that comes first, as measured
FIRST_POINTS = 60  # points of a first working set
MAX_SHARE = 0.7  # share of all points from which on a working set is not worth its name
MARGIN_TOL = 1e-6  # units of the margin by which a point left out may be inside of it
MIN_MARGIN = 100.0  # rounding errors of K that a margin must be wide to be found by a short way


@one_thread
def decide(space: Space, y: Array) -> Separation:
    """Whether the classes y in {-1, +1} can be separated in `space`: see `separation`.

    Points with coordinates are decided by these. With K alone a soft margin whose alpha stay
    below its C is the hard one, which is quick where K has no thin factor; or else most points
    are far from the hulls' nearest points, and do not matter.

    Raises ValueError if a class is empty or the space is not positive semi-definite.
    """
    y = as_signs(y, len(space))
    if isinstance(space, FeatureSpace):
        return separation_of(space.phi, y)
    found = None
    if space.psd and np.ptp(y) > 0.0 and len(y) > FIRST_POINTS:
        found = _by_soft_margin(space, y) or _by_decomposition(space, y)
    return _with_real_witness(space, found or separation(whole(space).K, y))


def _with_real_witness(space: Space, found: Separation) -> Separation:
    """Two points that K cannot tell apart are a witness only if they are one point."""
    pair = np.flatnonzero(found.weights == 1.0)
    if found.verdict is Separability.INSEPARABLE and len(pair) == 2:
        one, other = space.points[pair]
        if (one != other).any():
            return Separation(Separability.TOO_CLOSE, 0.0, found.weights)
    return found


@one_thread
def hard_margin(
    space: Space, y: Array, *, tol: float = 1e-6, parted: Separation | None = None
) -> tuple[Separation, Result | None]:
    """Hard margin: whether the classes y, (N,) in {-1, +1}, are separable, and the model if so.

    min 1/2 |w|^2 with y_i f(x_i) >= 1. The nearest points of the classes' convex hulls give the
    multipliers, alpha = 2 a / distance^2; `parted` are these, if they are known, and
    `tol` what is proved. None if there is no model. Raises ValueError if a class is empty or the
    space is not positive semi-definite.

    Source: Bennett and Bredensteiner, Duality and geometry in SVM classifiers, ICML (2000),
    https://www.robots.ox.ac.uk/~cvrg/bennett00duality.pdf
    """
    parted = parted or decide(space, y)
    if not parted.separable:
        return parted, None
    task = classification(y, np.full(len(y), np.inf))
    alpha = task.feasible(parted.alpha)

    centred = Centred.of(space, task)
    nearest = with_scores(centred.space, task, alpha)
    best = polish(centred.space, task, nearest, EXACT)
    answer = centred.result(best, tol, 0, 1)
    if few := merged(space, task):
        alpha = few.shared_out(few.sums(answer.alpha))
        answer = replace(answer, coef=y * alpha, alpha=alpha)
    return parted, answer


def _by_soft_margin(space: Space, y: Array) -> Separation | None:
    """The hard margin, if none of its alpha reaches SOFT_C: then it is a soft margin, too."""
    if len(y) > MAX_DENSE or rank(space) <= THICK_COLUMNS:
        return None
    task = classification(y, np.full(len(y), SOFT_C))
    *_, last = subspace.iterate(space, task, subspace.GAP, subspace.MAX_NEWTON)
    if last.reached is None or last.error > subspace.GAP or last.a.max() >= SOFT_C:
        return None
    a, scores, _ = last.reached.state
    unit = 2.0 / a.sum()
    return apart(unit * scores, y, unit * a, MIN_MARGIN * rounding(space.diagonal))


def _by_decomposition(space: Space, y: Array) -> Separation | None:
    """The nearest points of the hulls of few points, to which those are added that are nearer.

    None where the few cannot be told apart for certain, or are most of all.
    """
    W = _nearest(space, y)
    while True:
        if len(W) > max(MAX_SHARE * len(y), FIRST_POINTS) and len(y) <= MAX_DENSE:
            break
        found = separation(space.block(W, W), y[W])
        a = np.zeros(len(y))
        a[W] = found.weights
        if found.verdict is Separability.INSEPARABLE:
            return Separation(found.verdict, 0.0, read_only(a))
        if not found.separable:
            break
        scores = space.scores(y * a)
        top, bottom = scores[W[y[W] > 0.0]].min(), scores[W[y[W] < 0.0]].max()
        margins = y * (2.0 * scores - top - bottom) / (top - bottom)
        margins[W] = np.inf
        inside = np.flatnonzero(margins < 1.0 - MARGIN_TOL)
        if len(inside) == 0:
            return apart(scores, y, a, MIN_MARGIN * rounding(space.diagonal))
        room = max(FIRST_POINTS // 3, int(GROWTH * len(W)))
        W = np.concatenate([W, largest(-margins, inside, room)])
    return None


def _nearest(space: Space, y: Array) -> Indices:
    """The points of each class that are nearest to the other, half of FIRST_POINTS of each."""
    square = space.diagonal
    chosen = []
    plus, minus = np.flatnonzero(y > 0.0), np.flatnonzero(y < 0.0)
    for these, others in ((plus, minus), (minus, plus)):
        parts = np.array_split(these, -(-len(these) // TILE))
        distance = [
            (square[rows, None] + square[others] - 2.0 * space.block(rows, others)).min(1)
            for rows in parts
        ]
        chosen.append(these[np.concatenate(distance).argsort()[: FIRST_POINTS // 2]])
    return np.concatenate(chosen)
