"""Which points of a trained model are support vectors, and which of them are bound."""

import numpy as np

from svmcore.arrays import Array, Bools

NOTHING = 1e-9  # of the largest alpha: what is smaller are rounding errors


def support_of(coef: Array | None, n: int) -> Bools:
    """Which of n points have alpha > 0 but for rounding; none without a model."""
    if coef is None:
        return np.zeros(n, dtype=bool)
    size = np.abs(coef)
    return np.asarray(size > NOTHING * size.max(initial=0.0))


def bound_of(coef: Array | None, C: Array | float, n: int) -> Bools:
    """Which of n points have alpha = C but for rounding; none without a model or where C = inf."""
    if coef is None:
        return np.zeros(n, dtype=bool)
    return np.asarray(np.abs(coef) >= (1.0 - NOTHING) * C)
