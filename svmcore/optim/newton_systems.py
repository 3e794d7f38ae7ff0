"""The linear systems of Newton's method: in explicit features, or with a Gram matrix.

The unknown p is (w, b) or (beta, b). Both systems make the same steps; which is cheaper depends on
whether there are more points or more features. Source: see `svmcore.engine.newton`.
"""

from typing import Protocol

import numpy as np
from scipy.linalg import LinAlgError, lapack

from svmcore.arrays import Array

BLOCK_ROWS = 1024  # rows that are multiplied at a time: they stay in the processor's cache
FEW_COLUMNS = 5  # columns of A
EPS = float(np.finfo(float).eps)


class System(Protocol):
    """The linear system of a Newton step in p = (coordinates of w, b).

    intercept : whether there is a b; without one the last entry of p stays 0.
    """

    intercept: bool

    def origin(self) -> Array:
        """p of w = 0, b = 0."""

    def margins(self, p: Array) -> Array:
        """y_i (<w, phi(x_i)> + b), shape (n,)."""

    def gradient(self, p: Array, alpha: Array) -> Array:
        """(w - sum_i alpha_i y_i phi(x_i), -y'alpha) in the coordinates of p."""

    def direction(self, g: Array, D: Array) -> Array:
        """dp with H dp = -g, H = diag(1, .., 1, 0) + sum_i D_i (phi(x_i), 1) (phi(x_i), 1)'."""

    def dot(self, p: Array, q: Array, margins: Array | None = None) -> float:
        """The product of the w of p and the w of q, whose margins may be known."""


class Features:
    """phi(x_i) written down: A = y (phi, 1), shape (n, r + 1), or y (phi, 0), and p = (w, b).

    A step costs n r^2, and less where few points have changed their piece since the last one.
    """

    def __init__(self, A: Array, *, intercept: bool = True) -> None:
        self.A, self.intercept = A, intercept
        self.H = np.zeros((A.shape[1], A.shape[1]))
        self.D = np.zeros(len(A))  # the sum in H is over these

    def origin(self) -> Array:
        return np.zeros(self.A.shape[1])

    def margins(self, p: Array) -> Array:
        return np.asarray(self.A @ p)

    def gradient(self, p: Array, alpha: Array) -> Array:
        g = -(alpha @ self.A)
        g[:-1] += p[:-1]
        return np.asarray(g)

    def direction(self, g: Array, D: Array) -> Array:
        self._update(D)
        H = self.H.copy()
        H.ravel()[: -1 : len(g) + 1] += 1.0
        if H[-1, -1] <= 0.0:  # no b, or no point that asks for another one
            H[-1, -1] = 1.0
        return -_solve(H, g)

    def dot(self, p: Array, q: Array, margins: Array | None = None) -> float:
        return float(p[:-1] @ q[:-1])

    def _update(self, D: Array) -> None:
        """Bring the sum from the last D to this one, or start again if that is not more work.

        So rounding errors are of the size of the sum itself, never of a larger one before it.
        """
        if (
            self.A.shape[1] <= FEW_COLUMNS
        ):  # to look for the rows takes longer than to multiply them all
            self.H = (self.A.T * D) @ self.A
            return
        change = D - self.D
        rows, active = change.nonzero()[0], D.nonzero()[0]
        self.D = D
        if 2 * len(rows) >= len(active):
            self.H = np.zeros_like(self.H)
            rows, change = active, D
        if len(rows) == len(D) and D.min() == D.max():
            self.H += D[0] * (self.A.T @ self.A)
            return
        for start in range(0, len(rows), BLOCK_ROWS):
            some = rows[start : start + BLOCK_ROWS]
            part = self.A[some]
            self.H += (part * change[some, None]).T @ part


class Gram:
    """w = sum_i beta_i phi(x_i), given K, shape (n, n), and p = (beta, b).

    A step costs m^3 with m the number of points on a parabola: for these, K + 1 / D is factored;
    the others go to where they belong, beta = y alpha, at once.
    """

    def __init__(self, K: Array, y: Array, *, intercept: bool = True) -> None:
        self.K, self.y, self.intercept = K, y, intercept

    def origin(self) -> Array:
        return np.zeros(len(self.K) + 1)

    def margins(self, p: Array) -> Array:
        return np.asarray(self.y * (self.K @ p[:-1] + p[-1]))

    def gradient(self, p: Array, alpha: Array) -> Array:
        coef = self.y * alpha
        return np.append(p[:-1] - coef, -coef.sum() if self.intercept else 0.0)

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

    def dot(self, p: Array, q: Array, margins: Array | None = None) -> float:
        scores = self.K @ q[:-1] if margins is None else self.y * margins - q[-1]
        return float(p[:-1] @ scores)


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
