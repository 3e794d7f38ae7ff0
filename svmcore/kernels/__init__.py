"""Kernels: K(x, z) = <phi(x), phi(z)>, each a small frozen value.

Adding one: a frozen dataclass with `__call__`, a `formula` and a `psd` flag, and a line in
`KERNELS`, which gives it a name for estimators, and for every program that offers kernels with
their parameters. `FeatureKernel` and `DiagonalKernel` say what makes one faster.
Sums, products and multiples of kernels are kernels: `Sum((Linear(), RBF(gamma=2.0)))`.

Parameter names and meanings are those of https://scikit-learn.org/stable/modules/metrics.html
"""

from svmcore.kernels.algebra import ConstantKernel, Product, Sum
from svmcore.kernels.base import (
    DiagonalKernel,
    FeatureKernel,
    Kernel,
    diagonal_of,
    has_features,
    prepared,
)
from svmcore.kernels.distance import RBF, Laplacian
from svmcore.kernels.inner import Linear, Polynomial, Sigmoid
from svmcore.kernels.sparse import SparsePoints

__all__ = [
    "KERNELS",
    "RBF",
    "ConstantKernel",
    "DiagonalKernel",
    "FeatureKernel",
    "Kernel",
    "Laplacian",
    "Linear",
    "Polynomial",
    "Product",
    "Sigmoid",
    "SparsePoints",
    "Sum",
    "diagonal_of",
    "has_features",
    "prepared",
]

KERNELS: dict[str, type[Kernel]] = {
    "linear": Linear,
    "poly": Polynomial,
    "rbf": RBF,
    "laplacian": Laplacian,
    "sigmoid": Sigmoid,
}
