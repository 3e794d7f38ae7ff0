"""Sums and products of kernels, which are kernels again.

K1 + K2 is the inner product of (phi1, phi2), and K1 K2 that of all products of a coordinate of
phi1 with one of phi2; c > 0 is the kernel of the single coordinate sqrt(c). So what is built from
positive semi-definite kernels in these ways is positive semi-definite.

Source: Shawe-Taylor, Cristianini, Kernel Methods for Pattern Analysis (2004), proposition 3.22,
https://doi.org/10.1017/CBO9780511809682
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import groupby
from typing import ClassVar

import numpy as np

from svmcore.arrays import Array
from svmcore.kernels.base import Kernel, written


@dataclass(frozen=True)
class ConstantKernel:
    """Constant kernel, K(x, z) = value; raises ValueError unless 0 < value < infinity."""

    title: ClassVar[str] = "Constant"
    psd: ClassVar[bool] = True

    value: float

    def __post_init__(self) -> None:
        if not 0.0 < self.value < np.inf:
            raise ValueError(f"a constant kernel must be > 0 and finite, got {self.value:g}")

    @property
    def formula(self) -> str:
        return f"K(x, z) = {self.value:g}"

    def __call__(self, X: Array, Z: Array) -> Array:
        return np.full((len(X), len(Z)), self.value)


@dataclass(frozen=True)
class Composite:
    """A kernel made of others: it is positive semi-definite if all of them are."""

    parts: tuple[Kernel, ...]

    @property
    def psd(self) -> bool:
        return all(part.psd for part in self.parts)


@dataclass(frozen=True)
class Sum(Composite):
    """Sum of the kernels `parts`, K(x, z) = sum_k K_k(x, z)."""

    title: ClassVar[str] = "Sum"

    @property
    def formula(self) -> str:
        return f"K(x, z) = {' + '.join(map(written, self.parts))}"

    def __call__(self, X: Array, Z: Array) -> Array:
        return reduce(np.add, (part(X, Z) for part in self.parts))


@dataclass(frozen=True)
class Product(Composite):
    """Product of the kernels `parts`, K(x, z) = prod_k K_k(x, z)."""

    title: ClassVar[str] = "Product"

    @property
    def formula(self) -> str:
        return f"K(x, z) = {' · '.join(map(_factor, groupby(self.parts)))}"

    def __call__(self, X: Array, Z: Array) -> Array:
        return reduce(np.multiply, (_power(group, X, Z) for group in groupby(self.parts)))


def _power(group: tuple[Kernel, Iterator[Kernel]], X: Array, Z: Array) -> Array:
    """A kernel times itself: its values are computed once."""
    kernel, times = group
    K = kernel(X, Z)
    return reduce(np.multiply, (K for _ in times))


def _factor(group: tuple[Kernel, Iterator[Kernel]]) -> str:
    kernel, times = group[0], len(list(group[1]))
    power = f"^{times}" if times > 1 else ""
    return f"({written(kernel)}){power}" if power or isinstance(kernel, Sum) else written(kernel)
