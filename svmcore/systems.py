"""What Newton's method asks of the place where w lives: features written down, or a Gram matrix.

The unknown p is (w, b) or (beta, b). Both systems make the same steps; which is cheaper depends on
whether there are more points or more features.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy.linalg import LinAlgError, lapack

from svmcore.arrays import Array

BLOCK = 1024  # rows that are multiplied at a time: they stay in the processor's cache
EPS = float(np.finfo(float).eps)


class System(Protocol):
    """Where w lives: p = (its coordinates, b), and what Newton's method asks of them."""

    @property
    def intercept(self) -> bool:
        """Whether there is a b; without one the last entry of p stays 0."""
        ...

    def origin(self) -> Array:
        """p of w = 0, b = 0."""
        ...

    def scores(self, p: Array) -> Array:
        """<w, phi(x_i)> + b, shape (n,)."""
        ...

    def gradient(self, p: Array, coef: Array) -> Array:
        """(w - sum_i coef_i phi(x_i), -sum_i coef_i) in the coordinates of p.

        One for each row of coef, shape (m, n).
        """
        ...

    def direction(self, g: Array, D: Array) -> Array:
        """dp with H dp = -g, H = diag(1, .., 1, 0) + sum_i D_i (phi(x_i), 1) (phi(x_i), 1)'."""
        ...

    def dot(self, p: Array, q: Array, scores: Array | None = None) -> float:
        """The product of the w of p and the w of q, whose scores may be known."""
        ...


@dataclass(frozen=True, eq=False)
class Features:
    """phi(x_i) written down: A = (phi, 1), shape (n, r + 1), or (phi, 0), and p = (w, b).

    A step costs n r^2.
    """

    A: Array
    intercept: bool = True

    def origin(self) -> Array:
        return np.zeros(self.A.shape[1])

    def scores(self, p: Array) -> Array:
        return np.asarray(self.A @ p)

    def gradient(self, p: Array, coef: Array) -> Array:
        g = -(coef @ self.A)
        g[:, :-1] += p[:-1]
        return np.asarray(g)

    def direction(self, g: Array, D: Array) -> Array:
        active = D.nonzero()[0]
        H = np.zeros((len(g), len(g)))
        for start in range(0, len(active), BLOCK):
            rows = active[start : start + BLOCK]
            part = self.A[rows] * np.sqrt(D[rows])[:, None]
            H += part.T @ part
        H.ravel()[: -1 : len(g) + 1] += 1.0
        if H[-1, -1] == 0.0:  # no b, or no point that asks for another one
            H[-1, -1] = 1.0
        return -_solve(H, g)

    def dot(self, p: Array, q: Array, scores: Array | None = None) -> float:
        return float(p[:-1] @ q[:-1])


@dataclass(frozen=True, eq=False)
class Gram:
    """w = sum_i beta_i phi(x_i), given K, shape (n, n), and p = (beta, b).

    A step costs m^3 with m the number of points on a parabola: for these, K + 1 / D is factored;
    the others go to where they belong, beta = coef, at once.
    """

    K: Array
    intercept: bool = True

    def origin(self) -> Array:
        return np.zeros(len(self.K) + 1)

    def scores(self, p: Array) -> Array:
        return np.asarray(self.K @ p[:-1] + p[-1])

    def gradient(self, p: Array, coef: Array) -> Array:
        balance = -coef.sum(1) if self.intercept else np.zeros(len(coef))
        return np.column_stack([p[:-1] - coef, balance])

    def direction(self, g: Array, D: Array) -> Array:
        """d beta = -g - D (K d beta + db), the first lines of H dp = -g in these coordinates.

        Their sum and the last line give sum d beta = g_b - sum of the other g.
        """
        active = D.nonzero()[0]
        change = -g
        change[active] = change[-1] = 0.0
        if not len(active):
            return change
        H = self.K[np.ix_(active, active)]
        H.ravel()[:: len(H) + 1] += 1.0 / D[active]
        right = np.ones((len(active), 2))
        right[:, 0] = -g[active] / D[active] - self.K[active] @ change[:-1]
        alone, each = _solve(H, right).T
        if self.intercept:
            missing = g[-1] - g[:-1].sum() - change.sum()
            change[-1] = (alone.sum() - missing) / each.sum()
        change[active] = alone - change[-1] * each
        return np.asarray(change)

    def dot(self, p: Array, q: Array, scores: Array | None = None) -> float:
        there = self.K @ q[:-1] if scores is None else scores - q[-1]
        return float(p[:-1] @ there)


def _solve(H: Array, right: Array) -> Array:
    """H^-1 right by Cholesky; where rounding errors hide the small end of H, of H and a little."""
    unit = 1.0 / np.sqrt(H.diagonal())  # the entry of b alone has the size of sum D
    H = unit[:, None] * H * unit
    right = (unit * right.T).T
    noise = 0.0
    while noise < 1.0:
        _, x, info = lapack.dposv(H, right, lower=1)
        if not info:
            return np.asarray((unit * x.T).T)
        noise = 100.0 * noise or len(H) * EPS
        H.ravel()[:: len(H) + 1] += noise
    raise LinAlgError("not positive definite")
