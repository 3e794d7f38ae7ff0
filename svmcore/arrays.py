"""Array types, checks of input arrays, and read-only copies."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.float64]
Bools: TypeAlias = npt.NDArray[np.bool_]
Indices: TypeAlias = npt.NDArray[np.intp]
Labels: TypeAlias = npt.NDArray[Any]  # signs or targets as numbers, or class numbers

# of a matrix that is made in parts: a megabyte at a time, which stays in the cache
BLOCK_ENTRIES = 130_000


def read_only(array: npt.ArrayLike) -> Array:
    """A float64 copy that cannot be written to, so that a cached record stays what it was."""
    frozen = np.array(array, dtype=np.float64)
    frozen.setflags(write=False)
    return frozen


def largest(values: Array, among: Indices, room: int) -> Indices:
    """Those of `among` with the largest values, at most `room`."""
    if len(among) <= room:
        return among
    return among[np.argpartition(-values[among], room)[:room]]


def as_points(X: npt.ArrayLike) -> Array:
    """`X` as a float64 array of shape (n, d).

    Raises ValueError if it is not two-dimensional or holds a number that is not finite.
    """
    points = np.asarray(X, dtype=np.float64)
    if points.ndim != 2:
        raise ValueError(f"X must have 2 dimensions, got {points.ndim}")
    if not np.isfinite(points).all():
        raise ValueError("X must hold finite numbers, got NaN or infinity")
    return points


def as_signs(y: npt.ArrayLike, n: int) -> Array:
    """`y` as a float64 array of n labels, each -1 or +1.

    Raises ValueError if the length differs from n or a label is neither -1 nor +1.
    """
    signs = np.asarray(y, dtype=np.float64)
    if signs.shape != (n,):
        raise ValueError(f"y must have shape ({n},), got {signs.shape}")
    wrong = signs[np.abs(signs) != 1.0]
    if wrong.size:
        raise ValueError(f"y must hold -1 and +1 only, got {wrong[0]:g}")
    return signs


def as_weights(weights: npt.ArrayLike | None, n: int) -> Array:
    """Sample weights of n points, shape (n,): 1 each for None.

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
