"""Which points a model learns from, and which are kept apart to judge it."""

from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Bools, Indices


class Split(NamedTuple):
    """The numbers of the points that are learnt from, and of those that judge."""

    train: Indices
    test: Indices

    @classmethod
    def of(cls, apart: Bools) -> Self:
        """The split that keeps the marked points apart, (n,)."""
        return cls(train=np.flatnonzero(~apart), test=np.flatnonzero(apart))


def held_out(ids: Sequence[int], y: npt.ArrayLike, share: float, seed: int) -> Bools:
    """Of n points, the ones kept apart: about `share` of each class, shape (n,).

    Each point draws its lot from its own id and the seed, so that one more point, or one less,
    changes the place of no other but for the last of its class. A class keeps at least one point
    to learn from.
    """
    lots = lots_of(ids, seed)
    labels = np.asarray(y)
    apart = np.zeros(len(lots), dtype=bool)
    for label in np.unique(labels):
        own = np.flatnonzero(labels == label)
        many = min(round(share * len(own)), len(own) - 1)
        if many > 0:
            apart[own[np.argsort(lots[own], kind="stable")[:many]]] = True
    return apart


def dealt(ids: Sequence[int], y: npt.ArrayLike, folds: int, seed: int) -> Indices:
    """The fold of each point, 0 to folds - 1, shape (n,): each class is dealt out evenly.

    Fold k holds what `held_out` keeps apart for the share k / folds beyond the folds before it.
    """
    shares = [held_out(ids, y, k / folds, seed) for k in range(1, folds)]
    return np.asarray(np.sum([~apart for apart in shares], axis=0), dtype=np.intp)  # first out: 0


def lots_of(ids: Sequence[int], seed: int) -> Array:
    """A number in [0, 1) for each id: splitmix64 of id and seed.

    Source: Steele, Lea and Flood, Fast splittable pseudorandom number generators (2014).
    """
    z = np.asarray(ids, dtype=np.uint64) + np.uint64((seed + 1) * 0x9E3779B97F4A7C15 % 2**64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        z = (z ^ (z >> np.uint64(shift))) * np.uint64(factor)
    z = z ^ (z >> np.uint64(31))
    return np.asarray((z >> np.uint64(11)) / float(2**53))
