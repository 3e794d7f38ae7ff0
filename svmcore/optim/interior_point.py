"""Convex quadratic programs over a box, by a primal-dual interior-point method.

No word of machine learning here: the dual of the soft margin, regression and the distance of two
convex hulls are each a `Program`, and `central_path` walks to its solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.linalg import LinAlgError, lapack, solve

from svmcore.arrays import Array

STEP_SHARE = 0.995  # share of the way to the nearest bound that a step may take
PATIENCE = 5  # steps without progress after which only rounding errors are left to reduce
ZERO_VALUE = 1e-14  # of the largest value on the way: an optimum of 0 is reached there


class Program(NamedTuple):
    """Quadratic program: min 1/2 |w|^2 - q'a, w = G'a + shift,  with  E a = e,  0 <= a <= upper.

    G : (n, r), q : (n,), E : (k, n), e : (k,), upper : (n,) or None where a has no upper bound,
    shift : (r,) or None for 0.

    With multipliers p = (w, v), v for E a = e, and f = G w + E'v, the optimum is where
    s - x = f - q, a s = 0 and (upper - a) x = 0 for some s, x >= 0.
    """

    G: Array
    q: Array
    E: Array
    e: Array
    upper: Array | None
    shift: Array | None = None


class BoxPoint(NamedTuple):
    """A point strictly inside the bounds; m is 2 with an upper bound and 1 without.

    z : (m, n), a and upper - a. t : (m, n), their multipliers s and x. p : (r + k,), w and v.
    error : the duality gap, plus what the violated equations are worth in its unit.
    """

    z: Array
    t: Array
    p: Array
    error: float

    @property
    def a(self) -> Array:
        """The variable of the program."""
        return np.asarray(self.z[0])


@dataclass
class ErrorScale:
    """What errors are measured by: the value, or the rounding errors of the largest one so far."""

    most: float = float(np.finfo(float).tiny)

    def relative(self, error: float, value: float) -> float:
        """The error over the size of the value; at an optimum of 0, over what rounding leaves."""
        self.most = max(self.most, abs(value), error)
        return error / max(abs(value), ZERO_VALUE * self.most)


def central_path(program: Program, z: Array, t: Array, p: Array) -> Iterator[BoxPoint]:
    """Primal-dual interior-point method: points ever nearer to the solution, the start first.

    Newton's method on the conditions of `Program` with z t = mu instead of 0, mu falling to 0.
    w is a variable of its own and never recomputed from a, which is what keeps the last digits.
    The direction for mu = 0 shows by how much mu can fall, and its second-order term dz dt; both
    go into the direction that is taken, as far as z and t stay positive. The walk ends by itself
    where rounding errors stop it.

    Sources: Woodsend and Gondzio, Exploiting separability in large-scale linear support vector
    machine training, Comput. Optim. Appl. 49 (2011), https://doi.org/10.1007/s10589-009-9296-8;
    Mehrotra, On the implementation of a primal-dual interior point method, SIAM J. Optim. 2 (1992),
    https://doi.org/10.1137/0802028
    """
    G, q, E, e, upper, shift = program
    r, m = G.shape[1], len(z)
    A = np.concatenate([G.T, E])
    system = _Dense(A, r) if 2 * r > len(q) else _Thin(A, r)
    target = np.concatenate([np.zeros(r) if shift is None else -shift, e])
    S, D = np.concatenate([z, t]), np.empty((2 * m, len(q)))  # (z, t) and the change of both
    best = least = np.inf
    waited = 0
    while waited < PATIENCE:
        z, t = S[:m], S[m:]
        h = q - p @ A
        off_f = h + t[0] if upper is None else h + t[0] - t[1]
        off_p = A @ z[0] - target
        off_p[:r] -= p[:r]
        missed = float(np.abs(off_p).max())
        error = float(np.vdot(z, t) + np.abs(off_f) @ z[0] + np.abs(off_p) @ np.abs(p))
        if error < best:
            yield BoxPoint(z, t, p, error)
        waited = 0 if error < best or missed < least else waited + 1
        best, least = min(best, error), min(least, missed)
        # numbers that grow too large end the walk; that is not worth a warning
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            try:
                dp, length = _step(system, S, D, h, off_f, off_p)
            except LinAlgError:
                return
            S, p = S + length * D, p + length * dp


def _step(
    system: _Thin | _Dense, S: Array, D: Array, h: Array, off_f: Array, off_p: Array
) -> tuple[Array, float]:
    """Write the change of (z, t) into D; return that of p and how far to go along both."""
    m = len(S) // 2
    z, t, dz, dt = S[:m], S[m:], D[:m], D[m:]
    ratio = t / z
    system.factor(1.0 / (ratio[0] if m == 1 else ratio[0] + ratio[1]))

    def fill(da: Array, wanted: Array) -> None:
        dz[0] = da
        if m == 2:
            np.negative(da, out=dz[1])
        np.subtract(wanted, np.multiply(ratio, dz, out=dt), out=dt)

    fill(system.solve(h, off_p)[0], -t)
    length = 1.0 / max(STEP_SHARE, -float((D / S).min()))
    total = float(np.vdot(z, t))
    # z'dt + t'dz = -z't for this direction
    reached = (1.0 - length) * total + length**2 * float(np.vdot(dz, dt))
    mu = total / z.size * max(reached / total, 0.0) ** 3
    wanted = (mu - dz * dt) / z - t
    folded = wanted[0] if m == 1 else wanted[0] - wanted[1]
    da, dp = system.solve(off_f + folded, off_p)
    fill(da, wanted)
    return dp, min(1.0, STEP_SHARE / max(STEP_SHARE, -float((D / S).min())))


class _Thin:
    """da / theta + A'dp = g, J dp - A da = off, J = diag(1, 0), with da eliminated.

    M dp = A (theta g) + off with M = J + A diag(theta) A' of the small size r + k.
    """

    def __init__(self, A: Array, r: int) -> None:
        self.A, self.r = A, r

    def factor(self, theta: Array) -> None:
        root = self.A * np.sqrt(theta)
        M = root @ root.T
        M.ravel()[: self.r * (len(M) + 1) : len(M) + 1] += 1.0
        self.theta = theta
        self.M, info = lapack.dpotrf(M.T, lower=1, overwrite_a=1, clean=0)
        if info:
            raise LinAlgError("not positive definite")

    def solve(self, g: Array, off: Array) -> tuple[Array, Array]:
        dp, _ = lapack.dpotrs(self.M, self.A @ (self.theta * g) + off, lower=1)
        return self.theta * (g - dp @ self.A), dp


class _Dense:
    """The same with dw eliminated: H = G G' + diag(1 / theta) in da, and dv from E H^-1 E'."""

    def __init__(self, A: Array, r: int) -> None:
        self.A, self.r = A, r
        self.gram = A[:r].T @ A[:r]

    def factor(self, theta: Array) -> None:
        H = self.gram.copy()
        H.ravel()[:: len(H) + 1] += 1.0 / theta
        self.H, info = lapack.dpotrf(H.T, lower=1, overwrite_a=1, clean=0)
        if info:
            raise LinAlgError("not positive definite")
        self.toward_v, _ = lapack.dpotrs(self.H, self.A[self.r :].T, lower=1)

    def solve(self, g: Array, off: Array) -> tuple[Array, Array]:
        G, E, r = self.A[: self.r], self.A[self.r :], self.r
        free, _ = lapack.dpotrs(self.H, g - off[:r] @ G, lower=1)
        dv = np.linalg.solve(E @ self.toward_v, E @ free + off[r:])
        da = free - self.toward_v @ dv
        return da, np.concatenate([G @ da + off[:r], dv])


MIN_MU = 1e-3  # least mu, in units of what one slack of 1 a point would give it
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
    mu = max(mu, MIN_MU * float(weights.mean()) * float(np.abs(q).max() or 1.0))
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
