"""Mehrotra's predictor-corrector method: a primal-dual interior point for any linear equations.

The optimality conditions of a convex quadratic problem are linear equations in z, t >= 0 and a
free p, and z t = 0 entry by entry. What the equations are is known to `Equations` alone: for a box
`svmcore.optim.box_program` has them, for an l1 penalty `svmcore.optim.l1_program`, for simplices
`svmcore.multiclass.crammer_singer`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from scipy.linalg import LinAlgError

from svmcore.arrays import Array

STEP_SHARE = 0.995  # share of the way to the nearest bound that a step may take
PATIENCE = 5  # steps without progress after which only rounding errors are left to reduce
ZERO_VALUE = 1e-14  # of the largest value on the way: an optimum of 0 is reached there


class PathPoint(NamedTuple):
    """A point of the path: z, t > 0, of one shape, whose products fall to 0, and the free p.

    error : z't, plus what the violated equations are worth in its unit.
    """

    z: Array
    t: Array
    p: Array
    error: float


class Equations(Protocol):
    """The linear equations of the optimality conditions, and the Newton step for them.

    `solve` is asked about the point of the last `residuals`, with the ratio of the last `factor`.
    """

    def residuals(self, z: Array, t: Array, p: Array) -> list[tuple[Array, Array]]:
        """What each group of equations is violated by, and its multipliers, of the same shape."""

    def factor(self, ratio: Array) -> None:
        """Factorise the system of the step for ratio = t / z.

        Raises LinAlgError if rounding errors have made it singular.
        """

    def solve(self, wanted: Array, dz: Array) -> Array:
        """Write dz, and return dp, of the step to the equations with dt = wanted - ratio dz."""


@dataclass
class ErrorScale:
    """What errors are measured by: the value, or the rounding errors of the largest one so far."""

    most: float = float(np.finfo(float).tiny)

    def relative(self, error: float, value: float) -> float:
        """The error over the size of the value; at an optimum of 0, over what rounding leaves."""
        self.most = max(self.most, abs(value), error)
        return error / max(abs(value), ZERO_VALUE * self.most)


def interior_path(equations: Equations, z: Array, t: Array, p: Array) -> Iterator[PathPoint]:
    """Points ever nearer to the solution, the start first.

    Newton's method on the equations and z t = mu, mu falling to 0. The direction for mu = 0 shows
    by how much mu can fall, and its second-order term dz dt; both go into the direction that is
    taken, as far as z and t stay positive. The path ends where rounding errors stop it.

    Source: Mehrotra, On the implementation of a primal-dual interior point method, SIAM J. Optim. 2
    (1992), https://doi.org/10.1137/0802028
    """
    S, D = np.stack([z, t]), np.empty((2, *z.shape))  # (z, t) and the change of both
    best = least = np.inf
    waited = 0
    while waited < PATIENCE:
        z, t = S
        with np.errstate(over="ignore", invalid="ignore"):  # of a start that is no number
            sizes = [(np.abs(r), np.abs(m)) for r, m in equations.residuals(z, t, p)]
        missed = max(float(r.max(initial=0.0)) for r, _ in sizes)
        error = float(np.vdot(z, t)) + sum(float(np.vdot(r, m)) for r, m in sizes)
        if error < best:
            yield PathPoint(z, t, p, error)
        waited = 0 if error < best or missed < least else waited + 1
        best, least = min(best, error), min(least, missed)
        # numbers that grow too large end the path; that is not worth a warning
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            try:
                dp, length = _step(equations, S, D)
            except LinAlgError:
                return
            S, p = S + length * D, p + length * dp


def _step(equations: Equations, S: Array, D: Array) -> tuple[Array, float]:
    """Write the change of (z, t) into D; return that of p and how far to go along both."""
    (z, t), (dz, dt) = S, D
    ratio = t / z
    equations.factor(ratio)

    def solve(wanted: Array) -> Array:
        dp = equations.solve(wanted, dz)
        np.subtract(wanted, np.multiply(ratio, dz, out=dt), out=dt)
        return dp

    solve(-t)
    length = 1.0 / max(STEP_SHARE, -float((D / S).min()))
    total = float(np.vdot(z, t))
    # z'dt + t'dz = -z't for this direction
    reached = (1.0 - length) * total + length**2 * float(np.vdot(dz, dt))
    mu = total / z.size * max(reached / total, 0.0) ** 3
    dp = solve((mu - dz * dt) / z - t)
    return dp, min(1.0, STEP_SHARE / max(STEP_SHARE, -float((D / S).min())))
