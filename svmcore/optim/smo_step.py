"""SMO: second-order selection of the pair, and the two-variable update, for any box and signs."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, Self

import numpy as np

from svmcore.arrays import Array

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
    rows, diagonal : the rows of a matrix of order N, and its diagonal. For n = N it is Q; for
        n = m N all m x m blocks of Q are that matrix
    flat : the least curvature that a pair is given
    inverse_roots : 1 / sqrt(curvature) of all pairs of each i met, for states of the same Q
    groups : the variables whose sum is fixed, for each sum; of n = m N, whole blocks
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
        groups: Sequence[slice] = (slice(None),),
    ) -> None:
        self.x, self.lower, self.upper = x.tolist(), lower.tolist(), upper.tolist()
        self.up, self.low = np.where(x < upper, E, -np.inf), np.where(x > lower, E, np.inf)
        self.rows, self.diagonal, self.flat, self.groups = rows, diagonal, flat, groups
        self.inverse_roots = {} if inverse_roots is None else inverse_roots

    @property
    def E(self) -> Array:
        """q - Qx, where x can move at all."""
        return np.where(np.isfinite(self.up), self.up, self.low)

    def steps(self, check_every: int = 1) -> Iterator[PairStep]:
        """(i, j, E_i, E_i - E_j, violation) before each step, which is done on resuming.

        In the group with the largest violation, i has the largest E that may grow. j promises it
        the largest gain of those that may fall, (E_i - E_j)^2 / curvature with the curvature
        Q_ii + Q_jj - 2 Q_ij, which is the largest (E_i - E_j) / sqrt(curvature). The step adds
        d = (E_i - E_j) / curvature to x_i and takes it from x_j, up to the edge of their box. The
        violation is computed, and the group chosen, every `check_every` steps. The last step has
        E_i <= E_j, and is not done.
        """
        x, up, low, lower, upper = self.x, self.up, self.low, self.lower, self.upper
        rows, diagonal, flat = self.rows, self.diagonal.tolist(), self.flat
        inverse_roots, N = self.inverse_roots, len(diagonal)
        subtract, multiply, change = np.subtract, np.multiply, np.empty(N)
        number = np.empty(())  # NumPy takes an array of one number sooner than the number
        up_blocks, low_blocks = _blocks(up, N), _blocks(low, N)
        groups = [_Group.of(self, part, N) for part in self.groups]
        first, columns, rising, falling, gain, gain_blocks = groups[0]
        several, violation, count = len(groups) > 1, np.inf, 0
        while True:
            checked = count % check_every == 0
            if checked and several:
                chosen = max(groups, key=_Group.violation)
                first, columns, rising, falling, gain, gain_blocks = chosen
            i = int(rising.argmax())
            E_i = rising.item(i)
            if checked:
                violation = E_i - falling.item(falling.argmin())
            i += first
            at = i % N
            root = inverse_roots.get(at)
            if root is None:
                root = inverse_roots[at] = self._root(at)
            number[()] = E_i
            subtract(number, falling, gain)
            multiply(gain_blocks, root[columns] if several else root, gain_blocks)
            j = int(gain.argmax())
            difference = E_i - falling.item(j)
            if not (difference > 0.0 or checked):  # the optimum of this group: look at all
                count = 0
                continue
            count += 1
            j += first
            yield i, j, E_i, difference, violation
            if not difference > 0.0:
                return
            beside = j % N
            row_i, row_j = rows[at], rows[beside]
            curvature = diagonal[at] + diagonal[beside] - 2.0 * row_i.item(beside)
            limit_i, limit_j = upper[i] - x[i], x[j] - lower[j]
            d = min(difference / (curvature if curvature > flat else flat), limit_i, limit_j)
            # a variable that reaches its bound gets the bound itself, not a sum that is near it
            x[i] = upper[i] if d == limit_i else x[i] + d
            x[j] = lower[j] if d == limit_j else x[j] - d
            number[()] = d
            multiply(number, subtract(row_i, row_j, change), change)
            subtract(up_blocks, change, up_blocks)
            subtract(low_blocks, change, low_blocks)
            low[i], up[j] = up[i], low[j]
            if d == limit_i:
                up[i] = -np.inf
            if d == limit_j:
                low[j] = np.inf

    def _root(self, i: int) -> Array:
        row = self.rows[i]
        root = self.diagonal - row
        root -= row
        root += self.diagonal[i, ...]  # an array of one number, as in `steps`
        np.sqrt(np.maximum(root, self.flat, out=root), out=root)
        return np.divide(1.0, root, out=root)


class _Group(NamedTuple):
    """The first variable of a group, its columns of a row, and what `steps` looks at of it."""

    first: int
    columns: slice
    rising: Array
    falling: Array
    gain: Array
    gain_blocks: Array

    @classmethod
    def of(cls, state: SmoState, part: slice, N: int) -> Self:
        n = len(state.up)
        first, end, _ = part.indices(n)
        columns = part if n == N else slice(None)
        gain = np.empty(end - first)
        return cls(first, columns, state.up[part], state.low[part], gain, _blocks(gain, N))

    def violation(self) -> float:
        """The largest E_i - E_j of a pair in the group."""
        rising, falling = self.rising, self.falling
        return rising.item(rising.argmax()) - falling.item(falling.argmin())


def _blocks(array: Array, N: int) -> Array:
    """The array as blocks of N, where it has several."""
    return array.reshape(-1, N) if len(array) > N else array
