"""The exact finish of a nearly exact answer: guess the active set, solve its equations."""

from __future__ import annotations

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from svmcore.arrays import Array, Indices
from svmcore.problems.certificate import certify

STEPS = 6  # active sets tried; from a good start the first or second is right
JITTER = 1e-13  # of the largest diagonal entry, times sqrt(n)
REFINEMENTS = 3


def polish(K: Array, y: Array, C: Array, alpha: Array, b: float) -> tuple[Array, float] | None:
    """(alpha, b) with exact zeros, exact C and free margins of exactly 1, if that is better.

    Each point is put at 0, at C or free by what a projected gradient step would do with it; the
    free ones then solve y_i f(x_i) = 1 together with y'alpha = 0. When the answer leaves the box
    or a bound point leaves its side of the margin, the sets are taken again from there (a
    primal-dual active-set step, Newton's method on the optimality conditions). Returned is the
    answer with the smallest certified violation, or None when the given one has it.

    Source: Hintermueller, Ito, Kunisch, The primal-dual active set strategy as a semismooth
    Newton method, SIAM J. Optim. 13 (2002).
    """
    spread = float(K.diagonal().mean() - K.mean())
    step = 1.0 / spread if spread > 0.0 else 1.0
    answer, least = None, certify(K, y, C, alpha, b).violation
    for _ in range(STEPS):
        wanted = alpha + step * (1.0 - y * (K @ (y * alpha) + b))
        free = np.flatnonzero((wanted > 0.0) & (wanted < C))
        bound = np.where(wanted > 0.0, C, 0.0)
        bound[free] = alpha[free]
        try:
            alpha, b = _solve(K, y, bound, b, free)
        except LinAlgError:
            break
        inside = np.clip(alpha, 0.0, C)
        violation = certify(K, y, C, inside, b).violation
        if violation < least:
            answer, least = (inside, b), violation
        elif answer is not None:
            break
    return answer


def _solve(K: Array, y: Array, alpha: Array, b: float, F: Indices) -> tuple[Array, float]:
    """Change alpha_F and b so that y_i f(x_i) = 1 for i in F and y'alpha = 0.

    With v = y alpha the equations K_FF dv + 1 db = r, 1'dv = e are solved with K_FF + c 11',
    which has the same solution and is not singular just because the data are flat. Where K_FF is
    singular all the same (more free points than dimensions) the jitter keeps the change small,
    and what it falsifies the refinement puts right.
    """
    if F.size == 0:
        return alpha, b
    v = y * alpha
    c = float(K.diagonal().max())
    M = K[np.ix_(F, F)] + c
    M[np.diag_indices(F.size)] += JITTER * c * np.sqrt(len(y))
    factored = cho_factor(M, lower=True, overwrite_a=True)
    toward_b = cho_solve(factored, np.ones(F.size))
    for _ in range(REFINEMENTS):
        e = -float(v.sum())
        dv = cho_solve(factored, y[F] - K[F] @ v - b + c * e)
        db = (float(dv.sum()) - e) / float(toward_b.sum())
        v[F] += dv - db * toward_b
        b += db
    return y * v, b
