"""Classification metrics: confusion matrix, precision, recall, ROC and precision-recall curves.

Sources: https://scikit-learn.org/stable/modules/model_evaluation.html#classification-metrics and
Fawcett, An introduction to ROC analysis (2006), https://doi.org/10.1016/j.patrec.2005.10.010
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from sklearn.metrics import (
    auc,
    average_precision_score,
    confusion_matrix,
    precision_recall_curve,
    precision_recall_fscore_support,
    roc_curve,
)

from svmcore.arrays import Array, Indices


class Vertex(NamedTuple):
    """A point of a curve: its number, place and threshold."""

    number: int
    x: float
    y: float
    threshold: float


@dataclass(frozen=True, eq=False)
class ThresholdCurve:
    """A curve whose vertex i belongs to "positive from thresholds[i] on", thresholds falling.

    x, y, thresholds : (m,). The first threshold is infinite: nobody is positive. Each of the
    others is a score that occurs; equal scores share one vertex.
    """

    x: Array
    y: Array
    thresholds: Array

    def nearest(self, threshold: float) -> Vertex:
        """The vertex of a slider's threshold: exactly that of the same predictions.

        Between two scores the same points are positive, so it is the one with the smallest
        threshold that is at least as large; beyond the largest score that is the first.
        """
        at = int(np.searchsorted(-self.thresholds, -threshold, side="right")) - 1
        at = max(at, 0)
        return Vertex(at, float(self.x[at]), float(self.y[at]), float(self.thresholds[at]))


class ScoreSummary(NamedTuple):
    """Metrics of predictions: of two classes those of class 1; of more, the means over classes.

    matrix : (k, k), how often class i was called j.
    """

    matrix: Indices
    accuracy: float
    precision: float
    recall: float
    F1: float


class Ranking(NamedTuple):
    """ROC and precision-recall curves: one each for two classes, else one a class against the rest.

    roc : x the false positive rate, y the recall. precision_recall : x the recall, y the
        precision, which is 1 where nobody is called.
    AUC, AP : the means of their areas.
    """

    roc: tuple[ThresholdCurve, ...]
    precision_recall: tuple[ThresholdCurve, ...]
    AUC: float
    AP: float


def judged(y: Indices, predicted: Indices, k: int) -> ScoreSummary:
    """Metrics of the predictions `predicted`, shape (n,), for the classes y, shape (n,).

    A quotient without a denominator counts as 0.
    """
    if not len(y):
        return ScoreSummary(np.zeros((k, k), dtype=np.intp), 0.0, 0.0, 0.0, 0.0)
    names = range(k)
    matrix = confusion_matrix(y, predicted, labels=names)
    each = precision_recall_fscore_support(
        y, predicted, labels=names[1:] if k == 2 else names, average="macro", zero_division=0.0
    )
    return ScoreSummary(matrix, float(matrix.trace() / len(y)), *map(float, each[:3]))


def ranking(y: Indices, scores: Array) -> Ranking | None:
    """The curves of scores, (n,) for two classes or (n, k); None where a class has no point."""
    k = scores.shape[1] if scores.ndim == 2 else 2
    if len(np.unique(y)) < k:
        return None
    pairs = [(y, scores)] if k == 2 else [(y == c, scores[:, c]) for c in range(k)]
    rocs = tuple(ThresholdCurve(*roc_curve(*pair, drop_intermediate=False)) for pair in pairs)
    recalls = []
    for pair in pairs:
        precision, recall, thresholds = precision_recall_curve(*pair)
        recalls.append(
            ThresholdCurve(recall[::-1], precision[::-1], np.append(np.inf, thresholds[::-1]))
        )
    area = float(np.mean([auc(curve.x, curve.y) for curve in rocs]))
    mean = float(np.mean([average_precision_score(*pair) for pair in pairs]))
    return Ranking(rocs, tuple(recalls), area, mean)
