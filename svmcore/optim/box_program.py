"""Convex quadratic programs over a box, by the interior-point method.

No word of machine learning here: the dual of the soft margin, regression and the distance of two
convex hulls are each a `Program`, and `central_path` leads to its solution.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from scipy.linalg import lapack

from svmcore.arrays import Array
from svmcore.optim.cholesky import cholesky, regularised_inverse
from svmcore.optim.interior_point import PathPoint, interior_path


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


def central_path(program: Program, z: Array, t: Array, p: Array) -> Iterator[PathPoint]:
    """Points ever nearer to the solution, from a start strictly inside the bounds: `interior_path`.

    z : (m, n), a and upper - a, m = 1 without an upper bound. t : (m, n), their multipliers s and
    x. p : (r + k,), w and v. w is a variable of its own and never recomputed from a, which is what
    keeps the last digits. error is the duality gap, and what the violated equations are worth.

    Source: Woodsend and Gondzio, Exploiting separability in large-scale linear support vector
    machine training, Comput. Optim. Appl. 49 (2011), https://doi.org/10.1007/s10589-009-9296-8
    """
    return interior_path(_BoxEquations(program), z, t, p)


class _BoxEquations:
    """s - x = f - q, where x is missing without an upper bound, and  w = G'a + shift,  E a = e.

    Of the variables (a, upper - a) the second follows from the first.
    """

    def __init__(self, program: Program) -> None:
        G, self.q, E, e, _, shift = program
        self.r = r = G.shape[1]
        self.A = np.concatenate([G.T, E])
        self.system = _Dense(self.A, r) if 2 * r > len(self.q) else _Thin(self.A, r)
        self.target = np.concatenate([np.zeros(r) if shift is None else -shift, e])

    def residuals(self, z: Array, t: Array, p: Array) -> list[tuple[Array, Array]]:
        self.off_f = self.q - p @ self.A + _net(t)
        self.off_p = self.A @ z[0] - self.target
        self.off_p[: self.r] -= p[: self.r]
        return [(self.off_f, z[0]), (self.off_p, p)]

    def factor(self, ratio: Array) -> None:
        self.system.factor(1.0 / (ratio[0] if len(ratio) == 1 else ratio[0] + ratio[1]))

    def solve(self, wanted: Array, dz: Array) -> Array:
        dz[0], dp = self.system.solve(self.off_f + _net(wanted), self.off_p)
        if len(dz) == 2:
            np.negative(dz[0], out=dz[1])
        return dp


def _net(rows: Array) -> Array:
    """What both bounds do to a: the first row less the second, if there is one."""
    return np.asarray(rows[0] if len(rows) == 1 else rows[0] - rows[1])


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
        self.theta, self.M = theta, cholesky(M)

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
        self.H = cholesky(H)
        self.toward_v, _ = lapack.dpotrs(self.H, self.A[self.r :].T, lower=1)

    def solve(self, g: Array, off: Array) -> tuple[Array, Array]:
        G, E, r = self.A[: self.r], self.A[self.r :], self.r
        free, _ = lapack.dpotrs(self.H, g - off[:r] @ G, lower=1)
        dv = np.linalg.solve(E @ self.toward_v, E @ free + off[r:])
        da = free - self.toward_v @ dv
        return da, np.concatenate([G @ da + off[:r], dv])


MIN_MU = 1e-3  # least mu, in units of what one slack of 1 a point would give it
SCALES = 2.0 ** np.arange(-10, 11)


# numbers that grow too large give a start from which the path ends at once
@np.errstate(over="ignore", invalid="ignore", divide="ignore")
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
    """p = (w, v) and f of min 1/2 |w - shift|^2 + e'v + 1/2 sum weights_i (q_i - f_i)^2.

    Then scaled by the power of 2 that is best for the loss. Points at C shift w,
    so the weights of the others grow with C: sqrt(C) was measured to take the fewest steps.
    """
    G, q, E, e, C, shift = program
    r = G.shape[1]
    A = np.concatenate([G.T, E])
    assert C is not None
    weights = weights if shift is None else np.sqrt(C)
    pull = np.append(np.zeros(r) if shift is None else shift, -e)
    M = (A * weights) @ A.T
    M.ravel()[: r * (len(M) + 1) : len(M) + 1] += 1.0
    p = regularised_inverse(M)(A @ (weights * q) + pull)
    f = p @ A
    missing = np.maximum(0.0, q - SCALES[:, None] * f)
    costs = 0.5 * SCALES**2 * float(p[:r] @ p[:r]) + missing @ C - SCALES * float(p @ pull)
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
