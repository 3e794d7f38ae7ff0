"""Learning and validation curves: https://scikit-learn.org/stable/modules/learning_curve.html"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pages.model_selection.candidate import (
    Candidate,
    Progress,
    checked,
    fitted_on,
    scaled_before,
    weighed,
)
from pages.model_selection.grid_search import HIGH, HIGH_C, LOW, LOW_C
from pages.model_selection.splits import Split, by_lot
from svmcore.arrays import Array, Bools, Indices, as_weights

Place = tuple[float, Array, Array, float]


@dataclass(frozen=True, eq=False)
class ScoreCurve:
    """Learning or validation curve: the accuracy at each place, on training and validation points.

    places : (m,), numbers of points or values of a setting. train, validation : (m, folds).
    n_support : (m,), support vectors: for a learning curve the mean over the folds, for a
        validation curve those of the model that learns from all points.
    """

    places: Array
    train: Array
    validation: Array
    n_support: Array


def score(machine: Candidate, X: Array, y: Indices, w: Array | None, part: Split) -> Array:
    """The accuracy on both sides of a part, and the number of support vectors: (3,)."""
    found = fitted_on(machine, X, y, w, part.train)
    right = [float((found.predict(X[rows]) == y[rows]).mean()) for rows in part]
    return np.array([*right, float(len(found.support))])


N_PLACES = 9
SPANS = {"C": (LOW_C, HIGH_C), "gamma": (LOW, HIGH)}  # those of the map


def places(kind: str, splits: Sequence[Split], n_classes: int) -> tuple[float, ...]:
    """Numbers of points up to the smallest training part ("learning"), or values of a setting."""
    if kind == "learning":
        most = min(len(part.train) for part in splits)
        least = max(2 * n_classes, most // 10)
        return tuple(float(v) for v in np.unique(np.linspace(least, most, N_PLACES).astype(int)))
    low, high = SPANS[kind]
    return tuple(float(f"{v:.3g}") for v in np.geomspace(low, high, N_PLACES))


def growing(
    machine: Candidate,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    splits: Sequence[Split],
    kind: str,
    at: Sequence[float] | None = None,
    *,
    seed: int = 0,
    w: npt.ArrayLike | None = None,
) -> Generator[Progress[ScoreCurve], None, None]:
    """Compute the learning curve, or the validation curve of C or a kernel parameter, `kind`.

    X : (n, d). y : (n,). at : where, `places` by default. "learning" trains on so many points of
    each fold, the first in the order of `by_lot`, so that a larger part holds the smaller ones; a
    number of points in which a class is missing is left out. w : (n,), weights of the points that
    are learnt from; where they judge, all count the same.

    Raises ValueError or TypeError if X, y, w or the model are not what they should be, it has no
    such setting or value, there are fewer than 2 splits, or too few points for one of the places or
    for all.
    """
    X, y = checked(X, y)
    machine, X = scaled_before(machine, X)
    if len(splits) < 2:
        raise ValueError("A spread needs at least 2 splits.")
    weights = weighed(w, y, [part.train for part in splits])
    where = places(kind, splits, int(y.max()) + 1) if at is None else at
    steps: list[tuple[float, Candidate, Sequence[Split]]]
    if kind == "learning":
        learnt = _learnt(y, as_weights(w, len(y)) > 0.0, splits, where, seed)
        steps = [(float(size), machine, parts) for size, parts in learnt]
    else:
        steps = [(float(value), machine.changed(**{kind: value}), splits) for value in where]
    everyone = np.arange(len(y))
    whole = () if kind == "learning" else (Split(everyone, everyone),)
    return _climbing([(at, there, (*parts, *whole)) for at, there, parts in steps], X, y, weights)


def _climbing(
    steps: Sequence[tuple[float, Candidate, Sequence[Split]]], X: Array, y: Indices, w: Array | None
) -> Generator[Progress[ScoreCurve], None, None]:
    """Place by place; a part that tests the points it learnt from says only how many it needs."""
    # a model takes about as long as the square of its points
    total = float(sum(len(part.train) ** 2 for _, _, parts in steps for part in parts))
    done, found, curve = 0.0, list[Place](), None
    yield Progress(0, len(steps), None, 0.0)
    for place, machine, parts in steps:
        each = []
        for part in parts:
            each.append(score(machine, X, y, w, part))
            done += len(part.train) ** 2
            if len(each) < len(parts):
                yield Progress(len(found), len(steps), curve, done / total)
        whole = [one for one, part in zip(each, parts, strict=True) if part.train is part.test]
        train, validation, support = np.array(each[: len(each) - len(whole)]).T
        support = whole[0][2] if whole else support.mean()
        found.append((place, train, validation, float(support)))
        curve = ScoreCurve(*map(np.array, zip(*found, strict=True)))
        yield Progress(len(found), len(steps), curve, done / total)


def _learnt(
    y: Indices, counts: Bools, splits: Sequence[Split], sizes: Sequence[float], seed: int
) -> list[tuple[float, list[Split]]]:
    """The sizes in which every fold has all classes, of the points that count, and the folds."""
    orders = [p.train[by_lot(y[p.train], p.train.tolist(), seed=seed)] for p in splits]
    k, least, found = int(y.max()) + 1, min(map(len, orders)), []
    for size in sizes:
        if size > least:
            raise ValueError(f"There are only {least} points to learn from, not {size:g}.")
        first = [order[: int(size)] for order in orders]
        if all(len(np.unique(y[rows[counts[rows]]])) == k for rows in first):
            parts = [Split(rows, p.test) for rows, p in zip(first, splits, strict=True)]
            found.append((size, parts))
    if not found:
        raise ValueError("There are too few points for a learning curve.")
    return found
