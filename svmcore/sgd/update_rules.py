"""How a machine changes when it sees points: the update rules, a block of updates at a time.

A point of weight omega asks for omega times as much as one of weight 1: weight 2 is as if the point
had come twice in the same update, both times before the machine has moved. It is still one point of
its batch, by whose number what is asked for is divided, so that the mean over all updates of a pass
is the gradient of J. For the perceptron a mistake is then a step of omega y x.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Indices, Labels
from svmcore.losses import Hinge
from svmcore.objective import Objective, PerceptronLoss, TubeLoss
from svmcore.sgd.parametrization import KernelWeights, LinearWeights, Parametrization
from svmcore.sgd.sparse_sgd import chain, suits

Bias: TypeAlias = Any  # b as a number, or (k,) for k score functions


class Block(NamedTuple):
    """Some updates that follow each other: t = first, first + 1, ..., each with its points.

    `rows` holds one point an update, shape (L,), or is a list of L batches; `rates` has shape (L,).
    """

    first: int
    rows: Indices | list[Indices]
    rates: Array


class Cost(Protocol):
    """What an update goes down: rho/2 |w|^2 + kappa times the mean over the points of a loss."""

    @property
    def rho(self) -> float: ...
    @property
    def kappa(self) -> float: ...
    @property
    def bias_inside(self) -> bool: ...
    @property
    def loss(self) -> Any: ...
    def slope(self, f: Array, y: Labels) -> Array:
        """A subgradient of each point's loss in its f, shape (n,), or (n, k) for k scores."""
        ...


class Rule(Protocol):
    """What an update does to (v, b)."""

    def run(
        self,
        place: Parametrization,
        objective: Cost,
        block: Block,
        v: Array,
        b: Bias,
        stops: Indices,
    ) -> tuple[Array, Array]:
        """The models after as many updates of a block as `stops` say: (m, size) and (m,).

        The stops rise; 0 stands for the model the block begins with. For k score functions the
        shapes are (m, size, k) and (m, k).
        """
        ...


@dataclass(frozen=True)
class Descend:
    """w <- w - eta g,  g = rho w + kappa mean over the batch of omega loss'(y f) y phi(x).

    b moves likewise, and shrinks only where it is penalised. With `project` the machine is then
    brought back into the ball that is known to hold the optimum, |w| <= sqrt(kappa / rho) for the
    hinge and weights of mean 1.

    Source: Shor, Minimization Methods for Non-Differentiable Functions (1985); for the ball,
    Shalev-Shwartz, Singer, Srebro and Cotter, Pegasos (2011).
    """

    project: bool = False

    def run(
        self,
        place: Parametrization,
        objective: Cost,
        block: Block,
        v: Array,
        b: Bias,
        stops: Indices,
    ) -> tuple[Array, Array]:
        rows, loss = block.rows, objective.loss
        if not isinstance(rows, np.ndarray):
            return self._in_turn(place, objective, block, v, b, stops)
        if isinstance(objective, Objective) and isinstance(b, float):
            if not self.project and suits(place, objective):
                return chain(place, objective, rows, block.rates, v, b, stops)
            size = place.size if isinstance(place, LinearWeights) else 0
            if isinstance(loss, TubeLoss):
                if size == 1 and not objective.bias_inside and not self.project:
                    return _on_a_line(place, objective, loss.epsilon, block, v, b, stops)
            elif isinstance(place, LinearWeights) and size == 2:
                return self._in_plane(place, objective, block, v, b, stops)
        if hasattr(loss, "slope_of") and not self.project:
            return _one_by_one(place, objective, block, v, b, stops)
        return self._in_turn(place, objective, block, v, b, stops)

    def _in_plane(
        self,
        place: LinearWeights,
        objective: Objective,
        block: Block,
        v: Array,
        b: float,
        stops: Indices,
    ) -> tuple[Array, Array]:
        """`_in_turn` for one point an update and two weights: ten times faster in plain numbers."""
        inside, slope = objective.bias_inside, objective.loss.slope
        radius = ball(objective, place.weight) if self.project else np.inf
        w0, w1 = float(v[0]), float(v[1])
        keeper = Keeper(stops, v, b)
        rows = np.asarray(block.rows)
        points, falls = place.longer[rows].tolist(), -block.rates * objective.kappa
        if place.weight is not None:
            falls = falls * place.weight[rows]
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
        self,
        place: Parametrization,
        objective: Cost,
        block: Block,
        v: Array,
        b: Bias,
        stops: Indices,
    ) -> tuple[Array, Array]:
        radius = ball(objective, place.weight) if self.project else np.inf
        v = v.copy()
        square = float(place.square(v[None])[0]) if self.project else 0.0
        keeper = Keeper(stops, v, b)
        for rows, rate in zip(block.rows, block.rates.tolist(), strict=True):
            batch = np.atleast_1d(rows)
            scores = place.scores(v, batch)
            pull = pull_of(place, objective, batch, scores + b)
            keep = 1.0 - rate * objective.rho
            v *= keep
            place.push(v, batch, rate * pull)
            b = (keep * b if objective.bias_inside else b) + rate * pull.sum(axis=0)
            if self.project:
                square = place.grown(square, keep, scores, batch, rate * pull, v)
                size = square + objective.bias_inside * b * b
                shrink = min(1.0, radius / np.sqrt(size)) if size > 0.0 else 1.0
                v *= shrink
                square *= shrink * shrink
                b *= shrink if objective.bias_inside else 1.0
            keeper.next(v, b)
        return keeper.V, keeper.B


@dataclass(frozen=True)
class Mirror:
    """theta <- theta + kappa mean over the batch of -omega loss'(y f) y phi(x);
    w <- theta / (rho t).

    Online mirror descent: theta only adds up what the points ask for, and the projection
    theta / (rho t) makes a machine of it. The theta of the machine a block begins with is
    rho (t - 1) w. A bias that is not penalised has no such projection: it moves by the steps
    1 / (rho t) of the same sum.

    Source: Shalev-Shwartz, Online learning and online convex optimization, Foundations and Trends
    in Machine Learning 4 (2012), section 2.
    """

    def run(
        self,
        place: Parametrization,
        objective: Cost,
        block: Block,
        v: Array,
        b: Bias,
        stops: Indices,
    ) -> tuple[Array, Array]:
        before = objective.rho * (block.first - 1)
        theta, theta_b = before * v, before * b
        keeper = Keeper(stops, v, b)
        for k, rows in enumerate(block.rows):
            batch = np.atleast_1d(rows)
            pull = pull_of(place, objective, batch, place.scores(v, batch) + b)
            place.push(theta, batch, pull)
            asked, scale = pull.sum(axis=0), objective.rho * (block.first + k)
            theta_b += asked
            v = theta / scale
            b = theta_b / scale if objective.bias_inside else b + asked / scale
            keeper.next(v, b)
        return keeper.V, keeper.B


class Keeper:
    """Keeps the models at the stops of a block, which is shown every model in turn."""

    def __init__(self, stops: Indices, v: Array, b: Bias) -> None:
        self.V, self.B = np.empty((len(stops), *v.shape)), np.empty((len(stops), *np.shape(b)))
        self._stops, self._seen, self._kept = stops.tolist(), -1, 0
        self.next(v, b)

    def next(self, v: npt.ArrayLike, b: Bias) -> None:
        """The model after one more update; the first time the one to begin with."""
        self._seen += 1
        if self._kept < len(self._stops) and self._stops[self._kept] == self._seen:
            self.V[self._kept], self.B[self._kept] = v, b
            self._kept += 1


def _one_by_one(
    place: Parametrization, objective: Cost, block: Block, v: Array, b: Bias, stops: Indices
) -> tuple[Array, Array]:
    """One point an update for a loss with `slope_of`: with kernels an update is a row of K."""
    v, keeper = v.copy(), Keeper(stops, v, b)
    kernel, slope_of = isinstance(place, KernelWeights), objective.loss.slope_of
    lines, labels = list(place.matrix), place.y.tolist()
    columns = lines if v.ndim == 1 else list(place.matrix[:, :, None])
    idle = (0.0 * np.asarray(b)).tolist()
    for i, keep, push in _steps(place, objective, block):
        slope = slope_of((lines[i].dot(v) + b).tolist(), labels[i])
        v *= keep
        if objective.bias_inside:
            b = keep * b
        if slope != idle:
            pull = -push * slope if v.ndim == 1 else -push * np.array(slope)
            if kernel:
                v[i] += pull
            else:
                v += columns[i] * pull
            b = b + pull
        keeper.next(v, b)
    return keeper.V, keeper.B


def _on_a_line(
    place: Parametrization,
    objective: Cost,
    epsilon: float,
    block: Block,
    v: Array,
    b: float,
    stops: Indices,
) -> tuple[Array, Array]:
    """`TubeLoss` in one coordinate, where w and b are plain numbers: ten times faster."""
    x, z = place.matrix[:, 0].tolist(), place.y.tolist()
    w, keeper = float(v[0]), Keeper(stops, v, b)
    for i, keep, push in _steps(place, objective, block):
        t = w * x[i] + b - z[i]
        w *= keep
        if t > epsilon:
            w, b = w - push * x[i], b - push
        elif t < -epsilon:
            w, b = w + push * x[i], b + push
        keeper.next((w,), b)
    return keeper.V, keeper.B


def _steps(
    place: Parametrization, objective: Cost, block: Block
) -> Iterator[tuple[int, float, float]]:
    """The point of each update, 1 - eta rho, and eta kappa omega."""
    rows, pushes = np.asarray(block.rows), block.rates * objective.kappa
    if place.weight is not None:
        pushes = pushes * place.weight[rows]
    keeps = 1.0 - block.rates * objective.rho
    return zip(rows.tolist(), keeps.tolist(), pushes.tolist(), strict=True)


def pull_of(place: Parametrization, objective: Cost, batch: Indices, f: Array) -> Array:
    """kappa / |batch| times -omega d loss / d f at some points, shape (len(batch),) or with k."""
    pull = objective.slope(f, place.y[batch]) * (-objective.kappa / len(batch))
    if place.weight is None:
        return np.asarray(pull)
    return np.asarray((pull.T * place.weight[batch]).T)


def ball(objective: Cost, weight: Array | None = None) -> float:
    """No optimum is longer: sqrt(kappa m / rho) by duality for the hinge, else from J(0).

    m is the mean weight. The dual value at the optimum is sum alpha - rho/2 |w|^2 with alpha_i at
    most kappa omega_i / n, and the primal one is not below rho/2 |w|^2.
    """
    kappa = objective.kappa if weight is None else objective.kappa * float(weight.mean())
    if isinstance(objective.loss, (Hinge, PerceptronLoss)):
        return float(np.sqrt(kappa / objective.rho))
    at_zero = float(objective.loss(np.zeros(1))[0])
    return float(np.sqrt(2.0 * kappa * at_zero / objective.rho))
