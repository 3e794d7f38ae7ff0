"""A kernel as scikit-learn has it: its own word, or a function of its functions."""

from typing import NamedTuple

from pages.model_selection.kernel_formula import plain
from svmcore.kernels import RBF, ConstantKernel, Kernel, Laplacian, Linear, Polynomial, Product, Sum


class SklearnKernel(NamedTuple):
    """What is imported for a kernel, the arguments of SVC, and lines of a function they name."""

    imports: list[str]
    arguments: str
    function: list[str]


def sklearn_kernel(kernel: Kernel) -> SklearnKernel:
    """The kernel as an argument: by its name where there is one."""
    match kernel:
        case Linear():
            return SklearnKernel([], 'kernel="linear"', [])
        case RBF():
            return SklearnKernel([], f'kernel="rbf", gamma={kernel.gamma!r}', [])
        case Polynomial():
            numbers = f"degree={kernel.degree!r}, gamma={kernel.gamma!r}, coef0={kernel.coef0!r}"
            return SklearnKernel([], f'kernel="poly", {numbers}', [])
    return kernel_function(kernel)


def kernel_function(kernel: Kernel) -> SklearnKernel:
    """The kernel as a function `kernel(X, Z)`."""
    used: set[str] = set()
    text = _expression(plain(kernel), used)
    imports = [f"from sklearn.metrics.pairwise import {', '.join(sorted(used))}"] if used else []
    function = ["", "def kernel(X, Z):", f"    return {text}", "", ""]
    return SklearnKernel(imports, "kernel=kernel", function)


def _expression(kernel: Kernel, used: set[str]) -> str:
    """A kernel as an expression of scikit-learn's functions, whose names are added to `used`."""
    match kernel:
        case Sum():
            return "(" + " + ".join(_expression(part, used) for part in kernel.parts) + ")"
        case Product():
            return " * ".join(_expression(part, used) for part in kernel.parts)
        case ConstantKernel():
            return f"np.full((len(X), len(Z)), {kernel.value!r})"
        case Linear():
            name, numbers = "linear_kernel", ""
        case Polynomial():
            name = "polynomial_kernel"
            numbers = f", degree={kernel.degree!r}, gamma={kernel.gamma!r}, coef0={kernel.coef0!r}"
        case RBF():
            name, numbers = "rbf_kernel", f", gamma={kernel.gamma!r}"
        case Laplacian():
            name, numbers = "laplacian_kernel", f", gamma={kernel.gamma!r}"
        case _:
            raise ValueError(f"a kernel must be one of scikit-learn's, got {kernel.title}")
    used.add(name)
    return f"{name}(X, Z{numbers})"
