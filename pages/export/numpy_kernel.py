"""A kernel as a function of NumPy alone: its text, and its values to the last digit."""

from functools import reduce

import numpy as np

from pages.model_selection.kernel_formula import Built, plain
from svmcore.arrays import Array
from svmcore.kernels import (
    RBF,
    ConstantKernel,
    Kernel,
    Laplacian,
    Linear,
    Polynomial,
    Product,
    Sigmoid,
    Sum,
)


def kernel_lines(kernel: Kernel) -> list[str]:
    """The function `kernel(X, Z)`, and the two empty lines after it."""
    text = _expression(plain(kernel))
    text = text[1:-1] if isinstance(kernel, Linear) else text
    return ["def kernel(X, Z):", f"    return {text}", "", ""]


def _expression(kernel: Kernel) -> str:
    match kernel:
        case Sum():
            return "(" + " + ".join(map(_expression, kernel.parts)) + ")"
        case Product():
            return " * ".join(map(_expression, kernel.parts))
        case ConstantKernel():
            return f"np.full((len(X), len(Z)), {kernel.value!r})"
        case Linear():
            return "(X @ Z.T)"
        case Polynomial():
            return f"({kernel.gamma!r} * X @ Z.T + {kernel.coef0!r}) ** {kernel.degree!r}"
        case Sigmoid():
            return f"np.tanh({kernel.gamma!r} * X @ Z.T + {kernel.coef0!r})"
        case RBF():
            return f"np.exp(-{kernel.gamma!r} * ((X[:, None] - Z) ** 2).sum(axis=2))"
        case Laplacian():
            return f"np.exp(-{kernel.gamma!r} * np.abs(X[:, None] - Z).sum(axis=2))"
    raise ValueError(f"a kernel must be a known one, got {kernel.title}")


def typed_gram(kernel: Kernel, X: Array) -> Array:
    """K(X, X) with the rounding of `kernel_lines`, which is not that of svmcore's faster ways."""
    match kernel:
        case Built():
            return typed_gram(kernel.kernel, X)
        case Sum():
            return reduce(np.add, (typed_gram(part, X) for part in kernel.parts))
        case Product():
            return reduce(np.multiply, (typed_gram(part, X) for part in kernel.parts))
        case Polynomial():
            return np.asarray((kernel.gamma * X @ X.T + kernel.coef0) ** kernel.degree)
        case Sigmoid():
            return np.asarray(np.tanh(kernel.gamma * X @ X.T + kernel.coef0))
        case RBF():
            return np.asarray(np.exp(-kernel.gamma * ((X[:, None] - X) ** 2).sum(axis=2)))
        case Laplacian():
            return np.asarray(np.exp(-kernel.gamma * np.abs(X[:, None] - X).sum(axis=2)))
    return kernel(X, X)
