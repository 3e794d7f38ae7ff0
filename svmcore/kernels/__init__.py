"""Kernels: K(x, z) = <phi(x), phi(z)>, each a small frozen value.

Adding one: a frozen dataclass with `__call__`, a `formula` and a `psd` flag, and a line in
`KERNELS`, which gives it a name for estimators, for formulas of kernels, and for every program that
offers kernels with their parameters. `GridKernel`, `FeatureKernel` and `DiagonalKernel` say what
makes one faster. Sums, products and multiples of kernels are kernels: `parse("2 * rbf + linear")`.

Parameter names and meanings are those of https://scikit-learn.org/stable/modules/metrics.html
"""

from svmcore.kernels.algebra import ConstantKernel, Product, Sum
from svmcore.kernels.base import (
    DiagonalKernel,
    FeatureKernel,
    GridKernel,
    Kernel,
    diagonal_of,
    has_features,
    on_grid,
    prepared,
)
from svmcore.kernels.built import Built, atoms, parse
from svmcore.kernels.distance import RBF, Laplacian
from svmcore.kernels.inner import Linear, Polynomial, Sigmoid

__all__ = [
    "KERNELS",
    "RBF",
    "Built",
    "ConstantKernel",
    "DiagonalKernel",
    "FeatureKernel",
    "GridKernel",
    "Kernel",
    "Laplacian",
    "Linear",
    "Polynomial",
    "Product",
    "Sigmoid",
    "Sum",
    "atoms",
    "diagonal_of",
    "has_features",
    "on_grid",
    "parse",
    "prepared",
]

KERNELS: dict[str, type[Kernel]] = {
    "linear": Linear,
    "poly": Polynomial,
    "rbf": RBF,
    "laplacian": Laplacian,
    "sigmoid": Sigmoid,
    "built": Built,
}
