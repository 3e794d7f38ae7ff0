"""Which points a machine learns from, and which are kept apart to judge it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from svmcore.arrays import Array, Bools


def held_out(ids: Sequence[int], y: Array, share: float, seed: int) -> Bools:
    """Of n points, the ones kept apart: about `share` of each class, shape (n,).

    Each point draws its lot from its own id and the seed, so that one more point, or one less,
    changes the place of no other but for the last of its class. A class keeps at least one point
    to learn from.
    """
    lots = _lots(np.asarray(ids, dtype=np.uint64), seed)
    apart = np.zeros(len(lots), dtype=bool)
    for sign in (-1.0, 1.0):
        own = np.flatnonzero(y == sign)
        many = min(round(share * len(own)), len(own) - 1)
        if many > 0:
            apart[own[np.argsort(lots[own], kind="stable")[:many]]] = True
    return apart


def _lots(ids: np.ndarray[tuple[int, ...], np.dtype[np.uint64]], seed: int) -> Array:
    """A number in [0, 1) for each id: splitmix64 of id and seed.

    Source: Steele, Lea and Flood, Fast splittable pseudorandom number generators (2014).
    """
    z = ids + np.uint64((seed + 1) * 0x9E3779B97F4A7C15 % 2**64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        z = (z ^ (z >> np.uint64(shift))) * np.uint64(factor)
    z = z ^ (z >> np.uint64(31))
    return np.asarray((z >> np.uint64(11)) / float(2**53))
