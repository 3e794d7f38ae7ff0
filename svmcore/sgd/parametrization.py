"""Parametrisations of a model in training: weights of coordinates, or kernel coefficients."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Indices, Labels
from svmcore.engine.spaces import FeatureSpace, GramSpace, Space

MOST_TUPLES = 100_000  # points that are kept in plain numbers too, at 136 bytes each


def weights(values: Array) -> Array | None:
    """The weights of points as a place has them: None where all are 1, which takes shorter ways."""
    return None if (values == 1.0).all() else values


class Parametrization(Protocol):
    """n points with their labels; a model is an array v, shape (size,), and an intercept.

    k score functions are a v of shape (size, k) and k intercepts.
    """

    @property
    def y(self) -> Labels:
        """What the loss compares f with: -1 or +1, a target or a class number, shape (n,)."""
        ...

    @property
    def matrix(self) -> Array:
        """What v is multiplied with, shape (n, size): f - b = matrix @ v at all points."""
        ...

    @property
    def weight(self) -> Array | None:
        """The factor omega of each point's loss, shape (n,); None where it is 1 for all."""
        ...

    @property
    def size(self) -> int:
        """Numbers in v."""
        ...

    def scores(self, v: Array, rows: Indices) -> Array:
        """<w, phi(x_i)> for some of the points."""
        ...

    def push(self, v: Array, rows: Indices, amounts: Array) -> None:
        """w <- w + sum_i amount_i phi(x_i) over some of the points; amounts (len(rows), ..)."""
        ...

    def all_scores(self, V: Array) -> Array:
        """<w, phi(x_i)> of m models at all points, shape (m, n)."""
        ...

    def square(self, V: Array) -> Array:
        """|w|^2 of m models, shape (m,)."""
        ...

    def grown(
        self, square: float, keep: float, scores: Array, rows: Indices, amounts: Array, v: Array
    ) -> float:
        """|w|^2 of w <- keep w + sum_i amount_i phi(x_i), which is v now.

        `square` is that of the w before, `scores` are its <w, phi(x_i)> at these points.
        """
        ...

    def space(self) -> Space:
        """The points as the engine takes them."""
        ...

    def mirrored(self, scale: Array | None = None) -> Space:
        """The points with one more coordinate, always 1, and after them their mirror images.

        With `scale`, shape (n,), each of these vectors is made so many times as long.
        """
        ...

    def gram(self) -> Array:
        """The inner products of all points, shape (n, n)."""
        ...

    def vector(self, coef: Array) -> Array:
        """The v of w = sum_i coef_i phi(x_i); coef (n,) or (n, k)."""
        ...


@dataclass(frozen=True, eq=False)
class LinearWeights:
    """v is w itself: X of shape (n, d), labels y and weights of shape (n,)."""

    X: Array
    y: Labels
    weight: Array | None = None

    @property
    def matrix(self) -> Array:
        return self.X

    @property
    def size(self) -> int:
        return int(self.X.shape[1])

    @cached_property
    def longer(self) -> Array:
        """(y x, y) of each point, shape (n, d + 1): its product with (w, b) is the margin."""
        return np.column_stack([self.y[:, None] * self.X, self.y])

    @cached_property
    def lengths(self) -> Array:
        """|(x, 1)| of each point."""
        return np.asarray(np.sqrt(np.einsum("ij,ij->i", self.longer, self.longer)))

    def numbers(self, rows: Indices) -> list[Any]:
        """Rows of `longer` in plain numbers."""
        few = len(self.y) <= MOST_TUPLES
        numbers: list[Any] = (self._tuples if few else self.longer)[rows].tolist()
        return numbers

    @cached_property
    def _tuples(self) -> npt.NDArray[np.object_]:
        tuples = np.empty(len(self.y), dtype=object)
        tuples[:] = list(map(tuple, self.longer.tolist()))
        return tuples

    def scores(self, v: Array, rows: Indices) -> Array:
        return np.asarray(self.X[rows] @ v)

    def push(self, v: Array, rows: Indices, amounts: Array) -> None:
        v += self.X[rows].T @ amounts

    def all_scores(self, V: Array) -> Array:
        return np.asarray(V @ self.X.T)

    def square(self, V: Array) -> Array:
        return np.asarray(np.einsum("ij,ij->i", V, V))

    def grown(
        self, square: float, keep: float, scores: Array, rows: Indices, amounts: Array, v: Array
    ) -> float:
        return float(v @ v)

    def space(self) -> Space:
        return FeatureSpace(self.X)

    def mirrored(self, scale: Array | None = None) -> Space:
        longer = np.column_stack([self.X, np.ones(len(self.X))])
        longer = longer if scale is None else longer * scale[:, None]
        return FeatureSpace(np.vstack([longer, -longer]))

    def gram(self) -> Array:
        return np.asarray(self.X @ self.X.T)

    def vector(self, coef: Array) -> Array:
        return np.asarray(self.X.T @ coef)


@dataclass(frozen=True, eq=False)
class KernelWeights:
    """w = sum_i v_i phi(x_i), for any kernel: K of shape (n, n), labels y and weights (n,).

    Source: Shalev-Shwartz, Singer, Srebro and Cotter, Pegasos (2011), section 4.
    """

    K: Array
    y: Labels
    weight: Array | None = None

    @property
    def matrix(self) -> Array:
        return self.K

    @property
    def size(self) -> int:
        return len(self.K)

    def scores(self, v: Array, rows: Indices) -> Array:
        return np.asarray(self.K[rows] @ v)

    def push(self, v: Array, rows: Indices, amounts: Array) -> None:
        v[rows] += amounts

    def all_scores(self, V: Array) -> Array:
        return np.asarray(V @ self.K)

    def square(self, V: Array) -> Array:
        return np.asarray(np.einsum("ij,ij->i", V @ self.K, V))

    def grown(
        self, square: float, keep: float, scores: Array, rows: Indices, amounts: Array, v: Array
    ) -> float:
        """Without the whole of K, which v' K v would take."""
        among = float(amounts @ self.K[np.ix_(rows, rows)] @ amounts)
        return max(0.0, keep * keep * square + 2.0 * keep * float(amounts @ scores) + among)

    def space(self) -> Space:
        return GramSpace(self.K)

    def mirrored(self, scale: Array | None = None) -> Space:
        longer = self.K + 1.0
        longer = longer if scale is None else longer * np.multiply.outer(scale, scale)
        return GramSpace(np.block([[longer, -longer], [-longer, longer]]))

    def gram(self) -> Array:
        return self.K

    def vector(self, coef: Array) -> Array:
        return coef


Place: TypeAlias = LinearWeights | KernelWeights
