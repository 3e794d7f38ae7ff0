"""How a machine's scores change with the points it learns from, and with one of its settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Indices
from svmcore.model_selection.candidate import (
    Candidate,
    checked,
    fitted,
    fitted_on,
    settled,
    weighed,
)
from svmcore.model_selection.splits import Split, by_lot


@dataclass(frozen=True, eq=False)
class ScoreCurve:
    """The accuracy at each place, on the points learnt from and on those that judge.

    places : (m,), numbers of points or values of a setting. train, validation : (m, folds).
    n_support : (m,), support vectors: for a learning curve the mean over the folds, for a
        validation curve those of the machine that learns from all points.
    """

    places: Array
    train: Array
    validation: Array
    n_support: Array


def learning_curve(
    machine: Candidate,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    splits: Sequence[Split],
    sizes: Sequence[int],
    *,
    seed: int = 0,
    w: npt.ArrayLike | None = None,
) -> ScoreCurve:
    """Train on the first of each fold's training points, in the order of `by_lot`.

    X : (n, d). y : (n,). A larger part holds the smaller ones. w : (n,), weights of the points
    that are learnt from; where they judge, all count the same.

    Raises
    ------
    ValueError
        If there are fewer than 2 splits, a size is larger than a training part, or so small that
        a class is not in it.
    """
    X, y = checked(X, y)
    machine, X = settled(machine, X)
    _enough(splits)
    weights = weighed(w, y, [part.train for part in splits])
    least = min(len(part.train) for part in splits)
    k = int(y.max()) + 1
    orders = [part.train[by_lot(y[part.train], part.train.tolist(), seed=seed)] for part in splits]
    found = []
    for size in sizes:
        if size > least:
            raise ValueError(f"There are only {least} points to learn from, not {size}.")
        first = [order[:size] for order in orders]
        for rows in first:
            if len(np.unique(y[rows] if weights is None else y[rows][weights[rows] > 0.0])) < k:
                raise ValueError(f"{size} points are too few: one of the {k} classes is missing.")
        parts = [Split(rows, part.test) for rows, part in zip(first, splits, strict=True)]
        found.append(_scores(machine, X, y, weights, parts))
    train, validation, support = np.swapaxes(found, 0, 1)
    return ScoreCurve(np.array(sizes, dtype=np.float64), train, validation, support.mean(1))


def validation_curve(
    machine: Candidate,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    splits: Sequence[Split],
    name: str,
    values: Sequence[float],
    *,
    w: npt.ArrayLike | None = None,
) -> ScoreCurve:
    """The machine with each value of C, or of a parameter of its kernel such as gamma.

    X : (n, d). y : (n,). w : as in `learning_curve`.

    Raises
    ------
    ValueError, TypeError
        If there are fewer than 2 splits, or the machine has no such setting or value.
    """
    X, y = checked(X, y)
    machine, X = settled(machine, X)
    _enough(splits)
    weights = weighed(w, y, [part.train for part in splits])
    machines = [machine.changed(**{name: value}) for value in values]
    found = [_scores(there, X, y, weights, splits) for there in machines]
    support = [float(len(fitted(there, X, y, weights).support)) for there in machines]
    train, validation, _ = np.swapaxes(found, 0, 1)
    return ScoreCurve(np.array(values, dtype=np.float64), train, validation, np.array(support))


def _scores(
    machine: Candidate, X: Array, y: Indices, w: Array | None, parts: Sequence[Split]
) -> Array:
    """The accuracy on both sides of each part, and the number of support vectors: (3, parts)."""
    each = []
    for part in parts:
        found = fitted_on(machine, X, y, w, part.train)
        right = [float((found.predict(X[rows]) == y[rows]).mean()) for rows in part]
        each.append([*right, float(len(found.support))])
    return np.array(each).T


def _enough(splits: Sequence[Split]) -> None:
    if len(splits) < 2:
        raise ValueError("A spread needs at least 2 splits.")
