"""Class numbers and weights at the border: what comes in is checked once."""

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Indices


def as_classes(y: npt.ArrayLike, n: int, k: int) -> Indices:
    """`y` as n class numbers from 0 to k - 1; a number may be missing.

    Raises ValueError if the length differs from n, k is below 1, or a label is no such number.
    """
    labels = np.asarray(y)
    if k < 1:
        raise ValueError(f"there must be at least one class, got {k}")
    if labels.shape != (n,):
        raise ValueError(f"y must have shape ({n},), got {labels.shape}")
    numbers = labels.astype(np.intp)
    wrong = labels[(numbers != labels) | (numbers < 0) | (numbers >= k)]
    if wrong.size:
        raise ValueError(f"y must hold class numbers from 0 to {k - 1}, got {wrong[0]}")
    return numbers


def as_weights(weights: npt.ArrayLike | None, n: int) -> Array:
    """What each of n points counts, shape (n,): 1 each for None.

    Raises ValueError if the length differs from n, a weight is negative or not finite, or all are
    0.
    """
    if weights is None:
        return np.ones(n)
    counts = np.asarray(weights, dtype=np.float64)
    if counts.shape != (n,):
        raise ValueError(f"weights must have shape ({n},), got {counts.shape}")
    if not np.isfinite(counts).all() or (counts < 0.0).any():
        raise ValueError("weights must be finite and not negative")
    if not counts.any():
        raise ValueError("weights must not all be 0")
    return counts
