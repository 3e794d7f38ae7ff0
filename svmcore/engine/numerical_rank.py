"""How thin a factor of the Gram matrix would be, from a few of its rows."""

from math import log2

import numpy as np
from scipy.linalg import lapack

from svmcore.arrays import Array
from svmcore.engine.spaces import Space

SAMPLE = 200


def rank(space: Space, tol: float = 1e-4) -> int:
    """Columns that a pivoted Cholesky factor of K needs for an error of `tol` max K_ii, about.

    Counted in a sample of the points, and in half of it. Twice as many points of one distribution
    add about as many columns as the last doubling did while K is smooth on their scale; where
    every point of the sample counts, that is a lower bound.
    """
    n = len(space)
    points = np.random.default_rng(0).permutation(n)[:SAMPLE]
    K = space.block(points, points)
    all_of_it = _columns(K, tol)
    if n <= SAMPLE:
        return all_of_it
    half = SAMPLE // 2
    added = max(0, all_of_it - _columns(K[:half, :half], tol))
    return min(n, all_of_it + round(added * log2(n / SAMPLE)))


def _columns(K: Array, tol: float) -> int:
    # the largest entry is on the diagonal
    _, _, columns, _ = lapack.dpstrf(K, tol=tol * float(np.abs(K.diagonal()).max()), lower=1)
    return int(columns)
