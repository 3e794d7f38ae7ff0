"""The l1-penalised squared hinge by a primal-dual interior-point method.

    min over w of sum_j |w_j| + sum_i C_i max(0, 1 - <a_i, w>)^2,

for the rows a_i of A, shape (n, d). With w = u - v and u, v >= 0 its optimum is where

    A w + alpha / (2 C) - 1 = s,  A'alpha + upper = 1,  lower - A'alpha = 1,
    alpha s = 0,  upper u = 0,  lower v = 0,  and all of these are >= 0.

With a bias y b beside A w, which costs nothing, y'alpha = 0 as well.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from svmcore.arrays import Array

STEP_SHARE = 0.995  # share of the way to the nearest bound that a step may take
PATIENCE = 5  # steps without progress after which only rounding errors are left to reduce
RIDGE = 1e-3  # of the start, in units of what the points give a weight
SCALES = 2.0 ** np.arange(-20, 21)
JITTER = 1e-15  # of the diagonal, the least that helps a factorisation

Solver = Callable[[Array, Array], tuple[Array, Array]]


class L1Point(NamedTuple):
    """A point strictly inside: z = (alpha, upper, lower), t = (s, u, v), both (n + 2 d,); and b."""

    z: Array
    t: Array
    n: int
    b: float = 0.0

    @property
    def alpha(self) -> Array:
        """The multipliers of the points, shape (n,)."""
        return self.z[: self.n]

    @property
    def w(self) -> Array:
        """The weights, shape (d,)."""
        u, v = np.split(self.t[self.n :], 2)
        return np.asarray(u - v)

    @property
    def signs(self) -> Array:
        """The signs that the weights tend to, shape (d,); 0 for one that tends to 0."""
        u, v = np.split(self.t[self.n :] > self.z[self.n :], 2)
        return u.astype(np.float64) - v


def l1_walk(A: Array, C: Array, bias: Array | None = None) -> Iterator[L1Point]:
    """Points ever nearer to the optimum; the walk ends where rounding errors stop it.

    bias : y, (n,), where there is a b.

    Newton's method on the conditions above with products mu instead of 0, mu falling to 0, and
    Mehrotra's corrector. w is a variable of its own and never recomputed from alpha.

    Source: Mehrotra, On the implementation of a primal-dual interior point method, SIAM J. Optim. 2
    (1992), https://doi.org/10.1137/0802028
    """
    point = _start(A, C)
    best = least = np.inf
    waited = 0
    while True:
        z, t, n, b = point
        q = point.alpha @ A
        _, upper, lower = np.split(z, [n, n + len(q)])
        off_s = A @ point.w + 0.5 * point.alpha / C - 1.0 - t[:n]
        off_b = 0.0 if bias is None else float(bias @ point.alpha)
        off_s = off_s if bias is None else off_s + b * bias
        off_q = np.concatenate([upper + q - 1.0, lower - q - 1.0])
        error = float(z @ t + np.abs(off_s) @ z[:n] + np.abs(off_q) @ t[n:]) + abs(off_b * b)
        missed = max(float(np.abs(off_s).max()), float(np.abs(off_q).max()), abs(off_b))
        waited = 0 if error < best or missed < least else waited + 1
        best, least = min(best, error), min(least, missed)
        if not np.isfinite(error) or waited == PATIENCE:
            return
        yield point
        try:
            point = _stepped(A, C, point, bias, off_s, off_q)
        except (LinAlgError, ValueError):
            return


def _start(A: Array, C: Array) -> L1Point:
    """A ridge fit to 1 for every point, scaled, with products that are all alike."""
    n, d = A.shape
    weight = np.minimum(1.0, C)
    square = np.square(A).T @ weight
    square = np.where(square > 0.0, square, 1.0)
    if d < n:
        w = _factored((A.T * weight) @ A, RIDGE * square)(weight @ A)
    else:
        w = (_factored((A / square) @ A.T, RIDGE / weight)(np.ones(n)) @ A) / square
    f = A @ w
    costs = SCALES * np.abs(w).sum() + np.square(np.maximum(0.0, 1.0 - SCALES[:, None] * f)) @ C
    scale = SCALES[costs.argmin()]
    mu, ahead = float(costs.min()) / (n + 2 * d), scale * f - 1.0
    # alpha s = mu and s - alpha / (2 C) = ahead, by the root that loses no digits
    larger = 0.5 * (np.abs(ahead) + np.hypot(ahead, np.sqrt(2.0 * mu / C)))
    s = np.where(ahead > 0.0, larger, 0.5 * mu / C / larger)
    room = 1.0 + np.abs((mu / s) @ A)
    v = np.maximum(0.0, -scale * w) + mu / room
    t = np.concatenate([s, v + scale * w, v])
    return L1Point(np.concatenate([mu / s, room, room]), t, n)


def _stepped(
    A: Array, C: Array, point: L1Point, bias: Array | None, off_s: Array, off_q: Array
) -> L1Point:
    """The point after one step."""
    z, t, n, b = point
    ratio, still = t / z, np.concatenate([np.zeros(n), -off_q])
    rates = np.split(ratio[n:], 2)
    solver = _system(A, 0.5 / C + ratio[:n], rates[0] + rates[1])
    own = None if bias is None else solver(bias, np.zeros(A.shape[1]))

    def toward(products: Array) -> tuple[Array, Array, float, float]:
        """The change of (z, t) and b that makes the products of z and t what they should be."""
        wanted = products / z - t
        s, u, v = np.split(wanted - ratio * still, [n, n + A.shape[1]])
        da, dq = solver(s - off_s, u - v)
        db = 0.0
        if bias is not None and own is not None:
            db = float(bias @ (da + point.alpha)) / float(bias @ own[0])
            da, dq = da - db * own[0], dq - db * own[1]
        dz = still + np.concatenate([da, -dq, dq])
        dt = wanted - ratio * dz
        return dz, dt, db, -min(float((dz / z).min()), float((dt / t).min()))

    dz, dt, _, steepest = toward(np.zeros_like(z))
    length = 1.0 / max(1.0, steepest)
    left = float((z + length * dz) @ (t + length * dt)) / float(z @ t)
    mu = float(z @ t) / len(z) * left**3
    dz, dt, db, steepest = toward(mu - dz * dt)
    length = 1.0 / max(1.0, steepest / STEP_SHARE)
    return L1Point(z + length * dz, t + length * dt, n, b + length * db)


def _system(A: Array, F: Array, E: Array) -> Solver:
    """(da, dq) with A dw + F da = g, dw = h + E dq and dq = A'da, by the smaller system."""
    n, d = A.shape
    if n <= d:
        whole = _factored((A * E) @ A.T, F)

        def dense(g: Array, h: Array) -> tuple[Array, Array]:
            da = whole(g - A @ h)
            return da, da @ A

        return dense
    small = _factored((A.T / F) @ A, 1.0 / E)

    def thin(g: Array, h: Array) -> tuple[Array, Array]:
        dw = small(h / E + (g / F) @ A)
        return (g - A @ dw) / F, (dw - h) / E  # by dw, which E would rob of its digits

    return thin


def _factored(M: Array, diagonal: Array) -> Callable[[Array], Array]:
    """Products with (M + diagonal)^-1, or of that and a little where rounding errors hide it."""
    M.ravel()[:: len(M) + 1] += diagonal
    unit = 1.0 / np.sqrt(M.diagonal())
    M *= unit[:, None] * unit
    noise = 0.0
    while True:
        try:
            factor = cho_factor(M, lower=True)
            break
        except LinAlgError:
            if noise > 1.0:
                raise
            noise = 10.0 * noise or JITTER
            M.ravel()[:: len(M) + 1] += noise
    return lambda right: np.asarray(unit * cho_solve(factor, unit * right))
