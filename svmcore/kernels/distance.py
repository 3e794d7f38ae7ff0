"""Kernels of the difference x - z: the nearer two points, the more alike."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from svmcore.arrays import Array
from svmcore.kernels import base
from svmcore.params import Parametrized

BLOCK_ENTRIES = 32_000  # of an RBF matrix filled at a time: few enough to stay in the cache
# exponent below which an RBF value stays at e^-80 = 2e-35, which no sum of values up to 1 can
# tell from 0: products of smaller ones end in subnormal numbers, which cost 100 times more
MIN_EXPONENT = -80.0
EPS = float(np.finfo(float).eps)
EXPONENT_TOL = 1e-12  # error of an exponent that is worth a second look


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
        # the distance does not change with the origin, its rounding error does
        origin = Z.mean(0) if len(Z) else 0.0
        X, Z = X - origin, Z - origin
        # long rows are filled faster than short ones
        return self._fill(X, Z) if len(X) <= len(Z) else self._fill(Z, X).T

    def diagonal(self, X: Array) -> Array:
        return np.ones(len(X))

    def _fill(self, X: Array, Z: Array) -> Array:
        in_x, in_z = self.gamma * (X * X).sum(1), self.gamma * (Z * Z).sum(1)
        lost = EPS * float(in_x.max(initial=0.0) + in_z.max(initial=0.0))
        # -gamma |x - z|^2 = (x, gamma |x|^2, 1)'(2 gamma z, -1, -gamma |z|^2): one product, no sums
        left = np.column_stack([X, in_x, np.ones(len(X))])
        right = np.vstack([2.0 * self.gamma * Z.T, np.full(len(Z), -1.0), -in_z])
        K = np.empty((len(X), len(Z)))
        step = max(1, BLOCK_ENTRIES // max(1, len(Z)))
        for start in range(0, len(X), step):
            rows = slice(start, start + step)
            block = np.matmul(left[rows], right, out=K[rows])
            # far points: what is near after all is too near for this formula
            if lost > EXPONENT_TOL:
                i, j = np.nonzero(block > MIN_EXPONENT - 8.0 * lost)
                block[i, j] = -self.gamma * ((X[rows][i] - Z[j]) ** 2).sum(1)
            np.minimum(np.maximum(block, MIN_EXPONENT, out=block), 0.0, out=block)
            np.exp(block, out=block)
        return K

    def grid(self, xs: Array, ys: Array, Z: Array, coef: Array) -> Array:
        """The kernel is a product of one factor in x and one in y: a single matrix product."""
        in_x = np.exp(-self.gamma * (xs[:, None] - Z[:, 0]) ** 2)  # (len(xs), m)
        in_y = np.exp(-self.gamma * (ys[:, None] - Z[:, 1]) ** 2)
        return np.asarray((in_y * coef) @ in_x.T)


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
        distance = np.zeros((len(X), len(Z)))
        for x, z in zip(X.T, Z.T, strict=True):
            distance += np.abs(np.subtract.outer(x, z))
        return np.asarray(np.exp(-self.gamma * distance))

    def diagonal(self, X: Array) -> Array:
        return np.ones(len(X))

    def grid(self, xs: Array, ys: Array, Z: Array, coef: Array) -> Array:
        """The kernel is a product of one factor in x and one in y: a single matrix product."""
        in_x = np.exp(-self.gamma * np.abs(xs[:, None] - Z[:, 0]))
        in_y = np.exp(-self.gamma * np.abs(ys[:, None] - Z[:, 1]))
        return np.asarray((in_y * coef) @ in_x.T)
