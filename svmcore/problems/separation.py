"""Separability of two classes, by the distance of their convex hulls."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

import numpy as np

from svmcore.arrays import Array, as_signs, read_only
from svmcore.kernels.gram_factor import factor
from svmcore.optim.box_program import Program, central_path
from svmcore.optim.budget import spent

DISTANCE_TOL = 1e-8  # relative error of the squared distance that is good enough
MAX_REPAIRS = 10  # of the witness; one does it, the others remove what is left
COINCIDE_TOL = 1e-12  # distance of two combinations, over the data's spread, that counts as 0
TWIN_DISTANCE = 1e-10  # square distance, relative, below which two points are compared in full
TWIN_TOL = 1e-15  # relative difference of two rows of K that only rounding errors have made
TINY = 1e-300
MIN_CONTRAST = 1e4  # contrast of the kernel's spectrum from which on no direction can be missing


class Separability(Enum):
    """What was proved."""

    SEPARABLE = "separable"
    INSEPARABLE = "not separable"
    TOO_CLOSE = "numerically inseparable"  # a margin, if any, is lost in the rounding errors of K


@dataclass(frozen=True, eq=False)
class Separation:
    """The nearest points of the convex hulls of both classes, in the kernel's feature space.

    weights a >= 0, shape (n,), sum to 1 over each class: the points are sum a_i phi(x_i) over
    y = +1 and over y = -1. When the classes are not separable, both are the same point, the
    witness. `distance` is that of the two points, the width 2 / |w| of the hard margin.
    """

    verdict: Separability
    distance: float
    weights: Array

    @property
    def separable(self) -> bool:
        return self.verdict is Separability.SEPARABLE

    @property
    def alpha(self) -> Array:
        """The multipliers of the hard margin, 2 a / distance^2.

        Raises ValueError if there is no hard margin.
        """
        if not self.separable:
            raise ValueError(f"the hard margin needs separable classes, got {self.verdict.value}")
        return 2.0 / self.distance**2 * self.weights


class Nearest(NamedTuple):
    """Weights on both classes; |w|^2 of w, the difference of their combinations; its error."""

    weights: Array
    square: float
    error: float


def separation(K: Array, y: Array) -> Separation:
    """Decide whether some w and b have y_i (<w, phi(x_i)> + b) > 0 for every i.

    min 1/2 |sum_i y_i a_i phi(x_i)|^2 over a >= 0 with sum 1 in each class always has a solution.
    Its w separates, or the two combinations of points coincide. The first is checked on K itself;
    the second is believed only if the factor of K cannot have lost a direction.
    K is a positive semi-definite Gram matrix, shape (n, n).

    Raises ValueError if a class is empty or K is not positive semi-definite.

    Source: Bennett and Bredensteiner, Duality and geometry in SVM classifiers, ICML (2000),
    https://www.robots.ox.ac.uk/~cvrg/bennett00duality.pdf
    """
    y = as_signs(y, len(K))
    L, unit, contrast = factor(K)
    nearest = _nearest(L, y)
    a = nearest.weights
    found = apart(K @ (y * a), y, a, rounding(K.diagonal()))
    if found is not None:
        return found
    met = _twins(K, y)
    if met is None and contrast >= MIN_CONTRAST:
        met = _meet(L, y, a)
    return _not_apart(met, nearest, unit)


def separation_of(phi: Array, y: Array) -> Separation:
    """The same for points with coordinates, the rows of phi, shape (n, r): no Gram matrix needed.

    Raises ValueError if a class is empty.
    """
    y = as_signs(y, len(phi))
    L = phi - phi.mean(0)
    unit = float(np.vdot(L, L)) / len(L) or 1.0
    L = L / np.sqrt(unit)
    nearest = _nearest(L, y)
    a = nearest.weights
    # the rounding errors of phi itself, which the mean was taken from
    noise = len(y) * float(np.finfo(float).eps) * float(np.abs(phi).max() / np.sqrt(unit) + 1.0)
    found = apart(L @ ((y * a) @ L), y, a, noise)
    if found is not None:
        return replace(found, distance=found.distance * float(np.sqrt(unit)))
    # each coordinate in its own unit: a small one may be the one that tells the classes apart
    size = np.abs(L).max(0)
    return _not_apart(_meet(L / np.where(size > 0.0, size, 1.0), y, a), nearest, unit)


def _not_apart(met: Array | None, nearest: Nearest, unit: float) -> Separation:
    """With the witness that the hulls meet; without one they are too close to tell."""
    if met is not None:
        return Separation(Separability.INSEPARABLE, 0.0, read_only(met))
    distance = float(np.sqrt(nearest.square * unit))
    return Separation(Separability.TOO_CLOSE, distance, read_only(nearest.weights))


def _nearest(L: Array, y: Array) -> Nearest:
    for nearest in hulls(L, y):
        error = nearest.error / max(nearest.square, TINY)
        if spent(error) or error <= DISTANCE_TOL:
            break
    return nearest


def rounding(diagonal: Array) -> float:
    """What the rounding errors of K, with this diagonal, may make of a score."""
    return len(diagonal) * float(np.finfo(float).eps * np.abs(diagonal).max())


def apart(scores: Array, y: Array, a: Array, noise: float) -> Separation | None:
    """The proof that w = sum y_i a_i phi(x_i), with these scores, separates, if it does."""
    width = float(scores[y > 0.0].min() - scores[y < 0.0].max())
    if width <= noise:
        return None
    return Separation(Separability.SEPARABLE, float(np.sqrt((y * a) @ scores)), read_only(a))


def hulls(L: Array, y: Array) -> Iterator[Nearest]:
    """Ever nearer points of the two hulls of the rows of L, from the means of the classes on.

    Raises ValueError if y has one class only.
    """
    E = np.stack([y > 0.0, y < 0.0]).astype(np.float64)  # (2, n): which class
    sizes = E.sum(1)
    if not sizes.all():
        raise ValueError("both classes must have points, got only one class")
    G = y[:, None] * L
    a = (1.0 / sizes) @ E
    w = a @ G
    # offsets that put every point on the right side of its class's own plane, with some room
    ahead = G @ w
    room = float(np.abs(ahead).mean()) or 1.0
    offsets = room - np.array([ahead[in_class > 0.0].min() for in_class in E])
    slack = ahead + offsets @ E
    program = Program(G, np.zeros(len(y)), E, np.ones(2), None)
    for point in central_path(program, a[None], slack[None], np.append(w, offsets)):
        a = point.z[0] / ((E @ point.z[0]) @ E)
        w = a @ G
        yield Nearest(a, float(w @ w), point.error)


def _meet(L: Array, y: Array, a: Array) -> Array | None:
    """Weights near a whose two combinations of the rows of L coincide, if there are such.

    Each repair is the smallest relative change, diag(1/a) da, that makes L'(y a) vanish and keeps
    the sums; a weight that would become negative ends at 0.
    """
    positive = y > 0.0
    A = np.vstack([y * L.T, positive, ~positive])
    target = np.append(np.zeros(L.shape[1]), [1.0, 1.0])
    for _ in range(MAX_REPAIRS):
        short = target - A @ a
        if np.abs(short).max() <= COINCIDE_TOL:
            return a
        a = np.maximum(a + a * np.linalg.lstsq(A * a, short, rcond=None)[0], 0.0)
    return None


def _twins(K: Array, y: Array) -> Array | None:
    """Weight 1 on two points of opposite labels that K cannot tell apart, if there are such."""
    plus, minus = np.flatnonzero(y > 0.0), np.flatnonzero(y < 0.0)
    squares = np.add.outer(K.diagonal()[plus], K.diagonal()[minus])
    near = squares - 2.0 * K[np.ix_(plus, minus)] <= TWIN_DISTANCE * squares
    for i, j in zip(*np.nonzero(near), strict=True):
        first, second = K[plus[i]], K[minus[j]]
        if np.abs(first - second).max() <= TWIN_TOL * np.abs(first).max():
            weights = np.zeros(len(y))
            weights[[plus[i], minus[j]]] = 1.0
            return weights
    return None
