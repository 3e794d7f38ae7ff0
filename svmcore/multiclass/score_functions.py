"""Where k score functions live while they learn: as weights of coordinates, or sums of kernels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from svmcore.arrays import Array, Indices


class ScoreFunctions(Protocol):
    """n points; k score functions are an array V, shape (size, k), and k biases."""

    @property
    def n(self) -> int:
        """How many points."""
        ...

    @property
    def size(self) -> int:
        """Numbers in a column of V."""
        ...

    @property
    def rows(self) -> Array:
        """What V is multiplied with: F = rows @ V + b at all points, shape (n, size)."""
        ...

    def push(self, V: Array, points: Indices, amounts: Array) -> None:
        """w_c <- w_c + sum_i amounts_ic phi(x_i) over some points; amounts (len(points), k)."""
        ...

    def push_one(self, V: Array, point: int, amounts: Array) -> None:
        """The same for one point; amounts (k,)."""
        ...

    def square(self, V: Array) -> float:
        """|W|^2, the sum of all |w_c|^2."""
        ...

    def vector(self, coef: Array) -> Array:
        """The V of w_c = sum_i coef_ic phi(x_i), for coef of shape (n, k)."""
        ...


@dataclass(frozen=True, eq=False)
class LinearScores:
    """The columns of V are the weights themselves: X of shape (n, d)."""

    X: Array

    @property
    def n(self) -> int:
        return len(self.X)

    @property
    def size(self) -> int:
        return int(self.X.shape[1])

    @property
    def rows(self) -> Array:
        return self.X

    def push(self, V: Array, points: Indices, amounts: Array) -> None:
        V += self.X[points].T @ amounts

    def push_one(self, V: Array, point: int, amounts: Array) -> None:
        V += self._columns[point] * amounts

    @cached_property
    def _columns(self) -> list[Array]:
        """Each point as a column: picking one out of a list takes less than a view of X."""
        return list(self.X[:, :, None])

    def square(self, V: Array) -> float:
        return float(np.vdot(V, V))

    def vector(self, coef: Array) -> Array:
        return np.asarray(self.X.T @ coef)


@dataclass(frozen=True, eq=False)
class KernelScores:
    """w_c = sum_i V_ic phi(x_i), for any positive semi-definite kernel: K of shape (n, n).

    Source: Shalev-Shwartz, Singer, Srebro and Cotter, Pegasos (2011), section 4.
    """

    K: Array

    @property
    def n(self) -> int:
        return len(self.K)

    @property
    def size(self) -> int:
        return len(self.K)

    @property
    def rows(self) -> Array:
        return self.K

    def push(self, V: Array, points: Indices, amounts: Array) -> None:
        V[points] += amounts

    def push_one(self, V: Array, point: int, amounts: Array) -> None:
        V[point] += amounts

    def square(self, V: Array) -> float:
        return float(np.vdot(V, self.K @ V))

    def vector(self, coef: Array) -> Array:
        return coef
