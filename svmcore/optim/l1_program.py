"""The l1-penalised squared hinge by a primal-dual interior-point method.

    min over w of sum_j |w_j| + sum_i C_i max(0, 1 - <a_i, w>)^2,

for the rows a_i of A, shape (n, d). With w = u - v and u, v >= 0 its optimum is where

    A w + alpha / (2 C) - 1 = s,  A'alpha + upper = 1,  lower - A'alpha = 1,
    alpha s = 0,  upper u = 0,  lower v = 0,  and all of these are >= 0.

With a bias y b beside A w, which costs nothing, y'alpha = 0 as well.
"""

from collections.abc import Callable, Iterator

import numpy as np

from svmcore.arrays import Array
from svmcore.optim.box_program import SCALES
from svmcore.optim.cholesky import regularised_inverse
from svmcore.optim.interior_point import PathPoint, interior_path

RIDGE = 1e-3  # of the start, in units of what the points give a weight

Solver = Callable[[Array, Array], tuple[Array, Array]]


def l1_path(A: Array, C: Array, bias: Array | None = None) -> Iterator[PathPoint]:
    """Points ever nearer to the optimum: `interior_path`.

    bias : y, (n,), where there is a b. z = (alpha, upper, lower), t = (s, u, v), both (n + 2 d,);
    p = (b,), empty without one. w is never recomputed from alpha.
    """
    z, t = _start(A, C)
    return interior_path(_L1Equations(A, C, bias), z, t, np.zeros(0 if bias is None else 1))


def weights_of(point: PathPoint, n: int) -> Array:
    """w, shape (d,), of a point for n rows."""
    u, v = np.split(point.t[n:], 2)
    return np.asarray(u - v)


def signs_of(point: PathPoint, n: int) -> Array:
    """The signs that the weights tend to, shape (d,); 0 for one that tends to 0."""
    u, v = np.split(point.t[n:] > point.z[n:], 2)
    return u.astype(np.float64) - v


class _L1Equations:
    """The equations above; their system is the smaller one of shapes (n, n) and (d, d)."""

    def __init__(self, A: Array, C: Array, bias: Array | None) -> None:
        self.A, self.C = A, C
        self.biases = np.zeros((0, len(A))) if bias is None else bias[None]

    def residuals(self, z: Array, t: Array, p: Array) -> list[tuple[Array, Array]]:
        n, d = self.A.shape
        alpha, upper, lower = np.split(z, [n, n + d])
        q = alpha @ self.A
        self.off_s = self.A @ weights_of(PathPoint(z, t, p, 0.0), n) + 0.5 * alpha / self.C - 1.0
        self.off_s += p @ self.biases - t[:n]
        self.off_q = np.concatenate([upper + q - 1.0, lower - q - 1.0])
        self.off_b = self.biases @ alpha
        return [(self.off_s, alpha), (self.off_q, t[n:]), (self.off_b, p)]

    def factor(self, ratio: Array) -> None:
        n, d = self.A.shape
        self.rates = ratio[n:]
        solver = _system(self.A, 0.5 / self.C + ratio[:n], self.rates[:d] + self.rates[d:])
        self.solver = solver
        self.towards = [solver(row, np.zeros(d)) for row in self.biases]

    def solve(self, wanted: Array, dz: Array) -> Array:
        n = len(self.A)
        still = -self.off_q
        u, v = np.split(wanted[n:] - self.rates * still, 2)
        da, dq = self.solver(wanted[:n] - self.off_s, u - v)
        dp = np.zeros(len(self.biases))
        for k, (da_b, dq_b) in enumerate(self.towards):
            row = self.biases[k]
            dp[k] = (float(row @ da) + self.off_b[k]) / float(row @ da_b)
            da, dq = da - dp[k] * da_b, dq - dp[k] * dq_b
        dz[:n] = da
        dz[n:] = still + np.concatenate([-dq, dq])
        return dp


def _start(A: Array, C: Array) -> tuple[Array, Array]:
    """A ridge fit to 1 for every point, scaled, with products that are all alike."""
    n, d = A.shape
    weight = np.minimum(1.0, C)
    square = np.square(A).T @ weight
    square = np.where(square > 0.0, square, 1.0)
    if d < n:
        w = _shifted((A.T * weight) @ A, RIDGE * square)(weight @ A)
    else:
        w = (_shifted((A / square) @ A.T, RIDGE / weight)(np.ones(n)) @ A) / square
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
    return np.concatenate([mu / s, room, room]), t


def _shifted(M: Array, diagonal: Array) -> Callable[[Array], Array]:
    """Products with (M + diagonal)^-1; M is overwritten."""
    M.ravel()[:: len(M) + 1] += diagonal
    return regularised_inverse(M)


def _system(A: Array, F: Array, E: Array) -> Solver:
    """(da, dq) with A dw + F da = g, dw = h + E dq and dq = A'da, by the smaller system."""
    n, d = A.shape
    if n <= d:
        whole = _shifted((A * E) @ A.T, F)

        def dense(g: Array, h: Array) -> tuple[Array, Array]:
            da = whole(g - A @ h)
            return da, da @ A

        return dense
    small = _shifted((A.T / F) @ A, 1.0 / E)

    def thin(g: Array, h: Array) -> tuple[Array, Array]:
        dw = small(h / E + (g / F) @ A)
        return (g - A @ dw) / F, (dw - h) / E  # by dw, which E would rob of its digits

    return thin
