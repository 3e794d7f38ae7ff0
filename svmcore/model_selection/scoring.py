"""What some points say of a machine: by the class it gives each, and by its scores."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from svmcore.arrays import Array, Indices
from svmcore.model_selection import metrics


class Judged(NamedTuple):
    """Of two classes the numbers of class 1; of more, the means over classes.

    matrix : (k, k), how often class i was called j.
    """

    matrix: Indices
    accuracy: float
    precision: float
    recall: float
    F1: float


class Ranking(NamedTuple):
    """The curves: one each for two classes, else one a class against the rest.

    AUC, AP : the means of their areas.
    """

    roc: tuple[metrics.Curve, ...]
    precision_recall: tuple[metrics.Curve, ...]
    AUC: float
    AP: float


def judged(y: Indices, predicted: Indices, k: int) -> Judged:
    """What comes of calling points of the classes y, shape (n,), `predicted`, shape (n,)."""
    matrix = metrics.confusion(y, predicted, k)
    each = metrics.precision(matrix), metrics.recall(matrix), metrics.f1(matrix)
    single = [float(one[1]) if k == 2 else metrics.macro(one) for one in each]
    return Judged(matrix, metrics.accuracy(matrix), *single)


def ranking(y: Indices, scores: Array) -> Ranking | None:
    """The curves of scores, (n,) for two classes or (n, k); None where a class has no point."""
    k = scores.shape[1] if scores.ndim == 2 else 2
    if len(np.unique(y)) < k:
        return None
    pairs = [(y, scores)] if k == 2 else [(y == c, scores[:, c]) for c in range(k)]
    rocs = tuple(metrics.roc(*pair) for pair in pairs)
    recalls = tuple(metrics.precision_recall(*pair) for pair in pairs)
    areas = float(np.mean([metrics.auc(curve) for curve in rocs]))
    precision = float(np.mean([metrics.average_precision(curve) for curve in recalls]))
    return Ranking(rocs, recalls, areas, precision)
