"""Representations of the training points: explicit features, a Gram matrix, or a kernel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from svmcore.arrays import Array, Indices
from svmcore.engine.tasks import Task
from svmcore.kernels import Kernel, SparsePoints, diagonal_of, prepared
from svmcore.optim.rows import CachedRows, KnownRows, Rows, holds_whole

MAX_DENSE = 4000  # points whose whole K still fits into memory
TILE = 600  # rows and columns of K that are held at a time, so that they stay in the cache
SPARSE_SHARE = 0.25  # of the rows of K, from which on picking them out costs more than it saves


class Space(Protocol):
    """The training points, N of them, in the feature space of a kernel."""

    def __len__(self) -> int: ...

    @property
    def psd(self) -> bool:
        """Whether K is positive semi-definite."""

    @property
    def points(self) -> Array:
        """One row a point: equal rows are equal points."""

    @property
    def diagonal(self) -> Array:
        """|phi(x_i)|^2, shape (N,)."""

    def at(self, rows: Indices) -> Space:
        """Some of the points."""

    def block(self, rows: Indices, columns: Indices) -> Array:
        """K between two lists of points."""

    def rows(self, F: Indices) -> Array:
        """K between the points of F and all, shape (len(F), N)."""

    def columns(self, F: Indices) -> tuple[Array, ...]:
        """Matrices whose product is K between all points and those of F, shape (N, len(F))."""

    def scores(self, coef: Array) -> Array:
        """K coef, shape (N,), or (N, k) for several models as columns."""


@dataclass(frozen=True, eq=False)
class FeatureSpace:
    """Explicit features: phi(x_i) is row i of `phi`, shape (N, r); psd says whether K is.

    The model is w itself, or, with the kernel in `shown`, sum_i coef_i K(x_i, .), whose rounding
    errors are others.
    """

    phi: Array
    psd: bool = True
    shown: Space | None = None

    def __len__(self) -> int:
        return len(self.phi)

    @property
    def points(self) -> Array:
        return self.phi

    def at(self, rows: Indices) -> Space:
        shown = None if self.shown is None else self.shown.at(rows)
        return FeatureSpace(self.phi[rows], self.psd, shown)

    @cached_property
    def diagonal(self) -> Array:
        return np.asarray(np.einsum("ij,ij->i", self.phi, self.phi))

    def block(self, rows: Indices, columns: Indices) -> Array:
        return np.asarray(self.phi[rows] @ self.phi[columns].T)

    def rows(self, F: Indices) -> Array:
        return np.asarray(self.phi[F] @ self.phi.T)

    def columns(self, F: Indices) -> tuple[Array, ...]:
        return self.phi, self.phi[F].T

    def scores(self, coef: Array) -> Array:
        return np.asarray(self.phi @ (self.phi.T @ coef))


@dataclass(frozen=True, eq=False)
class GramSpace:
    """Gram matrix K, shape (N, N), and the points X, (N, d), behind it, if they are known.

    psd : whether K is positive semi-definite.
    """

    K: Array
    psd: bool = True
    X: Array | None = None

    def __len__(self) -> int:
        return len(self.K)

    @property
    def points(self) -> Array:
        return self.K if self.X is None else self.X

    def at(self, rows: Indices) -> Space:
        return GramSpace(self.block(rows, rows), self.psd, None if self.X is None else self.X[rows])

    @cached_property
    def diagonal(self) -> Array:
        return np.array(self.K.diagonal())

    def block(self, rows: Indices, columns: Indices) -> Array:
        return np.asarray(self.K[np.ix_(rows, columns)])

    def rows(self, F: Indices) -> Array:
        return self.K[F]

    def columns(self, F: Indices) -> tuple[Array, ...]:
        return (self.K[:, F],)

    def scores(self, coef: Array) -> Array:
        active = _active(coef)
        if len(active) > SPARSE_SHARE * len(coef):
            return np.asarray(self.K @ coef)
        return np.asarray((coef[active].T @ self.K[active]).T)


@dataclass(frozen=True, eq=False)
class KernelSpace:
    """A kernel and points X, shape (N, d), an array or `SparsePoints`.

    Entries of K are computed where they are needed.
    """

    kernel: Kernel
    X: Any

    @property
    def psd(self) -> bool:
        return self.kernel.psd

    def __len__(self) -> int:
        return len(self.X)

    @property
    def points(self) -> Array:
        return _told_apart(self.X)

    def at(self, rows: Indices) -> Space:
        return gram_of(self.kernel, self.X[rows])

    @cached_property
    def diagonal(self) -> Array:
        return diagonal_of(self.kernel, self.X)

    def block(self, rows: Indices, columns: Indices) -> Array:
        return self.kernel(self.X[rows], self.X[columns])

    @cached_property
    def to_all(self) -> Callable[[Array], Array]:
        """The kernel between any points and these."""
        return prepared(self.kernel, self.X)

    def rows(self, F: Indices) -> Array:
        return self.to_all(self.X[F])

    def columns(self, F: Indices) -> tuple[Array, ...]:
        return (self.kernel(self.X, self.X[F]),)

    def scores(self, coef: Array) -> Array:
        """K coef, some of K at a time; points without weight cost nothing."""
        active = _active(coef)
        result = np.zeros((len(self.X), *coef.shape[1:]))
        for columns in _slices(len(active)):
            there, weights = self.X[active[columns]], coef[active[columns]]
            for rows in _slices(len(result)):
                result[rows] += self.kernel(self.X[rows], there) @ weights
        return result


def _active(coef: Array) -> Indices:
    """The points with a weight in some model."""
    return np.flatnonzero(coef if coef.ndim == 1 else coef.any(1))


def _slices(n: int) -> list[slice]:
    return [slice(start, start + TILE) for start in range(0, n, TILE)]


def _told_apart(X: Any) -> Array:
    """An array whose rows are equal where those of X are."""
    return X.projections if isinstance(X, SparsePoints) else X


def gram_of(kernel: Kernel, X: Any) -> Space:
    """K as a whole where that is cheaper, else computed where it is needed."""
    if len(X) <= TILE and holds_whole(len(X)):
        return GramSpace(kernel(X, X), kernel.psd, _told_apart(X))
    return KernelSpace(kernel, X)


def whole(space: Space) -> GramSpace:
    """The same points with K in memory."""
    if isinstance(space, GramSpace):
        return space
    everyone = np.arange(len(space))
    return GramSpace(space.block(everyone, everyone), space.psd)


def rows_of(space: Space) -> Rows:
    """The rows of K."""
    if isinstance(space, GramSpace):
        return KnownRows(space.K)
    return CachedRows(len(space), space.rows)


def apply(columns: tuple[Array, ...], x: Array) -> Array:
    """The product of `Space.columns` with x."""
    for part in reversed(columns):
        x = part @ x
    return x


def pick(columns: tuple[Array, ...], rows: Indices) -> Array:
    """The rows of the product of `Space.columns`."""
    block = columns[0][rows]
    for part in columns[1:]:
        block = block @ part
    return np.asarray(block)


def change(space: Space, task: Task, da: Array) -> Array:
    """What a change of a task's variables does to the scores."""
    return space.scores(task.coef(da)) if da.any() else np.zeros(len(space))
