"""SMO: working-set selection (WSS 1 and 2) and the two-variable update, for any box and signs."""

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np

from svmcore.arrays import Array, Indices

TAU = 1e-12  # curvature below which a pair counts as flat, or as bent downwards: Q is indefinite

PairStep = tuple[int, int, float, float, float]


class MatrixRows(Protocol):
    """The rows of a symmetric matrix, each of shape (n,)."""

    def __getitem__(self, i: int, /) -> Array: ...


class SmoState:
    """State of SMO: the variables of a quadratic program, which move two at a time.

        min over x of 1/2 x'Qx - q'x   with   lower_i <= x_i <= upper_i   and   sum x fixed.

    A constraint sum_i y_i alpha_i = const with y in {-1, +1} is of this kind for x_i = y_i alpha_i,
    whose box is [0, C_i] or [-C_i, 0]: no step distinguishes labels. With E = q - Qx, x is optimal
    if and only if E_i <= E_j for all x_i below their upper and x_j above their lower bound; the
    violation is the largest E_i - E_j of such a pair, the maximal violating pair.

    Source: Fan, Chen and Lin, Working set selection using second order information for training
    support vector machines, JMLR 6 (2005), https://www.jmlr.org/papers/v6/fan05a.html

    x, E, lower, upper : (n,), the start, which is feasible, its E, and the box, maybe infinite
    rows, diagonal : the rows of Q, and its diagonal, (n,)
    flat : the least curvature that a pair is given
    roots : 1 / sqrt(curvature) of all pairs of each i met, which states of the same Q may share
    blocks : where several sums are fixed, one over each block, the variables of each
    up, low : (n,), E, but -inf in `up` where x_i is at its upper bound, inf in `low` at its lower
    """

    def __init__(
        self,
        x: Array,
        E: Array,
        lower: Array,
        upper: Array,
        rows: MatrixRows,
        diagonal: Array,
        *,
        flat: float = TAU,
        inverse_roots: dict[int, Array] | None = None,
        blocks: Sequence[Indices] = (),
    ) -> None:
        self.x, self.lower, self.upper = x.tolist(), lower.tolist(), upper.tolist()
        self.up, self.low = np.where(x < upper, E, -np.inf), np.where(x > lower, E, np.inf)
        self.rows, self.diagonal, self.flat, self.blocks = rows, diagonal, flat, blocks
        self.inverse_roots = {} if inverse_roots is None else inverse_roots

    @property
    def E(self) -> Array:
        """q - Qx, where x can move at all."""
        return np.where(np.isfinite(self.up), self.up, self.low)

    def steps(self, check_every: int = 1) -> Iterator[PairStep]:
        """(i, j, E_i, E_i - E_j, violation) before each step, which is done on resuming.

        i has the largest E that may grow. j promises it the largest gain of those that may fall,
        (E_i - E_j)^2 / curvature with the curvature Q_ii + Q_jj - 2 Q_ij, which is the largest
        (E_i - E_j) / sqrt(curvature). The step adds d = (E_i - E_j) / curvature to x_i and takes it
        from x_j, up to the edge of their box. The violation is computed every `check_every` steps.
        The last step has E_i <= E_j, and is not done.
        """
        x, up, low, lower, upper = self.x, self.up, self.low, self.lower, self.upper
        rows, diagonal, flat = self.rows, self.diagonal.tolist(), self.flat
        inverse_roots, blocks = self.inverse_roots, self.blocks
        subtract, multiply, change = np.subtract, np.multiply, np.empty_like(up)
        number = np.empty(())  # NumPy takes an array of one number sooner than the number
        violation, falling, count = np.inf, low, 0
        while True:
            i = int(up.argmax())
            if blocks:
                i, falling = self._most_violating_block()
            E_i = up.item(i)
            if count % check_every == 0:
                violation = E_i - falling.item(falling.argmin())
            count += 1
            root = inverse_roots.get(i)
            if root is None:
                root = inverse_roots[i] = self._root(i)
            number[()] = E_i
            subtract(number, falling, change)
            j = int(multiply(change, root, change).argmax())
            difference = E_i - low.item(j)
            yield i, j, E_i, difference, violation
            if not difference > 0.0:
                return
            row_i, row_j = rows[i], rows[j]
            curvature = diagonal[i] + diagonal[j] - 2.0 * row_i.item(j)
            limit_i, limit_j = upper[i] - x[i], x[j] - lower[j]
            d = min(difference / (curvature if curvature > flat else flat), limit_i, limit_j)
            # a variable that reaches its bound gets the bound itself, not a sum that is near it
            x[i] = upper[i] if d == limit_i else x[i] + d
            x[j] = lower[j] if d == limit_j else x[j] - d
            number[()] = d
            multiply(number, subtract(row_i, row_j, change), change)
            subtract(up, change, up)
            subtract(low, change, low)
            low[i], up[j] = up[i], low[j]
            if d == limit_i:
                up[i] = -np.inf
            if d == limit_j:
                low[j] = np.inf

    def _root(self, i: int) -> Array:
        root = -2.0 * self.rows[i]
        root += self.diagonal
        root += self.diagonal[i]
        np.sqrt(np.maximum(root, self.flat, out=root), out=root)
        return np.divide(1.0, root, out=root)

    def _most_violating_block(self) -> tuple[int, Array]:
        """The i of the maximal violating pair, and `low` of its block, inf elsewhere."""
        found = []
        for block in self.blocks:
            up, low = self.up[block], self.low[block]
            at = up.argmax()
            found.append((up.item(at) - low.item(low.argmin()), int(block[at]), block))
        _, i, block = max(found, key=lambda pair: pair[0])
        low = np.full_like(self.low, np.inf)
        low[block] = self.low[block]
        return i, low
