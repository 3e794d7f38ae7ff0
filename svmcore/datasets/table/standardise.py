"""Columns standardised without an overflow."""

from __future__ import annotations

import numpy as np

from svmcore.arrays import Array


def mean_of(column: Array) -> float:
    """The mean, without a sum that overflows."""
    power = _power(column)
    return float(np.ldexp(np.ldexp(column, -power).mean(), power))


def _power(column: Array) -> int:
    """The power of two that brings the largest number of a column to [1/2, 1)."""
    return int(np.frexp(np.abs(column).max())[1])


def standardised(raw: Array) -> tuple[Array, Array, Array]:
    """(raw - mean) / scale column by column, in units in which no square overflows."""
    X, mean, scale = np.empty_like(raw), np.empty(raw.shape[1]), np.empty(raw.shape[1])
    for j, column in enumerate(raw.T):
        power = _power(column)
        units = np.ldexp(column, -power)
        centre = units.mean()
        spread = float(np.sqrt(np.mean((units - centre) ** 2)))
        X[:, j] = (units - centre) / spread
        mean[j], scale[j] = np.ldexp(centre, power), np.ldexp(spread, power)
    return X, mean, scale


def as_it_is(raw: Array) -> tuple[Array, Array, Array]:
    """The columns, 0 and 1: nothing is subtracted or divided by."""
    return raw, np.zeros(raw.shape[1]), np.ones(raw.shape[1])
