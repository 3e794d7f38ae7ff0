"""A Newton step on variables in a box some sums of which are given."""

import numpy as np
from scipy.linalg import blas, lapack

from svmcore.arrays import Array
from svmcore.optim.budget import out_of_time

MAX_BENDS = 8  # times a step may be bent to stay in the box
SHORT = 0.1  # share of a step: one that gains no more than so short a step is a poor one
ROUNDING = 1e-12  # share of a step
MOST_HELD = 0.8  # of the variables of a sum that a step may hold at their bounds


def goal_in_box(
    u: Array,
    low: Array,
    high: Array,
    r: Array,
    missing: Array,
    factor: Array,
    B: Array,
    ahead: Array,
) -> tuple[Array, bool]:
    """The end of the Newton step from u, and whether bounds changed it.

    The step d solves M d + B b = r with B'd = missing, for the Cholesky `factor` of M and
    `ahead` = M^-1 B; each row of B, (n, k), has a single 1. Variables that would leave the box are
    held at their bounds and the others are solved for again: each held variable adds a multiplier,
    and the Schur complement of M gives all of them. A step of little gain means that some of these
    bounds are wrong. Then only the variables that leave within `SHORT` of the step are held, and it
    ends at the next bound.
    """
    free, _ = lapack.dpotrs(factor, r, lower=1)
    goal, bent = u, True
    for reach in (1.0, SHORT):
        goal, n_held, inside = _held(u, low, high, free, missing, factor, B, ahead, reach)
        bent, t = n_held > 0 or not inside, 1.0
        if not inside:
            goal, t = _first_bound(u, low, high, goal)
        if not bent:
            break
        half = blas.dtrmv(factor, goal - u, lower=1, trans=1)
        if t > SHORT and float(r @ (goal - u)) >= SHORT * float(half @ half):
            break
    return goal, bent


def _held(
    u: Array,
    low: Array,
    high: Array,
    free: Array,
    missing: Array,
    factor: Array,
    B: Array,
    ahead: Array,
    reach: float,
) -> tuple[Array, int, bool]:
    """The end of the step with every variable held that leaves the box within `reach` of it.

    Beside it, how many are held, and whether it is in the box.
    """
    too_much = free @ B - missing
    # of this size np.linalg takes 5 times longer
    *_, move, singular = lapack.dgesv(B.T @ ahead, too_much)
    goal = u + free - ahead @ move
    at_bound = np.zeros(0, dtype=np.intp)
    held = np.zeros(0)  # the bounds
    W = ahead  # what a unit of each multiplier moves
    for _ in range(MAX_BENDS):
        there = goal if reach == 1.0 else u + reach * (goal - u)
        inside = np.minimum(np.maximum(there, low), high)
        out = (inside != there).nonzero()[0]
        if out.size == 0 and reach == 1.0:
            return goal, at_bound.size, True
        n_held = at_bound.size + out.size
        if out.size == 0 or n_held > MOST_HELD * len(u) or singular or out_of_time():
            break
        new = np.concatenate([at_bound, out])
        if len(missing) > 1 and (B[new].sum(0) > MOST_HELD * B.sum(0)).any():
            break
        unit = np.zeros((len(u), out.size), order="F")
        unit[out, np.arange(out.size)] = 1.0
        moved, _ = lapack.dpotrs(factor, unit, lower=1, overwrite_b=1)
        W = np.concatenate([W, moved], axis=1)
        at_bound, held = new, np.concatenate([held, inside[out]])
        S = np.concatenate([B.T @ W, W.take(at_bound, 0)])
        right = np.concatenate([too_much, free[at_bound] - (held - u[at_bound])])
        *_, move, singular = lapack.dgesv(S, right)
        if singular:
            break
        goal = u + free - W @ move
        goal[at_bound] = held
    return goal, at_bound.size, False


def _first_bound(u: Array, low: Array, high: Array, goal: Array) -> tuple[Array, float]:
    """The last point in the box on the way to the goal, and its share of the way."""
    d = goal - u
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        room = np.where(d > 0.0, (high - u) / d, np.where(d < 0.0, (low - u) / d, np.inf))
    t = float(room.min())
    if t >= 1.0 - ROUNDING:
        return np.minimum(np.maximum(goal, low), high), 1.0
    end = np.minimum(np.maximum(u + t * d, low), high)
    return np.where(room <= t, np.where(d > 0.0, high, low), end), t
