"""Kernels of the difference x - z: the nearer two points, the more alike."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from svmcore.arrays import Array
from svmcore.kernels import base
from svmcore.kernels.sparse import SparsePoints
from svmcore.params import Parametrized

BLOCK_ENTRIES = 32_000  # of an RBF matrix filled at a time: few enough to stay in the cache
# exponent below which an RBF value stays at e^-80 = 2e-35, which no sum of values up to 1 can
# tell from 0: products of smaller ones end in subnormal numbers, which cost 100 times more
MIN_EXPONENT = -80.0
EPS = float(np.finfo(float).eps)
EXPONENT_TOL = 1e-12  # error of an exponent that is worth a second look

BLOCK = 64  # rows of a kernel matrix that are computed at once


@dataclass(frozen=True)
class RBF(Parametrized):
    """RBF (Gaussian) kernel, K(x, z) = exp(-gamma |x - z|^2).

    In terms of a width sigma, gamma = 1 / (2 sigma^2). Raises ValueError if gamma < 0.
    Source: https://scikit-learn.org/stable/modules/metrics.html#rbf-kernel
    """

    title: ClassVar[str] = "RBF"
    psd: ClassVar[bool] = True
    formula: ClassVar[str] = "K(x, z) = exp(−γ‖x − z‖²)"

    gamma: float = base.gamma("How fast similarity falls with distance.")

    def __call__(self, X: Array, Z: Array) -> Array:
        if isinstance(X, SparsePoints):
            return self._of_sparse(X, Z)
        # the distance does not change with the origin, its rounding error does
        origin = Z.mean(0) if len(Z) else 0.0
        # long rows are filled faster than short ones
        if len(X) > len(Z):
            return _FromPoints(self.gamma, X, origin)(Z).T
        return _FromPoints(self.gamma, Z, origin)(X)

    def prepared(self, Z: Array) -> Callable[[Array], Array]:
        if isinstance(Z, SparsePoints):
            return lambda X: self(X, Z)
        return _FromPoints(self.gamma, Z, Z.mean(0))

    def _of_sparse(self, X: SparsePoints, Z: Any) -> Array:
        K = X @ Z.T
        K *= 2.0 * self.gamma
        K -= self.gamma * X.squares[:, None]
        K -= self.gamma * Z.squares
        np.minimum(np.maximum(K, MIN_EXPONENT, out=K), 0.0, out=K)
        return np.asarray(np.exp(K, out=K))

    def diagonal(self, X: Array) -> Array:
        return np.ones(len(X))


class _FromPoints:
    """exp(-gamma |x - z|^2) between any points and those of Z, shape (m, d).

    -gamma |x - z|^2 = (x, gamma |x|^2, 1)'(2 gamma z, -1, -gamma |z|^2): one product, no sums. The
    factor of Z is computed once.
    """

    def __init__(self, gamma: float, Z: Array, origin: Array | float) -> None:
        self.gamma, self.origin, self.Z = gamma, origin, Z - origin
        lengths = gamma * np.einsum("ij,ij->i", self.Z, self.Z)
        self.longest = float(lengths.max(initial=0.0))
        self.right = np.vstack([2.0 * gamma * self.Z.T, np.full(len(Z), -1.0), -lengths])

    def __call__(self, X: Array) -> Array:
        """K between the points of X and those of Z, shape (len(X), m)."""
        X = X - self.origin
        lengths = self.gamma * np.einsum("ij,ij->i", X, X)
        lost = EPS * (float(lengths.max(initial=0.0)) + self.longest)
        left = np.column_stack([X, lengths, np.ones(len(X))])
        K = np.empty((len(X), len(self.Z)))
        step = max(1, BLOCK_ENTRIES // max(1, len(self.Z)))
        for start in range(0, len(X), step):
            rows = slice(start, start + step)
            block = np.matmul(left[rows], self.right, out=K[rows])
            # far points: what is near after all is too near for this formula
            if lost > EXPONENT_TOL:
                i, j = np.nonzero(block > MIN_EXPONENT - 8.0 * lost)
                block[i, j] = -self.gamma * ((X[rows][i] - self.Z[j]) ** 2).sum(1)
            np.minimum(np.maximum(block, MIN_EXPONENT, out=block), 0.0, out=block)
            np.exp(block, out=block)
        return K


@dataclass(frozen=True)
class Laplacian(Parametrized):
    """Laplacian kernel, K(x, z) = exp(-gamma |x - z|_1), |x - z|_1 = sum_k |x_k - z_k|.

    It has a peak at x = z where the RBF is round, so its boundaries have corners. Raises ValueError
    if gamma < 0. Source: https://scikit-learn.org/stable/modules/metrics.html#laplacian-kernel
    """

    title: ClassVar[str] = "Laplacian"
    psd: ClassVar[bool] = True
    formula: ClassVar[str] = "K(x, z) = exp(−γ‖x − z‖₁)"

    gamma: float = base.gamma("How fast similarity falls with distance along the axes.")

    def __call__(self, X: Array, Z: Array) -> Array:
        K = np.zeros((len(X), len(Z)))
        for first in range(0, len(X), BLOCK):  # rows that stay in the processor's cache
            rows = K[first : first + BLOCK]
            for x, z in zip(X[first : first + BLOCK].T, Z.T, strict=True):
                along = np.subtract.outer(x, z)
                rows += np.abs(along, out=along)
            rows *= -self.gamma
            np.exp(rows, out=rows)
        return K

    def diagonal(self, X: Array) -> Array:
        return np.ones(len(X))
