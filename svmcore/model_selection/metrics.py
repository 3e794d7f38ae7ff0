"""A curve over all thresholds, such as ROC or precision-recall, and the vertex of one of them."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

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
