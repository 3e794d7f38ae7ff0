"""Update rules of the descents, a block of updates at a time.

A point of weight omega asks for omega times as much as one of weight 1: weight 2 is as if the point
had come twice in the same update, both times before the model has moved. It is still one point of
its batch, by whose number what is asked for is divided, so that the mean over all updates of a pass
is the gradient of J. For the perceptron a mistake is then a step of omega y x.
"""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy.sparse import issparse

from svmcore.arrays import Array, Indices
from svmcore.losses import Hinge
from svmcore.objective import Objective, PerceptronLoss, TubeLoss
from svmcore.sgd.lazy_sgd import run_lazy, suits
from svmcore.sgd.one_point import (
    Bias,
    Block,
    Cost,
    Keeper,
    Models,
    on_a_line,
    on_sparse_points,
    one_by_one,
)
from svmcore.sgd.parametrization import LinearWeights, Parametrization


class Rule(Protocol):
    """Update rule of a descent for the model (v, b)."""

    def run(
        self, data: Parametrization, objective: Cost, block: Block, v: Array, b: Bias
    ) -> Models:
        """The models at the stops of a block that begins with (v, b)."""


@dataclass(frozen=True)
class Descend:
    """Subgradient step: w <- w - eta g, g = rho w + kappa mean of omega loss'(y f) y phi(x).

    The mean is over the batch. b moves likewise, and shrinks only where it is penalised. `project`
    projects the model onto a ball that holds the optimum, |w| <= sqrt(kappa / rho) for the hinge
    and weights of mean 1. Sources: Shor, Minimization Methods for Non-Differentiable Functions
    (1985), https://doi.org/10.1007/978-3-642-82118-9; for the ball, Shalev-Shwartz, Singer, Srebro
    and Cotter, Pegasos (2011), https://doi.org/10.1007/s10107-010-0420-4
    """

    project: bool = False

    def run(
        self, data: Parametrization, objective: Cost, block: Block, v: Array, b: Bias
    ) -> Models:
        rows, loss = block.rows, objective.loss
        if not isinstance(rows, np.ndarray):
            return self._in_turn(data, objective, block, v, b)
        if issparse(data.matrix) and not self.project:
            return on_sparse_points(data, objective, block, v, b)
        if isinstance(objective, Objective) and isinstance(b, float):
            if not self.project and suits(data, objective):
                return run_lazy(data, objective, block, v, b)
            size = data.size if isinstance(data, LinearWeights) else 0
            if isinstance(loss, TubeLoss):
                if size == 1 and not objective.bias_inside and not self.project:
                    return on_a_line(data, objective, loss.epsilon, block, v, b)
            elif isinstance(data, LinearWeights) and size == 2:
                return self._in_plane(data, objective, block, v, b)
        if hasattr(loss, "slope_of") and not self.project:
            return one_by_one(data, objective, block, v, b)
        return self._in_turn(data, objective, block, v, b)

    def _in_plane(
        self, data: LinearWeights, objective: Objective, block: Block, v: Array, b: float
    ) -> Models:
        """`_in_turn` for one point an update and two weights: ten times faster in plain numbers."""
        inside, slope = objective.bias_inside, objective.loss.slope
        radius = projection_radius(objective, data.weight) if self.project else np.inf
        w0, w1 = float(v[0]), float(v[1])
        keeper = Keeper(block.stops, v, b)
        rows = np.asarray(block.rows)
        points, falls = data.longer[rows].tolist(), -block.rates * objective.kappa
        if data.weight is not None:
            falls = falls * data.weight[rows]
        keeps = 1.0 - block.rates * objective.rho
        updates = zip(points, falls.tolist(), keeps.tolist(), strict=True)
        for (a0, a1, sign), fall, keep in updates:
            pull = fall * float(slope(w0 * a0 + w1 * a1 + b * sign))
            w0, w1 = keep * w0 + pull * a0, keep * w1 + pull * a1
            b = (keep * b if inside else b) + pull * sign
            size = math.hypot(w0, w1, b if inside else 0.0)
            if size > radius:
                w0, w1 = w0 * radius / size, w1 * radius / size
                b = b * radius / size if inside else b
            keeper.next((w0, w1), b)
        return keeper.V, keeper.B

    def _in_turn(
        self, data: Parametrization, objective: Cost, block: Block, v: Array, b: Bias
    ) -> Models:
        radius = projection_radius(objective, data.weight) if self.project else np.inf
        v = v.copy()
        square = float(data.square(v[None])[0]) if self.project else 0.0
        keeper = Keeper(block.stops, v, b)
        for rows, rate in zip(block.rows, block.rates.tolist(), strict=True):
            batch = np.atleast_1d(rows)
            scores = data.scores(v, batch)
            pull = negative_slopes(data, objective, batch, scores + b)
            keep = 1.0 - rate * objective.rho
            v *= keep
            data.push(v, batch, rate * pull)
            b = (keep * b if objective.bias_inside else b) + rate * pull.sum(axis=0)
            if self.project:
                square = data.grown(square, keep, scores, batch, rate * pull, v)
                size = square + objective.bias_inside * b * b
                shrink = min(1.0, radius / np.sqrt(size)) if size > 0.0 else 1.0
                v *= shrink
                square *= shrink * shrink
                b *= shrink if objective.bias_inside else 1.0
            keeper.next(v, b)
        return keeper.V, keeper.B


@dataclass(frozen=True)
class Mirror:
    """Online mirror descent: theta <- theta - kappa mean of omega loss'(y f) y phi(x).

    The mean is over the batch. theta is the sum of the negative subgradients, and the mirror map
    w <- theta / (rho t) makes a model of it. The theta of the model a block begins with is
    rho (t - 1) w. A bias that is not penalised has no such map: it moves by the steps 1 / (rho t)
    of the same sum. Source: Shalev-Shwartz, Online learning and online convex optimization (2012),
    section 2, https://doi.org/10.1561/2200000018
    """

    def run(
        self, data: Parametrization, objective: Cost, block: Block, v: Array, b: Bias
    ) -> Models:
        before = objective.rho * (block.first - 1)
        theta, theta_b = before * v, before * b
        keeper = Keeper(block.stops, v, b)
        for k, rows in enumerate(block.rows):
            batch = np.atleast_1d(rows)
            pull = negative_slopes(data, objective, batch, data.scores(v, batch) + b)
            data.push(theta, batch, pull)
            asked, scale = pull.sum(axis=0), objective.rho * (block.first + k)
            theta_b += asked
            v = theta / scale
            b = theta_b / scale if objective.bias_inside else b + asked / scale
            keeper.next(v, b)
        return keeper.V, keeper.B


def negative_slopes(data: Parametrization, objective: Cost, batch: Indices, f: Array) -> Array:
    """kappa / |batch| times -omega d loss / d f at some points, shape (len(batch),) or with k."""
    pull = objective.slope(f, data.y[batch]) * (-objective.kappa / len(batch))
    if data.weight is None:
        return np.asarray(pull)
    return np.asarray((pull.T * data.weight[batch]).T)


def projection_radius(objective: Cost, weight: Array | None = None) -> float:
    """No optimum is longer: sqrt(kappa m / rho) by duality for the hinge, else from J(0).

    m is the mean weight. The dual value at the optimum is sum alpha - rho/2 |w|^2 with alpha_i at
    most kappa omega_i / n, and the primal one is not below rho/2 |w|^2.
    """
    kappa = objective.kappa if weight is None else objective.kappa * float(weight.mean())
    if isinstance(objective.loss, (Hinge, PerceptronLoss)):
        return float(np.sqrt(kappa / objective.rho))
    at_zero = float(objective.loss(np.zeros(1))[0])
    return float(np.sqrt(2.0 * kappa * at_zero / objective.rho))
