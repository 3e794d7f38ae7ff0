"""The soft margin by a barrier method, in the unknowns of the primal or of the dual.

The constraints of both problems are replaced by -mu times the sum of the logarithms of what they
leave free, and mu falls to 0. The minima of both for one mu belong to the same model, so the two
ways differ in nothing but their unknowns: w and b, or one multiplier a point.

Source: Boyd and Vandenberghe, Convex optimization (2004), chapter 11,
https://web.stanford.edu/~boyd/cvxbook
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from svmcore import blas_threads
from svmcore.arrays import Array

MU_FACTOR = 0.1  # of mu from stage to stage
MAX_NEWTON_STEPS = 60  # Newton steps a stage: it needs one to ten
DECREMENT_TOL = 1e-3  # Newton's decrement squared over mu at which a stage is over
SOLUTIONS = 2  # of a step's equations, the second for what rounding errors left of the first
MIN_STEP = 1e-10  # a shorter step than this is made of rounding errors


class Barrier(NamedTuple):
    """Point of the central path: w (d,), b, the multipliers alpha (N,), mu and the Newton steps.

    At the exact minimum for mu the primal value is above the dual one by 2 N mu.
    """

    w: Array
    b: float
    alpha: Array
    mu: float
    steps: int


class Local(NamedTuple):
    """A barrier's value at a point, Newton's step from there, and how steeply it falls on it."""

    value: float
    step: Array
    slope: float


@blas_threads(1)
def primal_barrier(X: Array, y: Array, C: float | Array, gap: float) -> Barrier:
    """Barrier method on the primal: min 1/2 |w|^2 + C'xi, y f >= 1 - xi, xi >= 0; d + 1 unknowns.

    X : (N, d). C : a number, or one a point, (N,). The slacks are minimised away by formula:
    with s = 1 - y f and q = sqrt(C^2 s^2 + 4 mu^2), C xi = mu + (q + C s) / 2, and what is left
    is a smooth hinge with the slope alpha = mu C / (mu + (q - C s) / 2). `gap` is the distance
    of the values at which it ends, 2 N mu.
    """
    n, d = X.shape
    middle = X.mean(0)  # b absorbs every shift
    Z = np.column_stack([(X - middle) * y[:, None], y])
    ridge = np.append(np.ones(d), 0.0)

    def slopes(p: Array, mu: float) -> tuple[Array, Array, Array, Array]:
        s = C * (1.0 - Z @ p)
        q = np.sqrt(s * s + 4.0 * mu * mu)
        larger = 0.5 * (q + np.abs(s))
        up, down = np.where(s > 0.0, (larger, mu * mu / larger), (mu * mu / larger, larger))
        return s, (mu + up) / C, (mu + down) / C, mu * C / (mu + down)

    def value(p: Array, mu: float) -> float:
        _, xi, over, _ = slopes(p, mu)
        loss = C @ xi if isinstance(C, np.ndarray) else C * xi.sum()
        return float(0.5 * p @ (ridge * p) + loss - mu * np.log(xi * over).sum())

    def local(p: Array, mu: float) -> Local:
        _, xi, over, alpha = slopes(p, mu)
        gradient = ridge * p - Z.T @ alpha
        curvature = mu / (xi * xi + over * over)
        H = Z.T @ (Z * curvature[:, None])
        H[np.diag_indices(d + 1)] += ridge
        step = -cho_solve(cho_factor(H), gradient)
        return Local(value(p, mu), step, float(gradient @ step))

    start = float(np.max(C))
    p, mu, steps = _descend(np.zeros(d + 1), start, gap / (2 * n), value, local)
    return Barrier(p[:-1], float(p[-1] - middle @ p[:-1]), slopes(p, mu)[3], mu, steps)


@blas_threads(1)
def dual_barrier(X: Array, y: Array, C: float, gap: float) -> Barrier:
    """Barrier method on the dual: max sum alpha - 1/2 |sum alpha y x|^2, N unknowns.

    0 <= alpha <= C and y'alpha = 0. X : (N, d). K = XX' is computed first; each Newton step solves
    N + 1 equations.
    """
    n = len(y)
    Z = (X - X.mean(0)) * y[:, None]
    Q = Z @ Z.T
    b = 0.0

    def value(a: Array, mu: float) -> float:
        if a.min() <= 0.0 or a.max() >= C:
            return np.inf
        return float(0.5 * a @ (Q @ a) - a.sum() - mu * np.log(a * (C - a)).sum())

    def local(a: Array, mu: float) -> Local:
        nonlocal b
        gradient = Q @ a - 1.0 - mu / a + mu / (C - a)
        H = Q.copy()
        H[np.diag_indices(n)] += mu / (a * a) + mu / ((C - a) * (C - a))
        factored = cho_factor(H)
        of_y = cho_solve(factored, y)
        step, b = np.zeros(n), 0.0  # b is the multiplier of y'alpha = 0
        for _ in range(SOLUTIONS):
            along = cho_solve(factored, gradient + H @ step + b * y)
            change = float(y @ (a + step - along)) / float(y @ of_y)
            step, b = step - along - change * of_y, b + change
        return Local(value(a, mu), step, float(gradient @ step))

    few = min((y > 0.0).sum(), (y < 0.0).sum())
    start = np.where(y > 0.0, few / (y > 0.0).sum(), few / (y < 0.0).sum()) * 0.5 * C
    a, mu, steps = _descend(start, C, gap / (2 * n), value, local)
    w = Z.T @ a
    return Barrier(w, b - float(X.mean(0) @ w), a, mu, steps)


def _descend(
    p: Array,
    mu: float,
    last: float,
    value: Callable[[Array, float], float],
    local: Callable[[Array, float], Local],
) -> tuple[Array, float, int]:
    """Newton steps to the minimum for each mu, down to the last one that rounding errors allow."""
    steps = 0
    while True:
        for _ in range(MAX_NEWTON_STEPS):
            try:
                here = local(p, mu)
            except LinAlgError:
                return p, mu, steps
            steps += 1
            if not -here.slope > DECREMENT_TOL * mu:
                break
            length = 1.0
            while not value(p + length * here.step, mu) <= here.value + 0.1 * length * here.slope:
                length *= 0.5
                if length < MIN_STEP:
                    break
            if length < MIN_STEP:  # the value has no more digits to fall by
                break
            p = p + length * here.step
        if mu <= last:
            return p, mu, steps
        mu = max(MU_FACTOR * mu, last)
