"""Kernel PCA: the coordinates of points along the directions of feature space they vary most in."""

import numpy as np

from svmcore.arrays import Array

EPS = float(np.finfo(float).eps)


def principal(K: Array, count: int) -> tuple[Array, Array]:
    """The first kernel PCA coordinates of the points of K, (n, count), and their shares, (count,).

    sqrt(lambda_k) v_k of H K H, H = 1 - 11'/n, signed so that the entry that is largest in size is
    positive; a share is lambda_k / trace(H K H). Both are 0 beyond the rank.

    Source: Schölkopf, Smola, Müller, Nonlinear component analysis as a kernel eigenvalue problem
    (1998), https://doi.org/10.1162/089976698300017467
    """
    n = len(K)
    coordinates, shares = np.zeros((n, count)), np.zeros(count)
    if not n:
        return coordinates, shares
    middle, noise = centred(K), rounding(K)
    values, vectors = np.linalg.eigh(middle)
    trace = float(middle.trace())
    for k in range(min(count, n)):
        value, v = float(values[-1 - k]), vectors[:, -1 - k]
        if value > noise:
            coordinates[:, k] = np.sqrt(value) * v * np.sign(v[np.abs(v).argmax()])
            shares[k] = value / trace if trace > 0.0 else np.nan
    return coordinates, shares


def centred(K: Array) -> Array:
    """H K H with H = 1 - 11'/n: the Gram matrix of the points around their mean."""
    once = K - K.mean(axis=0)
    return np.asarray(once - once.mean(axis=1)[:, None])


def rounding(K: Array) -> float:
    """What rounding makes of an eigenvalue 0 of H K H."""
    return len(K) ** 2 * EPS * float(np.abs(K).max())
