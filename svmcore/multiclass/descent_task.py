"""What a descent for k classes works on, and its single update."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Indices
from svmcore.multiclass.checks import as_classes, as_weights
from svmcore.multiclass.cost import MulticlassCost, Parts
from svmcore.multiclass.score_functions import ScoreFunctions


@dataclass(frozen=True, eq=False)
class MulticlassTask:
    """What is descended on: where the machine lives, class numbers, what each point counts.

    `shares` are the weights of the points divided by their mean, so that the mean over a batch
    of share times slope is, on average, that over all points.
    """

    place: ScoreFunctions
    y: Indices
    shares: Array
    cost: MulticlassCost

    def parts(self, V: Array, b: Array) -> Parts:
        """The two terms of the cost of a machine."""
        F = self.place.rows @ V + b
        return self.cost.parts(F, self.y, self.place.square(V), b, self.shares)

    def pull(self, V: Array, b: Array, points: Indices) -> Array:
        """-kappa times the mean over the batch of share times slope, (len(points), k)."""
        slope = self.cost.loss.slope(self.place.rows[points] @ V + b, self.y[points])
        slope *= (self.shares[points] * (-self.cost.kappa / len(points)))[:, None]
        return slope

    def step(self, V: Array, b: Array, points: Indices, rate: float) -> None:
        """w_c <- (1 - rate rho) w_c + rate sum_i pull_ic phi(x_i), and the biases likewise.

        V and b are changed in place. Biases shrink only where they are penalised.
        """
        if len(points) == 1:
            self._one(V, b, int(points[0]), rate)
            return
        pull = rate * self.pull(V, b, points)
        keep = 1.0 - rate * self.cost.rho
        V *= keep
        self.place.push(V, points, pull)
        if self.cost.bias_inside:
            b *= keep
        b += pull.sum(axis=0)

    def _one(self, V: Array, b: Array, point: int, rate: float) -> None:
        """`step` for one point, whose slope is found in plain numbers."""
        row, label, factor = self._points[point]
        slope = self.cost.loss.slope_of((row @ V + b).tolist(), label)
        keep = 1.0 - rate * self.cost.rho
        V *= keep
        if self.cost.bias_inside:
            b *= keep
        if any(slope):
            pull = np.array(slope)
            pull *= rate * factor
            self.place.push_one(V, point, pull)
            b += pull

    @cached_property
    def _points(self) -> list[tuple[Array, int, float]]:
        """Each point's row, its class, and what its slope is multiplied with."""
        factors = -self.cost.kappa * self.shares
        return list(zip(self.place.rows, self.y.tolist(), factors.tolist(), strict=True))


def task_of(
    place: ScoreFunctions,
    y: npt.ArrayLike,
    k: int,
    cost: MulticlassCost,
    weights: npt.ArrayLike | None = None,
) -> MulticlassTask:
    """The points of a place with their class numbers and weights, both of shape (n,).

    Raises
    ------
    ValueError
        If there is no point, a number of the place is not finite, or a class number or a weight
        is none.
    """
    if not place.n:
        raise ValueError("a descent needs at least one point, got none")
    if not np.isfinite(place.rows).all():
        raise ValueError("points and kernels must be finite numbers, got NaN or infinity")
    counts = as_weights(weights, place.n)
    return MulticlassTask(place, as_classes(y, place.n, k), counts / counts.mean(), cost)
