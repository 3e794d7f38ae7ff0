"""The linear systems of Newton's method: in explicit features, or with a Gram matrix.

The unknown p is (w, v) or (beta, v), where v costs nothing: an intercept, none, or the multipliers
of several constraints. Both systems make the same steps; which is cheaper depends on whether there
are more points or more features. Source: see `svmcore.engine.newton`.
"""

from typing import Protocol

import numpy as np

from svmcore.arrays import Array
from svmcore.optim.cholesky import regularised_inverse

BLOCK_ROWS = 1024  # rows that are multiplied at a time: they stay in the processor's cache
TINY = float(np.finfo(float).tiny)  # the least number whose reciprocal is one


class System(Protocol):
    """The linear system of a Newton step in p = (coordinates of w, v).

    total : what each v costs in the objective, total'v; its shape, (k,), says how many there are.
    """

    total: Array

    def origin(self) -> Array:
        """p of w = 0, v = 0."""

    def margins(self, p: Array) -> Array:
        """y_i (<w, phi(x_i)> + b), shape (n,)."""

    def gradient(self, p: Array, alpha: Array) -> Array:
        """(w - sum_i alpha_i y_i phi(x_i), total - y'alpha) in the coordinates of p."""

    def direction(self, g: Array, D: Array) -> Array:
        """dp with H dp = -g, H = diag(1, .., 1, 0) + sum_i D_i (phi(x_i), 1) (phi(x_i), 1)'."""

    def dot(self, p: Array, q: Array, margins: Array | None = None) -> float:
        """The product of the w of p and the w of q, whose margins may be known."""


class Features:
    """phi(x_i) written down: A = y (phi, 1), shape (n, r + k), or y phi without an intercept.

    A step costs n r^2, and less where few points have changed their piece since the last one.
    """

    def __init__(self, A: Array, total: Array) -> None:
        self.A, self.total = A, total
        self.r = A.shape[1] - len(total)
        self.H = np.zeros((A.shape[1], A.shape[1]))
        self.D = np.zeros(len(A))  # the sum in H is over these

    def origin(self) -> Array:
        return np.zeros(self.A.shape[1])

    def margins(self, p: Array) -> Array:
        return np.asarray(self.A @ p)

    def gradient(self, p: Array, alpha: Array) -> Array:
        g = -(alpha @ self.A)
        g[: self.r] += p[: self.r]
        g[self.r :] += self.total
        return np.asarray(g)

    def direction(self, g: Array, D: Array) -> Array:
        self._update(D)
        H = self.H.copy()
        diagonal = H.ravel()[:: len(g) + 1]
        diagonal[: self.r] += 1.0
        diagonal[diagonal <= 0.0] = 1.0  # no point asks for another v
        return -regularised_inverse(H)(g)

    def dot(self, p: Array, q: Array, margins: Array | None = None) -> float:
        return float(p[: self.r] @ q[: self.r])

    def _update(self, D: Array) -> None:
        """Bring the sum from the last D to this one, or start again if that is not more work.

        So rounding errors are of the size of the sum itself, never of a larger one before it.
        """
        change, active = D - self.D, (D > 0.0).nonzero()[0]
        rows = (change != 0.0).nonzero()[0]
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
    """A Gram matrix K, shape (n, n), and p = (beta, b) or beta, w = sum_i beta_i phi(x_i).

    A step costs the cube of the number of points on a parabola: for these, K + 1 / D is factored;
    the others go to where they belong, beta = y alpha, at once.
    """

    def __init__(self, K: Array, y: Array, *, intercept: bool = True) -> None:
        self.K, self.y = K, y
        self.total = np.zeros(int(intercept))

    def origin(self) -> Array:
        return np.zeros(len(self.K) + len(self.total))

    def margins(self, p: Array) -> Array:
        beta, v = self._split(p)
        return np.asarray(self.y * (self.K @ beta + v.sum()))

    def gradient(self, p: Array, alpha: Array) -> Array:
        beta, v = self._split(p)
        coef = self.y * alpha
        return np.concatenate([beta - coef, np.full(v.shape, -coef.sum())])

    def direction(self, g: Array, D: Array) -> Array:
        """d beta = -g - D (K d beta + db), the first lines of H dp = -g in these coordinates.

        Their sum and the last line give sum d beta = g_b - sum of the other g.
        """
        active = (D > TINY).nonzero()[0]
        g, g_b = self._split(g)
        change = -g
        change[active] = 0.0
        if not len(active):
            return np.concatenate([change, np.zeros(g_b.shape)])
        H = self.K[np.ix_(active, active)]
        H.ravel()[:: len(H) + 1] += 1.0 / D[active]
        right = np.ones((len(active), 1 + len(g_b)))
        right[:, 0] = -g[active] / D[active] - self.K[active] @ change
        solved = regularised_inverse(H)(right)
        db = np.zeros(len(g_b))
        if len(db):
            missing = g_b - g.sum() - change.sum()
            db = (solved[:, 0].sum() - missing) / solved[:, 1].sum()
        change[active] = solved[:, 0] - solved[:, 1:] @ db
        return np.append(change, db)

    def dot(self, p: Array, q: Array, margins: Array | None = None) -> float:
        beta, v = self._split(q)
        scores = self.K @ beta if margins is None else self.y * margins - v.sum()
        return float(p[: len(self.K)] @ scores)

    def _split(self, p: Array) -> tuple[Array, Array]:
        return p[: len(self.K)], p[len(self.K) :]
