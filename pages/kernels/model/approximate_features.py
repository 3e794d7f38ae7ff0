"""Explicit features whose inner products approximate a kernel: random Fourier, and Nyström."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from pages.model_selection.kernel_grid import on_grid
from svmcore.arrays import Array, Indices, read_only
from svmcore.kernels import Kernel

EPS = float(np.finfo(float).eps)


class ApproximateFeatures(Protocol):
    """A map z into r coordinates with <z(x), z(x')> near K(x, x')."""

    def __call__(self, X: Array) -> Array:
        """z(x_i) of the points X, (n, d), as rows, (n, r)."""

    def grid(self, xs: Array, ys: Array, w: Array) -> Array:
        """<w, z((xs_a, ys_b))> on a grid of the plane, (len(ys), len(xs)); w is (r,)."""


@dataclass(frozen=True, eq=False)
class FourierFeatures:
    """Random Fourier features z_j(x) = sqrt(2/D) cos(<w_j, x> + b_j), |z(x)|^2 = 1 on average.

    weights : the w_j, (D, d), drawn from the kernel's Fourier transform
    phases : the b_j, (D,), uniform on [0, 2 pi)

    Source: Rahimi and Recht, Random features for large-scale kernel machines (2007),
    https://papers.nips.cc/paper/3182-random-features-for-large-scale-kernel-machines
    """

    weights: Array
    phases: Array

    def __call__(self, X: Array) -> Array:
        return np.asarray(self._scale * np.cos(X @ self.weights.T + self.phases))

    def grid(self, xs: Array, ys: Array, w: Array) -> Array:
        """cos(a + c) = cos a cos c - sin a sin c: two matrix products."""
        in_x = np.multiply.outer(xs, self.weights[:, 0])
        in_y = np.multiply.outer(ys, self.weights[:, 1]) + self.phases
        even = (np.cos(in_y) * w) @ np.cos(in_x).T
        odd = (np.sin(in_y) * w) @ np.sin(in_x).T
        return np.asarray(self._scale * (even - odd))

    @property
    def _scale(self) -> float:
        return float(np.sqrt(2.0 / len(self.phases)))


@dataclass(frozen=True, eq=False)
class NystromFeatures:
    """Nyström features z(x) = M' k(x), k(x) = (K(x, x_j)) over landmarks x_j, M M' = K_DD^+.

    So <z(x), z(x')> = k(x)' K_DD^+ k(x'), which is K(x, x') if one of the two is a landmark.

    kernel : must be positive semi-definite
    landmarks : (D, d), points of the training sample
    chosen : (D,), their numbers in it
    root : M, (D, r) with r <= D: directions in which K_DD is 0 but for rounding are left out

    Source: Williams and Seeger, Using the Nyström method to speed up kernel machines (2001),
    https://papers.nips.cc/paper/1866-using-the-nystrom-method-to-speed-up-kernel-machines
    """

    kernel: Kernel
    landmarks: Array
    chosen: Indices
    root: Array

    def __call__(self, X: Array) -> Array:
        return np.asarray(self.kernel(X, self.landmarks) @ self.root)

    def grid(self, xs: Array, ys: Array, w: Array) -> Array:
        return on_grid(self.kernel, xs, ys, self.landmarks, self.root @ w)


def fourier_features(
    gamma: float, d: int, n_components: int, rng: np.random.Generator
) -> FourierFeatures:
    """D = `n_components` random Fourier features of exp(-gamma |x - z|^2) in d dimensions.

    w ~ N(0, 2 gamma I), from `rng`. With a generator of the same seed the first features stay the
    same for another D, but for their common factor. Raises ValueError if gamma < 0, d < 1 or D < 1.
    """
    if gamma < 0.0:
        raise ValueError(f"gamma must be >= 0, got {gamma}")
    if d < 1 or n_components < 1:
        raise ValueError(f"d and n_components must be >= 1, got {d} and {n_components}")
    [of_phases] = rng.spawn(1)  # a stream of its own: then more features change none
    weights = np.sqrt(2.0 * gamma) * rng.standard_normal((n_components, d))
    phases = of_phases.uniform(0.0, 2.0 * np.pi, n_components)
    return FourierFeatures(read_only(weights), read_only(phases))


def nystrom_features(
    kernel: Kernel, X: Array, n_components: int, rng: np.random.Generator
) -> NystromFeatures:
    """Nyström features of min(D, n) landmarks, D = `n_components`, drawn by `rng` from X, (n, d).

    With a generator of the same seed fewer landmarks are the first ones of more. Raises ValueError
    if D < 1, or for a kernel that is not positive semi-definite.
    """
    if n_components < 1:
        raise ValueError(f"n_components must be >= 1, got {n_components}")
    if not kernel.psd:
        raise ValueError("the kernel must be positive semi-definite")
    chosen = rng.permutation(len(X))[:n_components]
    landmarks = read_only(X[chosen])
    values, vectors = np.linalg.eigh(kernel(landmarks, landmarks))
    kept = values > len(values) * EPS * float(values.max(initial=0.0))
    root = vectors[:, kept] / np.sqrt(values[kept])
    return NystromFeatures(kernel, landmarks, chosen, read_only(root))


def kernel_error(K: Array, Z: Array) -> float:
    """Relative error |K - Z Z'| / |K| of the Gram matrix, (n, n), in the Frobenius norm.

    Z : the features of the n points, (n, r). 0 for no points.
    """
    size = float(np.linalg.norm(K))
    return float(np.linalg.norm(K - Z @ Z.T)) / size if size > 0.0 else 0.0
