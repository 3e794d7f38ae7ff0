"""Parametrisations of a model in training: weights of coordinates, or kernel coefficients."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Indices, Labels

MAX_TUPLES = 100_000  # points that are kept in plain numbers too, at 136 bytes each


def weights(values: Array) -> Array | None:
    """The weights of points for a parametrization: None where all are 1, which is faster."""
    return None if (values == 1.0).all() else values


@dataclass(frozen=True, eq=False)
class Parametrization(ABC):
    """Parametrisation of a model of n points: an array v, shape (size,), and an intercept.

    k score functions are a v of shape (size, k) and k intercepts.

    matrix : (n, size), what v is multiplied with: f - b = matrix @ v at all points. That of
        `LinearWeights` may be a sparse one, in the format CSR.
    y : (n,), what the loss compares f with: -1 or +1, a target or a class number.
    weight : (n,), the factor omega of each point's loss; None where it is 1 for all.
    """

    matrix: Any
    y: Labels
    weight: Array | None = None

    @property
    def size(self) -> int:
        """Numbers in v."""
        return int(self.matrix.shape[1])

    def scores(self, v: Array, rows: Indices) -> Array:
        """<w, phi(x_i)> for some of the points."""
        return np.asarray(self.matrix[rows] @ v)

    @abstractmethod
    def push(self, v: Array, rows: Indices, amounts: Array) -> None:
        """w <- w + sum_i amount_i phi(x_i) over some of the points; amounts (len(rows), ..)."""

    @abstractmethod
    def all_scores(self, V: Array) -> Array:
        """<w, phi(x_i)> of m models at all points, shape (m, n)."""

    @abstractmethod
    def square(self, V: Array) -> Array:
        """|w|^2 of m models, shape (m,)."""

    @abstractmethod
    def grown(
        self, square: float, keep: float, scores: Array, rows: Indices, amounts: Array, v: Array
    ) -> float:
        """|w|^2 of w <- keep w + sum_i amount_i phi(x_i), which is v now.

        `square` is that of the w before, `scores` are its <w, phi(x_i)> at these points.
        """


@dataclass(frozen=True, eq=False)
class LinearWeights(Parametrization):
    """Explicit weights: v is w itself, and `matrix` holds the points X, shape (n, d)."""

    @cached_property
    def longer(self) -> Array:
        """(y x, y) of each point, shape (n, d + 1): its product with (w, b) is the margin."""
        return np.column_stack([self.y[:, None] * self.matrix, self.y])

    @cached_property
    def lengths(self) -> Array:
        """|(x, 1)| of each point."""
        return np.asarray(np.sqrt(np.einsum("ij,ij->i", self.longer, self.longer)))

    def numbers(self, rows: Indices) -> list[Any]:
        """Rows of `longer` in plain numbers."""
        few = len(self.y) <= MAX_TUPLES
        numbers: list[Any] = (self._tuples if few else self.longer)[rows].tolist()
        return numbers

    @cached_property
    def _tuples(self) -> npt.NDArray[np.object_]:
        tuples = np.empty(len(self.y), dtype=object)
        tuples[:] = list(map(tuple, self.longer.tolist()))
        return tuples

    def push(self, v: Array, rows: Indices, amounts: Array) -> None:
        v += self.matrix[rows].T @ amounts

    def all_scores(self, V: Array) -> Array:
        return np.asarray(V @ self.matrix.T)

    def square(self, V: Array) -> Array:
        return np.asarray(np.einsum("ij,ij->i", V, V))

    def grown(
        self, square: float, keep: float, scores: Array, rows: Indices, amounts: Array, v: Array
    ) -> float:
        return float(v @ v)


@dataclass(frozen=True, eq=False)
class KernelWeights(Parametrization):
    """Kernel coefficients: w = sum_i v_i phi(x_i); `matrix` is the Gram matrix K, shape (n, n).

    Source: Shalev-Shwartz, Singer, Srebro and Cotter, Pegasos (2011), section 4,
    https://doi.org/10.1007/s10107-010-0420-4
    """

    def push(self, v: Array, rows: Indices, amounts: Array) -> None:
        np.add.at(v, rows, amounts)  # a point may be among the rows twice

    def all_scores(self, V: Array) -> Array:
        return np.asarray(V @ self.matrix)

    def square(self, V: Array) -> Array:
        return np.asarray(np.einsum("ij,ij->i", V @ self.matrix, V))

    def grown(
        self, square: float, keep: float, scores: Array, rows: Indices, amounts: Array, v: Array
    ) -> float:
        """Without the whole of K, which v' K v would take."""
        among = float(amounts @ self.matrix[np.ix_(rows, rows)] @ amounts)
        return max(0.0, keep * keep * square + 2.0 * keep * float(amounts @ scores) + among)
