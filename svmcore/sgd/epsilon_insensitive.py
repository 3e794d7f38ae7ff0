"""The tube's loss, and what makes the descents of two-class machines go down to it.

These see a loss of t = y f(x). With t = f(x) - z in its place and all labels +1, their driver,
plans, rates and rules serve the tube as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from svmcore.arrays import Array, Indices
from svmcore.engine import Space
from svmcore.objective import Objective
from svmcore.sgd.parametrization import KernelWeights, LinearWeights, Parametrization
from svmcore.sgd.update_rules import Block, Descend, Keeper


@dataclass(frozen=True)
class TubeLoss:
    """max(0, |t| - epsilon) of t = f(x) - z.

    Its slope is the sign of t outside the tube and 0 inside. On the edge, |t| = epsilon, all
    slopes between the two are subgradients; 0 is taken, for epsilon = 0 too.
    """

    epsilon: float

    def __call__(self, t: Array) -> Array:
        return np.maximum(0.0, np.abs(t) - self.epsilon)

    def slope(self, t: Array) -> Array:
        return np.where(np.abs(t) > self.epsilon, np.sign(t), 0.0)


@dataclass(frozen=True, eq=False)
class Targets:
    """A place of which scores are <w, phi(x_i)> - z_i: what it calls a margin is f(x_i) - z_i."""

    place: Parametrization
    z: Array

    @property
    def y(self) -> Array:
        return np.ones(len(self.z))

    @property
    def size(self) -> int:
        return self.place.size

    @property
    def weight(self) -> Array | None:
        """The weights of the points, None where all are 1."""
        return self.place.weight

    def scores(self, v: Array, rows: Indices) -> Array:
        return np.asarray(self.place.scores(v, rows) - self.z[rows])

    def push(self, v: Array, rows: Indices, amounts: Array) -> None:
        self.place.push(v, rows, amounts)

    def all_scores(self, V: Array) -> Array:
        return np.asarray(self.place.all_scores(V) - self.z)

    def square(self, V: Array) -> Array:
        return self.place.square(V)

    def grown(
        self, square: float, keep: float, scores: Array, rows: Indices, amounts: Array, v: Array
    ) -> float:
        return self.place.grown(square, keep, scores + self.z[rows], rows, amounts, v)

    def space(self) -> Space:
        return self.place.space()

    def mirrored(self, scale: Array | None = None) -> Space:
        return self.place.mirrored(scale)

    def gram(self) -> Array:
        return self.place.gram()

    def vector(self, coef: Array) -> Array:
        return self.place.vector(coef)


@dataclass(frozen=True)
class OneByOne:
    """`Descend` for the tube and one point an update, without an array where one would do.

    In one coordinate w and b are plain numbers, with kernels an update is one row of K: ten times
    faster, which is what lets a page go through the points a thousand times.
    """

    def run(
        self,
        place: Parametrization,
        objective: Objective,
        block: Block,
        v: Array,
        b: float,
        stops: Indices,
    ) -> tuple[Array, Array]:
        """As `svmcore.sgd.update_rules.Rule`."""
        rows, loss = block.rows, objective.loss
        if not (
            isinstance(place, Targets)
            and isinstance(loss, TubeLoss)
            and isinstance(rows, np.ndarray)
            and objective.kappa > 0.0
            and not objective.bias_inside
        ):
            return Descend().run(place, objective, block, v, b, stops)
        keeps = (1.0 - block.rates * objective.rho).tolist()
        pushes = block.rates * objective.kappa
        if place.weight is not None:
            pushes = pushes * place.weight[rows]
        updates = zip(rows.tolist(), place.z[rows].tolist(), keeps, pushes.tolist(), strict=True)
        if isinstance(place.place, LinearWeights) and place.size == 1:
            return _on_a_line(place.place.X[:, 0].tolist(), loss.epsilon, updates, v, b, stops)
        if isinstance(place.place, KernelWeights):
            return _with_rows(place.place.K, loss.epsilon, updates, v, b, stops)
        return Descend().run(place, objective, block, v, b, stops)


def _on_a_line(
    x: list[float], epsilon: float, updates: Any, v: Array, b: float, stops: Indices
) -> tuple[Array, Array]:
    w, keeper = float(v[0]), Keeper(stops, v, b)
    for i, z, keep, push in updates:
        t = w * x[i] + b - z
        w *= keep
        if t > epsilon:
            w, b = w - push * x[i], b - push
        elif t < -epsilon:
            w, b = w + push * x[i], b + push
        keeper.next((w,), b)
    return keeper.V, keeper.B


def _with_rows(
    K: Array, epsilon: float, updates: Any, v: Array, b: float, stops: Indices
) -> tuple[Array, Array]:
    v, lines = v.copy(), list(K)
    keeper = Keeper(stops, v, b)
    for i, z, keep, push in updates:
        t = float(lines[i].dot(v)) + b - z
        v *= keep
        if t > epsilon:
            v[i] -= push
            b -= push
        elif t < -epsilon:
            v[i] += push
            b += push
        keeper.next(v, b)
    return keeper.V, keeper.B
