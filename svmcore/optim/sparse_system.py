"""The linear system of Newton's method on a sparse X, which is multiplied and never written out.

A step solves (diag(1, .., 1, 0) + Z'DZ) dp = -g for Z = (X, s), where s is a column of one number
that stands for an intercept, by conjugate gradients: each of their iterations costs a product with
X and one with X', and they end early, as a step that is not exact serves as well.

Sources: Lin, Weng and Keerthi, Trust region Newton method for large-scale logistic regression,
JMLR 9 (2008), https://www.jmlr.org/papers/v9/lin08b.html; for the iteration, Nocedal and Wright,
Numerical Optimization (2006), algorithm 5.3, https://doi.org/10.1007/978-0-387-40065-5
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from svmcore.arrays import Array, Indices
from svmcore.optim.budget import out_of_time
from svmcore.optim.newton_systems import TINY

SHARE = 0.1  # of the residual, in the norm of the preconditioner, that a step leaves
MAX_PRODUCTS = 1000  # iterations of a step
FEW_ROWS = 0.7  # share of the rows below which their copy is sooner made than they are all tried


class SparseRows:
    """The rows z_i = (x_i, column) of a CSR matrix X, shape (n, d), and of a column of one number.

    column : what stands for the intercept; 0 where there is none
    """

    def __init__(self, X: Any, column: float) -> None:
        self.X, self.transposed, self.column = X, X.T, column
        self.n, self.size = X.shape[0], X.shape[1] + 1

    @cached_property
    def squares(self) -> Array:
        """The sum of squares in each column of (X, column), shape (d + 1,)."""
        own = np.bincount(self.X.indices, np.square(self.X.data), self.X.shape[1])
        return np.append(own, self.n * self.column**2)

    def scores(self, p: Array) -> Array:
        """<z_i, p>, shape (n,)."""
        scores: Array = self.X @ p[:-1]
        scores += self.column * p[-1]
        return scores

    def vector(self, coef: Array) -> Array:
        """sum_i coef_i z_i, shape (d + 1,)."""
        total = np.empty(self.size)
        total[:-1] = self.transposed @ coef
        total[-1] = self.column * coef.sum()
        return total

    def some(self, rows: Indices) -> "SparseRows":
        """These rows alone."""
        return SparseRows(self.X[rows], self.column)


class SparseSystem:
    """The `System` of rows with signs, (n,) or (2 n,), two for each point: above and below a tube.

    p has the weights and then that of the column, which is free where `intercept` says so and
    costs the square of any weight where not.
    """

    def __init__(self, rows: SparseRows, signs: Array, *, intercept: bool) -> None:
        self.rows, self.signs, self.total = rows, signs, np.zeros(int(intercept))
        self.r = rows.size - int(intercept)

    def origin(self) -> Array:
        return np.zeros(self.rows.size)

    def margins(self, p: Array) -> Array:
        scores = self.rows.scores(p)
        return np.tile(scores, len(self.signs) // len(scores)) * self.signs

    def gradient(self, p: Array, alpha: Array) -> Array:
        g = -self.rows.vector(self.folded(self.signs * alpha))
        g[: self.r] += p[: self.r]
        return g

    def folded(self, values: Array) -> Array:
        """The sum of what the signs of each point have, shape (n,)."""
        return values if len(values) == self.rows.n else values.reshape(-1, self.rows.n).sum(0)

    def direction(self, g: Array, D: Array) -> Array:
        D, rows = self.folded(D), self.rows
        diagonal = rows.squares * (D.sum() / rows.n)
        diagonal[: self.r] += 1.0
        active = np.flatnonzero(D)
        if len(active) < FEW_ROWS * rows.n:
            rows, D = rows.some(active), D[active]

        def product(p: Array) -> Array:
            moved = rows.vector(D * rows.scores(p))
            moved[: self.r] += p[: self.r]
            return moved

        return conjugate_gradients(product, -g, 1.0 / np.maximum(diagonal, TINY))

    def dot(self, p: Array, q: Array, margins: Array | None = None) -> float:
        return float(p[: self.r] @ q[: self.r])


def conjugate_gradients(product: Callable[[Array], Array], b: Array, inverse: Array) -> Array:
    """x with H x near b: of a positive definite H that `product` multiplies with.

    inverse : that of a diagonal near H, which is the preconditioner
    """
    x, r = np.zeros_like(b), b.copy()
    z = inverse * r
    s, square = z.copy(), float(r @ z)
    goal = SHARE**2 * square
    for _ in range(MAX_PRODUCTS):
        if square <= goal or out_of_time():
            break
        moved = product(s)
        curvature = float(s @ moved)
        if not curvature > 0.0:
            break
        step = square / curvature
        x += step * s
        r -= step * moved
        np.multiply(inverse, r, out=z)
        last, square = square, float(r @ z)
        s *= square / last
        s += z
    return x
