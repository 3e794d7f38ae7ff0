"""Convex quadratic programs over a box, by a primal-dual interior-point method.

No word of machine learning here: the dual of the soft margin and the distance of two convex hulls
are both a `Program`, and `central_path` walks to its solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from svmcore.arrays import Array

SIGNS = np.array([[1.0], [-1.0]])  # a grows where upper - a falls
TO_THE_EDGE = 0.995  # share of the way to the nearest bound that a step may take
JITTER = 1e-14  # share of its diagonal added to a matrix that may have become singular
PATIENCE = 5  # steps without progress after which only rounding errors are left to reduce


class Program(NamedTuple):
    """min over a of 1/2 |G'a|^2 - q'a  with  E a = e  and  0 <= a <= upper.

    G : (n, r), q : (n,), E : (k, n), e : (k,), upper : (n,) or None where a has no upper bound.

    With multipliers p = (w, v), w = G'a and v for E a = e, and f = G w + E'v, the optimum is where
    s - x = f - q, a s = 0 and (upper - a) x = 0 for some s, x >= 0.
    """

    G: Array
    q: Array
    E: Array
    e: Array
    upper: Array | None


class Point(NamedTuple):
    """A point strictly inside the bounds; m is 2 with an upper bound and 1 without.

    z : (m, n), a and upper - a. t : (m, n), their multipliers s and x. p : (r + k,), w and v.
    off_f : (n,), what is missing in s - x = f - q. off_p : (r + k,), in w = G'a and E a = e.
    error : the duality gap, plus what the violated equations are worth in its unit.
    """

    z: Array
    t: Array
    p: Array
    off_f: Array
    off_p: Array
    error: float

    @property
    def a(self) -> Array:
        """The variable of the program."""
        return np.asarray(self.z[0])

    @classmethod
    def at(cls, program: Program, z: Array, t: Array, p: Array) -> Point:
        """The point with what is missing worked out."""
        G, q, E, e, _ = program
        w, v, a = p[: G.shape[1]], p[G.shape[1] :], z[0]
        off_f = (SIGNS[: len(z)] * t).sum(0) + q - G @ w - v @ E
        off_p = np.append(a @ G - w, E @ a - e)
        error = np.vdot(z, t) + np.abs(off_f) @ a + np.abs(off_p) @ np.abs(p)
        return cls(z, t, p, off_f, off_p, float(error))


def central_path(program: Program, z: Array, t: Array, p: Array) -> Iterator[Point]:
    """Points that approach the solution, each better than all before; the start comes first.

    Newton's method on the conditions of `Program` with z t = mu instead of 0, mu falling to 0.
    w is a variable of its own and never recomputed from a, which is what keeps the last digits.
    The walk ends by itself where rounding errors stop it.

    Source: Woodsend and Gondzio, Exploiting separability in large-scale linear support vector
    machine training, Comput. Optim. Appl. 49 (2011).
    """
    n, r = program.G.shape
    gram = program.G @ program.G.T if 2 * r > n else None
    best = least = np.inf
    waited = 0
    point = Point.at(program, z, t, p)
    while waited < PATIENCE:
        missed = float(np.abs(point.off_p).max())
        if point.error < best:
            yield point
        waited = 0 if point.error < best or missed < least else waited + 1
        best, least = min(best, point.error), min(least, missed)
        # numbers that grow too large end the walk; that is not worth a warning
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            try:
                point = _step(program, gram, point)
            except LinAlgError:
                return


def _step(program: Program, gram: Array | None, point: Point) -> Point:
    """One predictor-corrector step.

    The direction for mu = 0 shows by how much mu can fall, and its second-order term dz dt; both
    go into the direction that is taken, as far as z and t stay positive.

    Source: Mehrotra, On the implementation of a primal-dual interior point method (1992).
    """
    z, t, p = point.z, point.t, point.p
    system = _System.at(program, gram, 1.0 / (t / z).sum(0))
    mu = np.vdot(z, t) / z.size
    dz, dt, dp = _direction(system, point, -z * t)
    length = _length(z, t, dz, dt)
    reached = np.vdot(z + length * dz, t + length * dt) / z.size
    dz, dt, dp = _direction(system, point, mu * (reached / mu) ** 3 - z * t - dz * dt)
    length = min(1.0, TO_THE_EDGE * _length(z, t, dz, dt))
    return Point.at(program, z + length * dz, t + length * dt, p + length * dp)


def _direction(system: _System, point: Point, product: Array) -> tuple[Array, Array, Array]:
    """(dz, dt, dp) that mends what is off and changes z t by `product`, to first order."""
    z, t = point.z, point.t
    signs = SIGNS[: len(z)]
    da, dp = system.solve((signs * product / z).sum(0) - point.off_f, point.off_p)
    dz = signs * da
    return dz, (product - t * dz) / z, dp


def _length(z: Array, t: Array, dz: Array, dt: Array) -> float:
    """The largest step that keeps z >= 0 and t >= 0, at most 1 / TO_THE_EDGE."""
    fastest = max(float((-dz / z).max()), float((-dt / t).max()), TO_THE_EDGE)
    return 1.0 / fastest


class _System(NamedTuple):
    """da / theta + G dw + E'dv = g, dw - G'da = off_w, -E da = off_v, factored for every g and off.

    da is eliminated when the rank is small: M = J + A diag(theta) A' in (dw, dv) with A = [G'; E],
    J = diag(1, 0). Otherwise dw is: H = GG' + diag(1 / theta) in da, and dv from E H^-1 E'.
    """

    program: Program
    theta: Array
    factored: tuple[Array, bool]
    toward_v: Array | None  # H^-1 E'

    @classmethod
    def at(cls, program: Program, gram: Array | None, theta: Array) -> _System:
        if gram is not None:
            H = gram.copy()
            H[np.diag_indices(len(H))] += 1.0 / theta
            factored = _cholesky(H)
            return cls(program, theta, factored, _solve(factored, program.E.T))
        r = program.G.shape[1]
        A = np.vstack([program.G.T, program.E]) * np.sqrt(theta)
        M = A @ A.T
        M[np.diag_indices(r)] += 1.0
        return cls(program, theta, _cholesky(M), None)

    def solve(self, g: Array, off: Array) -> tuple[Array, Array]:
        """(da, dp) with dp = (dw, dv)."""
        G, E = self.program.G, self.program.E
        r = G.shape[1]
        if self.toward_v is None:
            weighted = self.theta * g
            dp = _solve(self.factored, np.append(weighted @ G, E @ weighted) + off)
            return self.theta * (g - G @ dp[:r] - dp[r:] @ E), dp
        free = _solve(self.factored, g - G @ off[:r])
        dv = np.linalg.solve(E @ self.toward_v, E @ free + off[r:])
        da = free - self.toward_v @ dv
        return da, np.append(da @ G + off[:r], dv)


def _cholesky(M: Array) -> tuple[Array, bool]:
    """The factor for `cho_solve`; the transpose because LAPACK stores by columns. M is lost."""
    factored, lower = cho_factor(M.T, overwrite_a=True, check_finite=False)
    return np.asarray(factored), bool(lower)


def _solve(factored: tuple[Array, bool], right: Array) -> Array:
    return np.asarray(cho_solve(factored, right, check_finite=False))
