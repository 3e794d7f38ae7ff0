"""The kernel protocols, and the parameters that several kernels share."""

import re
from collections.abc import Callable
from math import inf
from typing import Any, ClassVar, Protocol, TypeGuard, runtime_checkable

import numpy as np

from svmcore.arrays import Array
from svmcore.params import param, parameters

DIAGONAL_ROWS = 128  # points of which a block of K is filled for the sake of its diagonal


@runtime_checkable
class Kernel(Protocol):
    """Kernel, a function K(x, z) of two points: the inner product <phi(x), phi(z)> if it is psd.

    Source: Schölkopf and Smola, Learning with Kernels (2002), chapter 2,
    https://doi.org/10.7551/mitpress/4175.001.0001
    """

    title: ClassVar[str]

    @property
    def psd(self) -> bool:
        """Whether every Gram matrix is positive semi-definite (Mercer's condition)."""

    @property
    def formula(self) -> str:
        """The kernel as a line of text, with the parameters' names."""

    def __call__(self, X: Array, Z: Array) -> Array:
        """The matrix K(x_i, z_j), shape (len(X), len(Z))."""


@runtime_checkable
class DiagonalKernel(Protocol):
    """A kernel that computes K(x, x) without the Gram matrix."""

    def diagonal(self, X: Array) -> Array:
        """K(x_i, x_i), shape (n,)."""


@runtime_checkable
class FeatureKernel(Kernel, Protocol):
    """A kernel with an explicit feature map phi of finitely many coordinates."""

    def n_features(self, d: int) -> int:
        """How many coordinates phi has for points of d dimensions."""

    def features(self, X: Array) -> Array:
        """phi(x_i), shape (n, n_features): K(X, X) = features(X) features(X)'."""


def has_features(kernel: Kernel) -> TypeGuard[FeatureKernel]:
    """Whether `kernel` is a `FeatureKernel`; isinstance says the same, slowly."""
    return hasattr(kernel, "features")


def diagonal_of(kernel: Kernel, X: Array) -> Array:
    """K(x_i, x_i), shape (n,), of X, shape (n, d); `kernel` need not be a `DiagonalKernel`.

    Nor are features asked for, which may be too many to be written down.
    """
    if hasattr(kernel, "diagonal"):
        return np.asarray(kernel.diagonal(X))
    blocks = [X[start : start + DIAGONAL_ROWS] for start in range(0, len(X), DIAGONAL_ROWS)]
    return np.concatenate([kernel(block, block).diagonal() for block in blocks])


def prepared(kernel: Kernel, Z: Array) -> Callable[[Array], Array]:
    """The function X -> K(x_i, z_j) of a `kernel`, for many calls with one Z, shape (m, d)."""
    if hasattr(kernel, "prepared"):
        found: Callable[[Array], Array] = kernel.prepared(Z)
        return found
    return lambda X: kernel(X, Z)


def written(kernel: Kernel) -> str:
    """The right side of a kernel's formula with its numbers put in."""
    text = re.sub(r", \w+$", "", kernel.formula.removeprefix("K(x, z) = "))
    for parameter in parameters(kernel):
        value = f"{getattr(kernel, parameter.name):g}"
        text = text.replace(parameter.label, value) if parameter.label else text
        text = text.replace(parameter.name, value)
    return text


def gamma(help: str) -> Any:
    """The scale of a kernel."""
    return param(0.5, 0.01, 100.0, log=True, label="γ", help=help, domain=(0.0, inf))


def coef0(help: str) -> Any:
    """The constant that some kernels add to the inner product."""
    return param(1.0, -3.0, 3.0, label="coef0", help=help, domain=(-inf, inf))
