"""A machine's scores over the points it learns from, or over one of its settings."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from svmcore.arrays import Array, Indices
from svmcore.model_selection.candidate import (
    Candidate,
    fitted_on,
)
from svmcore.model_selection.splits import Split


@dataclass(frozen=True, eq=False)
class ScoreCurve:
    """The accuracy at each place, on the points learnt from and on those that judge.

    places : (m,), numbers of points or values of a setting. train, validation : (m, folds).
    n_support : (m,), support vectors: for a learning curve the mean over the folds, for a
        validation curve those of the model that learns from all points.
    """

    places: Array
    train: Array
    validation: Array
    n_support: Array


def scores(
    machine: Candidate, X: Array, y: Indices, w: Array | None, parts: Sequence[Split]
) -> Array:
    """The accuracy on both sides of each part, and the number of support vectors: (3, parts)."""
    each = []
    for part in parts:
        found = fitted_on(machine, X, y, w, part.train)
        right = [float((found.predict(X[rows]) == y[rows]).mean()) for rows in part]
        each.append([*right, float(len(found.support))])
    return np.array(each).T
