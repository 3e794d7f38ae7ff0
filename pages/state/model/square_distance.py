"""Square distances in a kernel's feature space, as a kernel: with it a sphere is a model."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pages.model_selection.kernel_grid import on_grid
from svmcore.arrays import Array
from svmcore.kernels.base import Kernel, diagonal_of, has_features


@dataclass(frozen=True)
class SquareDistance:
    """Negative square distance, -|phi(x) - phi(z)|^2 = 2 K(x, z) - K(x, x) - K(z, z).

    It is positive semi-definite on weights that sum to 0 only. Where alpha sums to 1 and
    c = sum_i alpha_i phi(x_i), the expansion sum_i alpha_i K'(x, x_i) is -|phi(x) - c|^2 less what
    does not depend on x. Source: Schölkopf, The kernel trick for distances (2000),
    https://papers.nips.cc/paper/1862-the-kernel-trick-for-distances
    """

    title: ClassVar[str] = "Square distance"
    psd: ClassVar[bool] = False
    formula: ClassVar[str] = "K(x, z) = −‖φ(x) − φ(z)‖²"

    kernel: Kernel

    def __call__(self, X: Array, Z: Array) -> Array:
        square_x, square_z = (_squares(self.kernel, P) for P in (X, Z))
        return np.asarray(2.0 * self.kernel(X, Z) - square_x[:, None] - square_z)

    def grid(self, xs: Array, ys: Array, Z: Array, coef: Array) -> Array:
        """The expansion on a rectangle, by the kernel's own short cut if it has one."""
        a, b = np.meshgrid(xs, ys)
        nodes = np.column_stack([a.ravel(), b.ravel()])
        square_x, square_z = (_squares(self.kernel, P) for P in (nodes, Z))
        inner = on_grid(self.kernel, xs, ys, Z, coef)
        there = float(coef.sum()) * square_x.reshape(inner.shape)
        return np.asarray(2.0 * inner - there - coef @ square_z)


def _squares(kernel: Kernel, X: Array) -> Array:
    """K(x_i, x_i), shape (n,), of many points of the plane: there phi has few coordinates."""
    if has_features(kernel) and kernel.psd:
        phi = kernel.features(X)
        return np.asarray(np.einsum("ij,ij->i", phi, phi))
    return diagonal_of(kernel, X)
