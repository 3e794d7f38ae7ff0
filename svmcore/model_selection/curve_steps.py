"""The curves of `svmcore.model_selection.curves` place by place, for who wants to see them grow."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Bools, Indices
from svmcore.model_selection.candidate import Candidate, checked
from svmcore.model_selection.curves import ScoreCurve, learning_curve, validation_curve
from svmcore.model_selection.grid_search import HIGH, HIGH_C, LOW, LOW_C
from svmcore.model_selection.splits import Split, by_lot
from svmcore.multiclass.checks import as_weights

PLACES = 9
SPANS = {"C": (LOW_C, HIGH_C), "gamma": (LOW, HIGH)}  # those of the map


class Growing(NamedTuple):
    """`done` of `total` places are known; found : the curve as far as that, None at first."""

    done: int
    total: int
    found: ScoreCurve | None


def places(kind: str, splits: Sequence[Split], n_classes: int) -> tuple[float, ...]:
    """Numbers of points up to the smallest training part ("learning"), or values of a setting."""
    if kind == "learning":
        most = min(len(part.train) for part in splits)
        least = max(2 * n_classes, most // 10)
        return tuple(float(v) for v in np.unique(np.linspace(least, most, PLACES).astype(int)))
    low, high = SPANS[kind]
    return tuple(float(f"{v:.3g}") for v in np.geomspace(low, high, PLACES))


def growing(
    machine: Candidate,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    splits: Sequence[Split],
    kind: str,
    *,
    seed: int = 0,
    w: npt.ArrayLike | None = None,
) -> Generator[Growing, None, None]:
    """The learning curve, or the validation curve of the setting `kind`, at `places`.

    X : (n, d). y : (n,). A number of points in which a class is missing is left out. w : (n,),
    weights of the points that are learnt from; where they judge, all count the same.

    Raises
    ------
    ValueError, TypeError
        See `learning_curve` and `validation_curve`; ValueError if no place is left.
    """
    X, y = checked(X, y)
    where = places(kind, splits, int(y.max()) + 1)
    if kind == "learning":
        counts = as_weights(w, len(y)) > 0.0
        where = tuple(s for s in where if _complete(y, counts, splits, int(s), seed))
        if not where:
            raise ValueError("There are too few points for a learning curve.")
    found: list[ScoreCurve] = []
    yield Growing(0, len(where), None)
    for place in where:
        if kind == "learning":
            found.append(learning_curve(machine, X, y, splits, (int(place),), seed=seed, w=w))
        else:
            found.append(validation_curve(machine, X, y, splits, kind, (place,), w=w))
        yield Growing(len(found), len(where), joined(found))


def joined(found: Sequence[ScoreCurve]) -> ScoreCurve:
    """Curves one after the other as one."""
    parts = zip(*(vars(one).values() for one in found), strict=True)
    return ScoreCurve(*map(np.concatenate, parts))


def _complete(y: Indices, counts: Bools, splits: Sequence[Split], size: int, seed: int) -> bool:
    """Whether the first `size` points of every fold have all classes, of those that count."""
    k = len(np.unique(y))
    for part in splits:
        order = part.train[by_lot(y[part.train], part.train.tolist(), seed=seed)]
        first = order[:size]
        if len(np.unique(y[first[counts[first]]])) < k:
            return False
    return True
