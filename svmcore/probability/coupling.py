"""Pairwise coupling: probabilities of k classes from those of every two of them.

    min over p of sum over i < j of (r_ji p_i - r_ij p_j)^2   with   sum_i p_i = 1,

where r_ij = 1 - r_ji is the probability of class i where it is either i or j.

Source: Wu, Lin and Weng, Probability estimates for multi-class classification by pairwise coupling,
JMLR 5 (2004), section 4, "the second approach", https://www.jmlr.org/papers/v5/wu04a.html
"""

import numpy as np

from svmcore.arrays import Array

LEAST = 1e-7  # of a pair's probabilities, as in LIBSVM: p and its logarithm stay finite
BLOCK_ENTRIES = 1_000_000  # of the matrices that are solved at a time


def couple(pairs: Array, k: int) -> Array:
    """The probabilities of k >= 2 classes, (m, k), each > 0; their sum is 1.

    pairs : (m, k (k - 1) / 2), r_ij for i < j in the order (0, 1), (0, 2), .. (1, 2), ..; held
    within LEAST and 1 - LEAST. The minimum solves Q p = b e, e'p = 1 with Q_ii = sum_j r_ji^2 and
    Q_ij = -r_ij r_ji, a linear system; LIBSVM iterates until Q p is within 0.005 / k of b e.
    """
    r = np.clip(pairs, LEAST, 1.0 - LEAST)
    if k == 2:
        return np.concatenate([r, 1.0 - r], axis=1)
    step = max(1, BLOCK_ENTRIES // (k + 1) ** 2)
    parts = [_solved(r[start : start + step], k) for start in range(0, max(1, len(r)), step)]
    return np.concatenate(parts)


def _solved(r: Array, k: int) -> Array:
    first, second = np.triu_indices(k, 1)
    R = np.zeros((len(r), k, k))
    R[:, first, second] = r
    R[:, second, first] = 1.0 - r
    system = np.ones((len(r), k + 1, k + 1))
    system[:, k, k] = 0.0
    system[:, :k, :k] = -R * R.transpose(0, 2, 1)
    system[:, range(k), range(k)] = np.square(R).sum(1)
    last = np.broadcast_to(np.eye(k + 1)[:, k:], (len(r), k + 1, 1))  # NumPy 1 needs a stack
    return np.asarray(np.linalg.solve(system, last)[:, :k, 0])
