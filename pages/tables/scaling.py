"""The columns of a table filled and standardised, in units in which no square overflows."""

import numpy as np

from svmcore.arrays import Array, Indices


def _powers(raw: Array) -> Indices:
    """The power of two that brings the largest number of each column to [1/2, 1)."""
    return np.asarray(np.frexp(np.nanmax(np.abs(raw), axis=0))[1], dtype=np.intp)


def filled(raw: Array) -> Array:
    """`raw`, shape (n, d), with the mean of its column in each missing cell."""
    powers = _powers(raw)
    means = np.ldexp(np.nanmean(np.ldexp(raw, -powers), axis=0), powers)
    return np.where(np.isnan(raw), means, raw)


def standardised(raw: Array) -> tuple[Array, Array, Array]:
    """(raw - mean) / scale column by column, in units in which no square overflows."""
    powers = _powers(raw)
    units = np.ldexp(raw, -powers)
    columns = units.T.copy()  # numbers that lie side by side are added up pairwise
    centre, spread = columns.mean(1), columns.std(1)
    X = (units - centre) / spread
    return X, np.ldexp(centre, powers), np.ldexp(spread, powers)
