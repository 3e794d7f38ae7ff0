"""Where the interior point begins."""

import numpy as np
from scipy.linalg import solve

from svmcore.arrays import Array
from svmcore.optim.interior_point import Program

LEAST = 1e-3  # least mu, in units of what one slack of 1 a point would give it
SCALES = 2.0 ** np.arange(-10, 11)


def start(program: Program) -> tuple[Array, Array, Array]:
    """(z, t, p) of `central_path`: a rough model and its exact central point.

    With m = f - q the equations s - x = m, a + u = C, a s = u x = mu have a closed solution for
    each point; mu is of the size of the loss.
    """
    q, C = program.q, program.upper
    assert C is not None
    weights = np.minimum(1.0, C)
    p, f = _ridge(program, weights) if q.any() else _mean(program)
    m = f - q
    mu = 7.0 * float((C * np.maximum(0.0, -m)).mean()) + 0.7 * float((np.abs(m) * weights).mean())
    # all on their margins already: nothing to measure, and 0 would be no point inside
    mu = max(mu, LEAST * float(weights.mean()) * float(np.abs(q).max() or 1.0))
    far = np.abs(m) * C
    # the smaller one of a and u: the larger one's formula, by subtraction, would lose its digits
    small = 2.0 * mu * C / (2.0 * mu + far + np.hypot(far, 2.0 * mu))
    z = np.where(m > 0.0, [small, C - small], [C - small, small])
    return z, mu / z, p


def _ridge(program: Program, weights: Array) -> tuple[Array, Array]:
    """p = (w, v) and f of min 1/2 |w|^2 + 1/2 sum min(1, C_i) (q_i - f_i)^2.

    Then scaled by the power of 2 that is best for the loss.
    """
    G, q, E, e, C, _ = program
    r = G.shape[1]
    A = np.concatenate([G.T, E])
    M = (A * weights) @ A.T
    M.ravel()[: r * (len(M) + 1) : len(M) + 1] += 1.0
    # v alone has the size of the weights, which may be tiny: with about 1 on the whole diagonal
    # (powers of 2 add no rounding) the condition is of the order of n^2 at most, for |G|^2 = n
    diagonal = M.ravel()[:: len(M) + 1]
    unit = np.exp2(-np.rint(0.5 * np.log2(np.where(diagonal > 0.0, diagonal, 1.0))))
    right = unit * (A @ (weights * q))
    p = unit * solve(unit[:, None] * M * unit, right, assume_a="pos", check_finite=False)
    f = p @ A
    missing = np.maximum(0.0, q - SCALES[:, None] * f)
    costs = 0.5 * SCALES**2 * float(p[:r] @ p[:r]) + missing @ C + SCALES * float(p[r:] @ e)
    best = SCALES[costs.argmin()]
    return best * p, best * f


def _mean(program: Program) -> tuple[Array, Array]:
    """The same for q = 0: a the same in each group, and v such that half of the points fit."""
    G, _, E, e, C, _ = program
    assert C is not None
    share = (e / (np.abs(E) @ C)) @ np.abs(E)
    w = (C * share) @ G
    ahead = G @ w
    v = -np.array([np.median(ahead[row > 0.0]) for row in E])
    return np.append(w, v), ahead + v @ E
