"""Train-test split, k-fold and leave-one-out splits.

Every point draws its lot from its own id and the seed, so that moving a point, which keeps its id,
leaves all others where they are. The terms are those of
https://scikit-learn.org/stable/modules/cross_validation.html
"""

from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Bools, Indices

ORDERS = ("stratified", "shuffled", "given")


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


def fold_numbers(ids: Sequence[int], y: npt.ArrayLike, folds: int, seed: int) -> Indices:
    """The fold of each point, 0 to folds - 1, shape (n,): each class is dealt out evenly.

    Fold k holds what `held_out` keeps apart for the share k / folds beyond the folds before it.
    """
    shares = [held_out(ids, y, k / folds, seed) for k in range(1, folds)]
    return np.asarray(np.sum([~apart for apart in shares], axis=0), dtype=np.intp)  # first out: 0


def lots_of(ids: Sequence[int], seed: int) -> Array:
    """A number in [0, 1) for each id: splitmix64 of id and seed.

    Source: Steele, Lea and Flood, Fast splittable pseudorandom number generators (2014),
    https://doi.org/10.1145/2660193.2660195
    """
    z = np.asarray(ids, dtype=np.uint64) + np.uint64((seed + 1) * 0x9E3779B97F4A7C15 % 2**64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        z = (z ^ (z >> np.uint64(shift))) * np.uint64(factor)
    z = z ^ (z >> np.uint64(31))
    return np.asarray((z >> np.uint64(11)) / float(2**53))


def train_test(
    y: npt.ArrayLike,
    ids: Sequence[int] | None = None,
    *,
    share: float = 0.25,
    stratified: bool = True,
    seed: int = 0,
) -> Split:
    """Train-test split: about `share` kept apart, of each class if stratified. y : (n,), classes.

    Raises ValueError if the share is not between 0 and 1, there is not one id a point, or a class
    is too small to have a point on the side where it needs one.
    """
    labels = _labels(y)
    if not 0.0 < share < 1.0:
        raise ValueError(f"the test share must be between 0 and 1, got {share:g}")
    names = _ids(ids, len(labels))
    groups = labels if stratified else np.zeros(len(labels))
    apart = held_out(names, groups, share, seed)
    for c in np.unique(labels):
        own = labels == c
        if stratified and not apart[own].any():
            raise ValueError(
                f"Class {c} has too few points, {own.sum()}, for a test share of {100 * share:g} %."
            )
        if apart[own].all():
            raise ValueError(f"All points of class {c} are test points: none is left for training.")
    if not apart.any():
        raise ValueError(f"There are too few points, {len(labels)}, for a test part.")
    return Split.of(apart)


def k_fold(
    y: npt.ArrayLike,
    folds: int = 5,
    ids: Sequence[int] | None = None,
    *,
    order: str = "stratified",
    seed: int = 0,
) -> tuple[Split, ...]:
    """k-fold splits: each point is in the test part of one fold. y : (n,), classes.

    "stratified" deals out each class evenly, "shuffled" all points at once, both by lot; "given"
    cuts the points as they come into stretches of equal length.

    Raises ValueError if there are fewer than 2 folds or fewer points than folds, there is not one
    id a point, or a class is too small: smaller than the number of folds if stratified, else
    without a point to learn from in some fold.
    """
    labels = _labels(y)
    if order not in ORDERS:
        raise ValueError(f"order must be one of {', '.join(ORDERS)}, got {order}")
    if folds < 2:
        raise ValueError(f"There must be at least 2 folds, got {folds}.")
    n, names = len(labels), _ids(ids, len(labels))
    if n < folds:
        raise ValueError(f"There must be a point for each of the {folds} folds, got {n}.")
    if order == "stratified":
        _at_least(labels, folds, f"{folds}, one for each fold")
        number = fold_numbers(names, labels, folds, seed)
    elif order == "shuffled":
        number = fold_numbers(names, np.zeros(n), folds, seed)
    else:
        number = np.repeat(np.arange(folds), [len(p) for p in np.array_split(labels, folds)])
    parts = tuple(
        Split(np.flatnonzero(number != k), np.flatnonzero(number == k)) for k in range(folds)
    )
    for k, part in enumerate(parts):
        missing = np.setdiff1d(labels, labels[part.train])
        if missing.size:
            raise ValueError(f"Fold {k + 1} holds all points of class {missing[0]}: none is left.")
    return parts


def leave_one_out(y: npt.ArrayLike) -> tuple[Split, ...]:
    """Leave-one-out splits: each point alone is the test part of one. y : (n,), classes.

    Raises ValueError if a class has one point only.
    """
    labels = _labels(y)
    _at_least(labels, 2, "2, so that one is left")
    everyone = np.arange(len(labels))
    return tuple(Split(np.delete(everyone, i), everyone[i : i + 1]) for i in range(len(labels)))


def by_lot(y: npt.ArrayLike, ids: Sequence[int] | None = None, *, seed: int = 0) -> Indices:
    """An order of the points whose beginnings all have about the same share of each class.

    Each class comes in the order of its lots, and its r-th of m points at (r + 1/2) / m.
    """
    labels = _labels(y)
    lots = lots_of(_ids(ids, len(labels)), seed)
    place = np.empty(len(labels))
    for c in np.unique(labels):
        own = np.flatnonzero(labels == c)
        place[own[np.argsort(lots[own], kind="stable")]] = (np.arange(len(own)) + 0.5) / len(own)
    return np.lexsort((lots, place))


def _labels(y: npt.ArrayLike) -> Indices:
    labels = np.asarray(y, dtype=np.intp)
    if labels.ndim != 1:
        raise ValueError(f"y must have 1 dimension, got {labels.ndim}")
    if len(np.unique(labels)) < 2:
        raise ValueError("There must be points of at least two classes.")
    return labels


def _ids(ids: Sequence[int] | None, n: int) -> Sequence[int]:
    if ids is not None and len(ids) != n:
        raise ValueError(f"there must be one id a point, got {len(ids)} for {n}")
    return range(n) if ids is None else ids


def _at_least(labels: Indices, least: int, why: str) -> None:
    for c, many in zip(*np.unique(labels, return_counts=True), strict=True):
        if many < least:
            raise ValueError(f"Each class needs {why}: class {c} has {many}.")
