"""A thin factor of a Gram matrix that is never formed: K ~ L L' by pivoted Cholesky in blocks."""

from math import log2

import numpy as np
from scipy.linalg import blas, lapack

from svmcore.arrays import Array, largest
from svmcore.engine.spaces import Space
from svmcore.optim.budget import out_of_time

SAMPLE = 200  # rows among which a round looks for pivots, and whose rank is counted
SEED = 11  # the sample's seed: the same points give the same factor


def pivoted_cholesky(space: Space, tol: float, most: int) -> Array | None:
    """Pivoted Cholesky factor L, (N, r): 0 <= K - L L', no diagonal entry above tol * max K_ii.

    Each round looks at some hundred rows, the worst ones so far, takes pivots among them until
    what is left of these rows is below `tol`, and adds the pivots' columns with one triangular
    solve, until no row is left above `tol` (or above rounding errors, n eps). None as soon as more
    than `most` columns are needed: then K is not of low rank.

    Source: Harbrecht, Peters, Schneider, On the low-rank approximation by the pivoted Cholesky
    decomposition (2012), https://doi.org/10.1016/j.apnum.2011.10.001, with pivots chosen in blocks.
    """
    n, top = len(space), float(space.diagonal.max(initial=0.0))
    if top == 0.0:
        return np.zeros((n, 1))
    tol = max(tol, n * float(np.finfo(float).eps))
    left = np.array(space.diagonal)
    everyone = np.arange(n)
    rows = everyone if n <= SAMPLE else np.random.default_rng(SEED).choice(n, SAMPLE, False)
    blocks: list[Array] = []  # of L', each with as many rows as a round took pivots
    while len(rows):  # each round brings all of its rows below tol
        rest = space.block(rows, rows)
        for block in blocks:
            rest -= block[:, rows].T @ block[:, rows]
        packed, order, rank, _ = lapack.dpstrf(rest, tol=tol * top, lower=1)
        if rank == 0:  # what is left are rounding errors
            break
        if sum(map(len, blocks)) + rank > most or out_of_time():
            return None
        if n == len(rows):
            found = np.ascontiguousarray(np.tril(packed[:, :rank])[order.argsort()].T)
        else:
            pivots = rows[order[:rank] - 1]
            found = space.block(pivots, everyone)
            for block in blocks:
                found -= block[:, pivots].T @ block
            triangle = packed[:rank, :rank]
            found = blas.dtrsm(1.0, triangle, found.T, side=1, lower=1, trans_a=1, overwrite_b=1).T
        blocks.append(found)
        left -= np.einsum("ij,ij->j", found, found)
        rows = largest(left, np.flatnonzero(left > tol * top), SAMPLE)
    return np.concatenate(blocks).T


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
