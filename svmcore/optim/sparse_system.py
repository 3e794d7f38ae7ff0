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
from scipy.sparse import csr_matrix

from svmcore.arrays import Array, Indices
from svmcore.optim.budget import out_of_time
from svmcore.optim.newton_systems import TINY

SHARE = 0.1  # of the residual that a step leaves
EXACT_SHARE = 0.002  # the same where a step that is not exact may lead up
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

    @cached_property
    def lengths(self) -> Array:
        """|z_i|^2, shape (n,)."""
        X = self.X
        squared = csr_matrix((np.square(X.data), X.indices, X.indptr), X.shape)
        return np.asarray(squared @ np.ones(X.shape[1]) + self.column**2)

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

        return conjugate_gradients(product, -g, 1.0 / np.maximum(diagonal, TINY), SHARE)

    def dot(self, p: Array, q: Array, margins: Array | None = None) -> float:
        return float(p[: self.r] @ q[: self.r])


class SparseGram(SparseSystem):
    """The same without a free intercept for fewer rows than columns.

    p has the weights w, that of the column, and then beta, (n,) or (2 n,), with w = sum_i beta_i
    z_i. A step solves for the beta of the points on a parabola, as that of `Gram` does: rows of
    different lengths then cost no iterations.
    """

    def __init__(self, rows: SparseRows, signs: Array) -> None:
        super().__init__(rows, signs, intercept=False)

    def origin(self) -> Array:
        return np.zeros(self.r + len(self.signs))

    def margins(self, p: Array) -> Array:
        return super().margins(p[: self.r])

    def gradient(self, p: Array, alpha: Array) -> Array:
        off = p[self.r :] - self.signs * alpha
        return np.concatenate([super().gradient(p[: self.r], alpha), off])

    def direction(self, g: Array, D: Array) -> Array:
        active, rows, off = np.flatnonzero(D > TINY), self.rows, g[self.r :]
        change = -off
        change[active] = 0.0
        right, inverse = -off[active] / D[active], 1.0 / D[active]
        if len(active) < len(D) or len(D) > rows.n:
            rows = rows.some(active % rows.n)
            right -= rows.scores(self.rows.vector(self.folded(change)))

        def product(beta: Array) -> Array:
            return rows.scores(rows.vector(beta)) + inverse * beta

        diagonal = inverse + self.rows.lengths[active % self.rows.n]
        change[active] = conjugate_gradients(product, right, 1.0 / diagonal, EXACT_SHARE)
        return np.concatenate([self.rows.vector(self.folded(change)), change])


def conjugate_gradients(
    product: Callable[[Array], Array], b: Array, inverse: Array, share: float
) -> Array:
    """x with H x near b: of a positive definite H that `product` multiplies with.

    inverse : that of a diagonal near H, which is the preconditioner. share : of the residual, in
    the norm of the preconditioner, that is left
    """
    x, r = np.zeros_like(b), b.copy()
    z = inverse * r
    s, square = z.copy(), float(r @ z)
    goal = share**2 * square
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
