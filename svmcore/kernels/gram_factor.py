"""A thin factor of a Gram matrix: the training points as rows of as few coordinates as it has."""

from typing import NamedTuple

import numpy as np
from scipy.linalg import lapack

from svmcore.arrays import Array

INDEFINITE = 1e-6  # share of the largest entry that no positive semi-definite matrix leaves over


class Factor(NamedTuple):
    """H K H = unit L L', H = 1 - 11'/n (or 1): coordinates L, shape (n, r), around their mean.

    contrast is the last pivot that was kept over the size of the rounding errors in K. It is huge
    when K really has rank r, near 1 when its spectrum fades into the rounding errors, and 0 when
    these hide all that the points differ by.
    """

    L: Array
    unit: float
    contrast: float


def factor(K: Array, *, centre: bool = True) -> Factor:
    """The thin factor of K, shape (n, n), by pivoted Cholesky.

    A bias absorbs every shift of the points in feature space, so they are moved to their mean:
    what they have in common would only cost digits. `unit` is their mean square distance from it
    (from the origin without `centre`, for models whose constraint is not that of a bias).

    Raises ValueError if K is not positive semi-definite.

    Source: Higham, Analysis of the Cholesky decomposition of a semi-definite matrix (1990),
    https://eprints.maths.manchester.ac.uk/1193/
    """
    n = len(K)
    noise = n * float(np.finfo(float).eps * np.abs(K.diagonal()).max())
    centred = K
    if centre:
        centred = K - K.mean(0)
        centred -= centred.mean(1)[:, None]
    packed, order, rank, _ = lapack.dpstrf(centred, tol=noise, lower=1)
    back = order.argsort()  # LAPACK counts from 1, which does not change the order
    L = np.tril(packed[:, :rank])[back]
    left_over = float(np.abs(L @ L.T - centred).max())
    if left_over > INDEFINITE * float(np.abs(centred).max()) + noise:
        raise ValueError("K must be positive semi-definite, got a matrix with negative eigenvalues")
    last = float(packed[rank - 1, rank - 1]) ** 2 if rank else 0.0
    unit = float(np.vdot(L, L)) / n or 1.0
    return Factor(L / np.sqrt(unit), unit, last / noise if noise else np.inf)
