"""How a machine's scores change with the points it learns from, and with one of its settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Indices
from svmcore.model_selection.candidate import Machine, checked, fitted, settled, weighed
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

    @property
    def train_mean(self) -> Array:
        """Over the folds: shape (m,)."""
        return np.asarray(self.train.mean(1))

    @property
    def validation_mean(self) -> Array:
        """Over the folds: shape (m,)."""
        return np.asarray(self.validation.mean(1))

    @property
    def train_spread(self) -> Array:
        """The standard deviation over the folds (by their number less 1): shape (m,)."""
        return np.asarray(self.train.std(1, ddof=1))

    @property
    def validation_spread(self) -> Array:
        """The standard deviation over the folds (by their number less 1): shape (m,)."""
        return np.asarray(self.validation.std(1, ddof=1))


def learning_curve(
    machine: Machine,
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
    shape = len(sizes), len(splits)
    train, validation, support = np.empty(shape), np.empty(shape), np.empty(shape)
    for j, part in enumerate(splits):
        order = part.train[by_lot(y[part.train], part.train.tolist(), seed=seed)]
        for i, size in enumerate(sizes):
            if size > least:
                raise ValueError(f"There are only {least} points to learn from, not {size}.")
            rows = order[:size]
            if len(np.unique(y[rows] if weights is None else y[rows][weights[rows] > 0.0])) < k:
                raise ValueError(f"{size} points are too few: one of the {k} classes is missing.")
            train[i, j], validation[i, j], support[i, j] = _scores(
                machine, X, y, weights, rows, part.test
            )
    return ScoreCurve(np.array(sizes, dtype=np.float64), train, validation, support.mean(1))


def validation_curve(
    machine: Machine,
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
    shape = len(values), len(splits)
    train, validation, support = np.empty(shape), np.empty(shape), np.empty(len(values))
    for i, value in enumerate(values):
        there = machine.changed(**{name: value})
        for j, part in enumerate(splits):
            train[i, j], validation[i, j], _ = _scores(there, X, y, weights, part.train, part.test)
        support[i] = len(fitted(there, X, y, weights).support)
    return ScoreCurve(np.array(values, dtype=np.float64), train, validation, support)


def _scores(
    machine: Machine, X: Array, y: Indices, w: Array | None, rows: Indices, test: Indices
) -> tuple[float, float, int]:
    found = fitted(machine, X[rows], y[rows], None if w is None else w[rows])
    right = [float((found.predict(X[part]) == y[part]).mean()) for part in (rows, test)]
    return right[0], right[1], len(found.support)


def _enough(splits: Sequence[Split]) -> None:
    if len(splits) < 2:
        raise ValueError("A spread needs at least 2 splits.")
