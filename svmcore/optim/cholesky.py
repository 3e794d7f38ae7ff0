"""Cholesky factors of positive definite matrices, exact ones and those that cannot fail."""

from collections.abc import Callable

import numpy as np
from scipy.linalg import LinAlgError, lapack

from svmcore.arrays import Array

EPS = float(np.finfo(float).eps)
GROWTH = 100.0  # of what is added to the diagonal, until a factorisation succeeds


def cholesky(M: Array) -> Array:
    """The lower Cholesky factor of M, which is overwritten; above its diagonal is anything.

    Raises LinAlgError if M is not positive definite.
    """
    factor, info = lapack.dpotrf(M.T, lower=1, overwrite_a=1, clean=0)
    if info:
        raise LinAlgError("not positive definite")
    return np.asarray(factor)


def regularised_inverse(H: Array) -> Callable[[Array], Array]:
    """Products with H^-1; where rounding errors hide the small end of H, of H and a little.

    H : (n, n), positive definite but for rounding errors; its diagonal, whose entries may differ by
    any factor, is scaled to 1 first. The products are with arrays of shape (n,) or (n, k). Raises
    LinAlgError if H has numbers that are not finite.
    """
    diagonal = H.diagonal()
    unit = 1.0 / np.sqrt(np.where(diagonal > 0.0, diagonal, 1.0))
    M = unit[:, None] * H * unit
    noise = 0.0
    while True:
        factor, info = lapack.dpotrf(M, lower=1)
        if not info:
            break
        if noise >= 1.0:
            raise LinAlgError("not positive definite")
        noise = GROWTH * noise or len(H) * EPS
        M.ravel()[:: len(H) + 1] += noise

    def times(right: Array) -> Array:
        solved, _ = lapack.dpotrs(factor, (unit * right.T).T, lower=1)
        return np.asarray((unit * solved.T).T)

    return times
