"""ROC and precision-recall curves of scikit-learn, with the vertex of a threshold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.metrics import precision_recall_curve, roc_curve

from svmcore.arrays import Array


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


def roc(y: npt.ArrayLike, scores: npt.ArrayLike) -> ThresholdCurve:
    """The ROC curve: x the false positive rate, y the true positive rate (recall).

    y : (n,) in {0, 1}, both there, class 1 positive. scores : (n,).
    """
    return ThresholdCurve(*roc_curve(y, scores, drop_intermediate=False))


def precision_recall(y: npt.ArrayLike, scores: npt.ArrayLike) -> ThresholdCurve:
    """The precision-recall curve: x the recall, y the precision, which is 1 where nobody is called.

    y : (n,) in {0, 1}, class 1 positive and there. scores : (n,).
    """
    share, found, thresholds = precision_recall_curve(y, scores)
    return ThresholdCurve(found[::-1], share[::-1], np.append(np.inf, thresholds[::-1]))
