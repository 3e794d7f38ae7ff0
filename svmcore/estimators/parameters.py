"""Validation of the estimators' parameters."""

import math
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from numbers import Integral, Real
from typing import Any, TypeAlias

import numpy as np
from sklearn.utils import check_random_state

from svmcore.arrays import Array
from svmcore.kernels import KERNELS

FINITE = float(np.finfo(float).max)
MIN_C, MAX_C = 1e-100, 1e12  # beyond, nothing is left of the digits
LEAST_SCALE, MOST_SCALE = 1e-8, 1e8  # beyond, no digit is left of the intercept, or the weights
MAX_SEED = int(np.iinfo(np.int32).max)  # below it seeds are drawn, as scikit-learn does

Law = Callable[[str, Any], object]
# the types of parameters: a kernel is callable, too
KernelOption: TypeAlias = str | Callable[..., Any]
ClassWeight: TypeAlias = Mapping[Any, float] | str | None
RandomState: TypeAlias = int | np.random.RandomState | None


def number(
    name: str,
    value: Any,
    *,
    above: float = -math.inf,
    least: float = -math.inf,
    most: float = FINITE,
) -> None:
    """Refuse what is not a number with above < value, least <= value <= most.

    NaN is outside of everything. Raises ValueError.
    """
    real = isinstance(value, Real) and not isinstance(value, bool | np.bool_)
    # a float32 would be compared in its own range
    size = value.item() if isinstance(value, np.generic) else value
    if not real or not (size > above and least <= size <= most):
        law = f"> {above:g}" if math.isfinite(above) else ""
        law = law or (f">= {least:g}" if math.isfinite(least) else "a number")
        if most == 1.0:
            law += f" and <= {most:g}"
        elif math.isfinite(most):
            law += " and finite"
        raise ValueError(f"{name} must be {law}, got {value!r}")


def whole(name: str, value: Any, *, least: int, unlimited: bool = False) -> None:
    """Refuse by ValueError what is not an integer >= least, or -1 where that is "no limit"."""
    integer = isinstance(value, Integral) and not isinstance(value, bool | np.bool_)
    if not integer or not (value >= least or (unlimited and value == -1)):
        law = f"a whole number >= {least}" + (" or -1 (no limit)" if unlimited else "")
        raise ValueError(f"{name} must be {law}, got {value!r}")


def choice(name: str, value: Any, among: Iterable[Any]) -> None:
    """Refuse by ValueError what is not one of the words (or True and False) `among`."""
    known = isinstance(value, str | bool | np.bool_) and value in among
    if not known:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, among))}, got {value!r}")


def one_of(*among: Any) -> Law:
    """The law that allows these words only."""
    return partial(choice, among=among)


def kernel_word(name: str, value: Any) -> None:
    """Refuse what is neither callable nor the word of a kernel."""
    if not callable(value):
        choice(name, value, (*KERNELS, "precomputed"))


def kernel_width(name: str, value: Any) -> None:
    """Refuse a gamma that is no word for a rule and no number >= 0."""
    if isinstance(value, str):
        choice(name, value, ("scale", "auto", "weighted_scale"))
    else:
        number(name, value, least=0.0)


def amount_of_output(name: str, value: Any) -> None:
    """Refuse a verbose that is neither True nor False nor a whole number >= 0."""
    if not isinstance(value, bool | np.bool_):
        whole(name, value, least=0)


def function(name: str, value: Any) -> None:
    """Refuse by ValueError what cannot be called."""
    if not callable(value):
        raise ValueError(f"{name} must be a function or None, got {value!r}")


def intercept_scale(name: str, value: Any) -> None:
    """Refuse by ValueError what is neither infinite nor leaves digits to intercept and weights."""
    real = isinstance(value, Real) and not isinstance(value, bool | np.bool_)
    if not real or not (LEAST_SCALE <= value <= MOST_SCALE or value == np.inf):
        law = f"from {LEAST_SCALE:g} to {MOST_SCALE:g}, or infinite"
        raise ValueError(f"{name} must be {law}, got {value!r}")


def or_none(law: Law) -> Law:
    """The law that allows None, too."""
    return lambda name, value: None if value is None else law(name, value)


POSITIVE = partial(number, above=0.0)
SHARE = partial(number, above=0.0, most=1.0)
COUNT = partial(whole, least=1)
LAWS: dict[str, Law] = {
    "kernel": kernel_word,
    "degree": partial(whole, least=0),
    "gamma": kernel_width,
    "coef0": partial(number, least=-FINITE),
    "tol": POSITIVE,
    "max_iter": partial(whole, least=1, unlimited=True),
    "solver": one_of("auto", "smo", "interior_point"),
    "random_state": lambda name, value: check_random_state(value),
    "decision_function_shape": one_of("ovr", "ovo"),
    "break_ties": one_of(False, True),
    "C": POSITIVE,
    "nu": SHARE,
    "epsilon": partial(number, least=0.0),
    "delta": POSITIVE,
    "dual": one_of("auto", True, False),
    "fit_intercept": one_of(True, False),
    "intercept_scaling": intercept_scale,
    "bias_inside": one_of(False, True),
    "probability": one_of(False, True, "deprecated"),
    "shrinking": one_of(False, True),
    "cache_size": POSITIVE,
    "verbose": amount_of_output,
    "time_limit": or_none(POSITIVE),
    "callback": or_none(function),
}


def check_parameters(estimator: Any, own: Mapping[str, Law] | None = None) -> None:
    """Hold the parameters of an estimator against `LAWS`, and against those of its `own`.

    ValueError names the first that breaks its law.
    """
    given = vars(estimator)
    for name, law in {**LAWS, **(own or {})}.items():
        if name in given:
            law(name, given[name])


def penalties(C: float, factors: Array) -> Array:
    """C_i = C times the factor of each point.

    Raises ValueError if one of them is so small or so large that no digit of the answer would be
    right.
    """
    each = float(C) * factors
    low, high = float(each.min()), float(each.max())
    if not (low >= MIN_C and high <= MAX_C):
        law = f"C times the weights must be from {MIN_C:g} to {MAX_C:g}, or C=inf for SVC and SVR"
        raise ValueError(f"{law}, got {low:.3g} to {high:.3g}")
    return np.asarray(each)
