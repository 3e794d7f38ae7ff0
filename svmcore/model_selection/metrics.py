"""Numbers that judge predictions: the confusion matrix and what follows, ROC, precision-recall.

Two classes: class 1 is positive. A quotient without a denominator counts as 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Indices


def confusion(y: npt.ArrayLike, predicted: npt.ArrayLike, k: int) -> Indices:
    """How often class i was called j: entry (i, j) of a matrix of shape (k, k).

    y, predicted : (n,), class numbers 0 to k - 1.

    Raises
    ------
    ValueError
        If the lengths differ or a class is none of these.
    """
    true = np.asarray(y, dtype=np.intp)
    said = np.asarray(predicted, dtype=np.intp)
    if true.ndim != 1 or true.shape != said.shape:
        raise ValueError(f"there must be one prediction a point, got {said.shape} for {true.shape}")
    both = np.concatenate([true, said])
    if both.size and not 0 <= both.min() <= both.max() < k:
        raise ValueError(f"classes must be 0 to {k - 1}, got {both.min()} to {both.max()}")
    return np.bincount(true * k + said, minlength=k * k).reshape(k, k)


def accuracy(matrix: Indices) -> float:
    """The share of the points that are right: the trace over the sum."""
    return float(_over(np.trace(matrix), matrix.sum()))


def precision(matrix: Indices) -> Array:
    """Of the points called c, the share that are c: shape (k,)."""
    return _over(matrix.diagonal(), matrix.sum(0))


def recall(matrix: Indices) -> Array:
    """Of the points that are c, the share called c: shape (k,)."""
    return _over(matrix.diagonal(), matrix.sum(1))


def f1(matrix: Indices) -> Array:
    """2 tp / (2 tp + fp + fn), the harmonic mean of precision and recall: shape (k,)."""
    return _over(2 * matrix.diagonal(), matrix.sum(0) + matrix.sum(1))


def macro(each: Array) -> float:
    """The mean over the classes, each counted once however many points it has."""
    return float(each.mean())


def _over(part: npt.ArrayLike, whole: npt.ArrayLike) -> Array:
    above, below = np.asarray(part, dtype=np.float64), np.asarray(whole, dtype=np.float64)
    return np.divide(above, below, out=np.zeros_like(above), where=below > 0.0)


class Vertex(NamedTuple):
    """A point of a curve: its number, place and threshold."""

    number: int
    x: float
    y: float
    threshold: float


@dataclass(frozen=True, eq=False)
class Curve:
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


def roc(y: npt.ArrayLike, scores: npt.ArrayLike) -> Curve:
    """The ROC curve: x the false positive rate, y the true positive rate (recall).

    y : (n,) in {0, 1}, class 1 positive. scores : (n,).

    Raises
    ------
    ValueError
        If the shapes differ, a score is not finite, or a class has no point.

    Source: Fawcett, An introduction to ROC analysis, Pattern Recognition Letters 27 (2006).
    """
    tp, fp, thresholds = _counted(y, scores)
    if not fp[-1]:
        raise ValueError("a ROC curve needs points of both classes, there are no negative ones")
    return Curve(fp / fp[-1], tp / tp[-1], thresholds)


def precision_recall(y: npt.ArrayLike, scores: npt.ArrayLike) -> Curve:
    """The precision-recall curve: x the recall, y the precision, which is 1 where nobody is called.

    y : (n,) in {0, 1}, class 1 positive. scores : (n,).

    Raises
    ------
    ValueError
        If the shapes differ, a score is not finite, or no point is positive.
    """
    tp, fp, thresholds = _counted(y, scores)
    share = np.ones(len(tp))
    share[1:] = tp[1:] / (tp + fp)[1:]
    return Curve(tp / tp[-1], share, thresholds)


def _counted(y: npt.ArrayLike, scores: npt.ArrayLike) -> tuple[Array, Array, Array]:
    """True and false positives from each threshold on, the thresholds falling from infinity."""
    true, score = np.asarray(y), np.asarray(scores, dtype=np.float64)
    if true.ndim != 1 or true.shape != score.shape:
        raise ValueError(f"there must be one score a point, got {score.shape} for {true.shape}")
    if not np.isfinite(score).all():
        raise ValueError("scores must be finite numbers, got NaN or infinity")
    if not (true == 1).any():
        raise ValueError("the curve needs positive points, there are none")
    values, which = np.unique(-score, return_inverse=True)
    tp = np.bincount(which, true == 1, len(values)).cumsum()
    fp = np.bincount(which, true != 1, len(values)).cumsum()
    zero = np.zeros(1)
    return (
        np.concatenate([zero, tp]),
        np.concatenate([zero, fp]),
        np.concatenate([[np.inf], -values]),
    )


def auc(curve: Curve) -> float:
    """The area under a ROC curve: how often a positive point has a larger score than a negative.

    Ties count one half, as the straight line between two vertices says.
    """
    return float(np.trapezoid(curve.y, curve.x))


def average_precision(curve: Curve) -> float:
    """sum_i (recall_i - recall_(i - 1)) precision_i of a precision-recall curve."""
    return float(np.diff(curve.x) @ curve.y[1:])
