"""A thin factor of a Gram matrix that is never formed: K ~ L L' by pivoted Cholesky in blocks."""

from __future__ import annotations

import numpy as np
from scipy.linalg import lapack, solve_triangular

from svmcore.arrays import Array, Indices
from svmcore.engine.spaces import Space

SAMPLE = 600  # rows among which a round looks for pivots
ROUNDS = 12
FIRST = 11  # the sample's seed: the same points give the same factor


def thin(space: Space, tol: float, most: int) -> Array | None:
    """L, shape (N, r), with 0 <= K - L L' and no entry of its diagonal above tol * max K_ii.

    Each round looks at some hundred rows, the worst ones so far, takes pivots among them until
    what is left of these rows is below `tol`, and adds the pivots' columns with one triangular
    solve. None as soon as more than `most` columns are needed: then K is not of low rank.

    Source: Harbrecht, Peters, Schneider, On the low-rank approximation by the pivoted Cholesky
    decomposition, Appl. Numer. Math. 62 (2012), with the pivots chosen in blocks.
    """
    n, largest = len(space), float(space.diagonal.max(initial=0.0))
    left = np.array(space.diagonal)
    everyone = np.arange(n)
    L = np.empty((n, 0))
    rows = everyone if n <= SAMPLE else np.random.default_rng(FIRST).choice(n, SAMPLE, False)
    for _ in range(ROUNDS):
        rest = space.block(rows, rows) - L[rows] @ L[rows].T
        packed, order, rank, _ = lapack.dpstrf(rest, tol=tol * largest, lower=1)
        if rank == 0 or L.shape[1] + rank > most:
            return None
        pivots = rows[order[:rank] - 1]
        triangle = packed[:rank, :rank]
        if n == len(rows):
            found = np.tril(packed[:, :rank])[order.argsort()]
        else:
            columns = space.block(everyone, pivots) - L @ L[pivots].T
            found = solve_triangular(triangle, columns.T, lower=True, check_finite=False).T
        L = np.concatenate([L, found], axis=1)
        left -= np.einsum("ij,ij->i", found, found)
        rows = _worst(left, tol * largest)
        if len(rows) == 0:
            return L
    return None


def _worst(left: Array, allowed: float) -> Indices:
    above = np.flatnonzero(left > allowed)
    if len(above) <= SAMPLE:
        return above
    return above[np.argpartition(-left[above], SAMPLE)[:SAMPLE]]
