"""What the parameters of an estimator may be; each refusal names the law and the offender."""

import math
from numbers import Integral, Real
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from svmcore.arrays import Array
from svmcore.kernels import KERNELS

FINITE = float(np.finfo(float).max)
LEAST_C, MOST_C = 1e-100, 1e12  # beyond, nothing is left of the digits
SOLVER_NAMES = ("auto", "smo", "interior_point")


def number(
    name: str, value: Any, *, above: float = -math.inf, least: float = -math.inf, most: float
) -> float:
    """`value` as a float with above < value, least <= value <= most.

    Raises ValueError if it is not a number or outside; NaN is outside of everything.
    """
    real = isinstance(value, Real) and not isinstance(value, bool | np.bool_)
    if not real or not (value > above and least <= value <= most):
        law = f"> {above:g}" if math.isfinite(above) else ""
        law = law or (f">= {least:g}" if math.isfinite(least) else "a number")
        if most == 1.0:
            law += f" and <= {most:g}"
        elif math.isfinite(most):
            law += " and finite"
        raise ValueError(f"{name} must be {law}, got {value!r}")
    return float(value)


def whole(name: str, value: Any, *, least: int, unlimited: bool = False) -> int:
    """`value` as an int >= least, or -1 where that means "no limit".

    Raises ValueError if it is anything else.
    """
    integer = isinstance(value, Integral) and not isinstance(value, bool | np.bool_)
    if not integer or not (value >= least or (unlimited and value == -1)):
        law = f"a whole number >= {least}" + (" or -1 (no limit)" if unlimited else "")
        raise ValueError(f"{name} must be {law}, got {value!r}")
    return int(value)


def choice(name: str, value: Any, among: tuple[Any, ...]) -> None:
    """Refuse with a ValueError what is not one of the words (or True and False) `among`."""
    known = isinstance(value, str | bool | np.bool_) and value in among
    if not known:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, among))}, got {value!r}")


def common_parameters(estimator: Any) -> None:
    """Check those of tol, max_iter, solver and random_state that an estimator has."""
    number("tol", estimator.tol, above=0.0, most=FINITE)
    whole("max_iter", estimator.max_iter, least=1, unlimited=True)
    if hasattr(estimator, "solver"):
        choice("solver", estimator.solver, SOLVER_NAMES)
    if getattr(estimator, "random_state", None) is not None:
        check_random_state(estimator.random_state)


def kernel_parameters(estimator: Any) -> None:
    """Check kernel, degree, gamma and coef0, whether the kernel uses them or not."""
    if not callable(estimator.kernel):
        choice("kernel", estimator.kernel, (*KERNELS, "precomputed"))
    whole("degree", estimator.degree, least=0)
    if isinstance(estimator.gamma, str):
        choice("gamma", estimator.gamma, ("scale", "auto"))
    else:
        number("gamma", estimator.gamma, least=0.0, most=FINITE)
    number("coef0", estimator.coef0, least=-FINITE, most=FINITE)


def penalties(C: float, factors: Array) -> Array:
    """C_i = C times the factor of each point.

    Raises ValueError if one of them is so small or so large that no digit of the answer would be
    right.
    """
    each = float(C) * factors
    low, high = float(each.min()), float(each.max())
    if not (low >= LEAST_C and high <= MOST_C):
        law = f"C times the weights must be from {LEAST_C:g} to {MOST_C:g}, or C=inf for SVC"
        raise ValueError(f"{law}, got {low:.3g} to {high:.3g}")
    return np.asarray(each)
