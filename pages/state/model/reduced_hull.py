"""Reduced convex hulls of points in the plane, by their support function."""

import numpy as np

from svmcore.arrays import Array

TOL = 1e-9  # of the size of the points: a corner that stands out by less is not looked for
SHORT_OF_1 = 1e-9  # by which rounding may leave the sum of all bounds below 1
MOST = 64  # rounds: each halves what is left, so rounding errors alone could need as many


def support_points(X: Array, bound: Array, directions: Array) -> Array:
    """The points of the reduced hull of X, (n, 2), that lie farthest along `directions`, (m, 2).

        max over u of <d, sum_i u_i x_i>,  0 <= u_i <= bound_i,  sum_i u_i = 1

    A linear function of u is largest where the points with the largest <d, x_i> have their whole
    bound, until the sum is 1. The result has shape (m, 2).

    Raises ValueError if the bounds, (n,), sum to less than 1: then the hull is empty.

    Source: Crisp and Burges, A geometric interpretation of nu-SVM classifiers, NIPS (1999),
    https://papers.nips.cc/paper/1687-a-geometric-interpretation-of-v-svm-classifiers
    """
    total = float(bound.sum())
    if total < 1.0 - SHORT_OF_1:
        raise ValueError(f"the bounds must sum to 1 or more, got {total}")
    order = np.argsort(-(X @ directions.T), axis=0)  # (n, m)
    most = bound[order]
    before = most.cumsum(axis=0) - most
    u = np.clip(1.0 - before, 0.0, most)
    return np.asarray(np.einsum("nm,nmk->mk", u / u.sum(axis=0), X[order]))


def reduced_hull(X: Array, bound: Array) -> Array:
    """The corners of the reduced convex hull of X, (n, 2), anticlockwise: shape (k, 2).

        { sum_i u_i x_i : 0 <= u_i <= bound_i, sum_i u_i = 1 }

    With bounds of 1 or more it is the convex hull; with 1/n each, the mean alone. Between two
    corners that are known, the corner farthest across their chord is looked for, until no chord
    has one: that finds every corner. One corner is a point, two are a segment.

    Raises ValueError if there are no points or the bounds, (n,), sum to less than 1.

    Source: Bennett and Bredensteiner, Duality and geometry in SVM classifiers, ICML (2000),
    https://www.robots.ox.ac.uk/~cvrg/bennett00duality.pdf
    """
    middle = X.mean(axis=0) if len(X) else np.zeros(2)
    around = X - middle
    tol = TOL * float(np.abs(around).max(initial=0.0))
    axes = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])
    corners = _distinct(support_points(around, bound, axes), tol)
    open_chords = np.ones(len(corners), dtype=bool)
    for _ in range(MOST):
        if len(corners) == 1 or not open_chords.any():
            break
        start, chord = corners[open_chords], (np.roll(corners, -1, axis=0) - corners)[open_chords]
        outward = np.column_stack([chord[:, 1], -chord[:, 0]])
        outward /= np.hypot(*outward.T)[:, None]
        found = support_points(around, bound, outward)
        beyond = ((found - start) * outward).sum(axis=1) > tol
        at = np.flatnonzero(open_chords)[beyond]
        open_chords[:] = False
        open_chords[at] = True
        corners = np.insert(corners, at + 1, found[beyond], axis=0)
        open_chords = np.insert(open_chords, at + 1, True)
    return np.asarray(corners + middle)


def _distinct(corners: Array, tol: float) -> Array:
    """The corners of a closed polygon, each once."""
    step = np.abs(corners - np.roll(corners, 1, axis=0)).max(axis=1)
    kept = corners[step > tol]
    return kept if len(kept) else corners[:1]
