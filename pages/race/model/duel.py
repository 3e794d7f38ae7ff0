"""Mirror descent and the perceptron on the same points in the same order, update by update."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pages.datasets.limits import Extent
from pages.state.board.experiment import Experiment, with_default_training
from pages.state.descent.descent_methods import METHODS, Descent, change_descent
from pages.state.model.grid import decision_grid, level_lines
from pages.state.model.run import Data, data_of
from pages.state.model.scene import simplify_polyline
from pages.state.text.board_words import NO_TWO_CLASSES
from svmcore.arrays import Array, Indices
from svmcore.kernels import Kernel, Linear
from svmcore.model import Model
from svmcore.objective import Objective
from svmcore.sgd.driver import run_descent
from svmcore.sgd.parametrization import KernelWeights, LinearWeights, Parametrization, weights
from svmcore.sgd.schedule import BatchPlan

EPOCHS = 5
MOMENTS, FIRST, NEAR = 240, 100, 12  # kept in all, at the start, and beside the focus
LINES = 36  # boundaries of one kernel model that are computed
METHODS_SHOWN = ("mirror", "perceptron")


class Side(NamedTuple):
    """One of the two at M moments: its model after each update and before it.

    v : (M, size), w itself or the coefficients of the kernel; b : (M,); margin : (M,), y f of the
    sampled point before the update; total : (M,), lambda/2 (|w|^2 + b^2) + mean hinge; wrong :
    (M,), training errors
    """

    v: Array
    b: Array
    v_before: Array
    b_before: Array
    margin: Array
    total: Array
    wrong: Indices


@dataclass(frozen=True, eq=False, kw_only=True)
class Duel:
    """Both runs; update : (M,), sample : (M,), the point of each update, -1 for the start.

    rate : lambda = 1 / (N C); mistakes : (T + 1,), of the perceptron up to every update
    """

    experiment: Experiment
    data: Data
    parametrization: Parametrization
    plan: BatchPlan
    lam: float
    update: Indices
    sample: Indices
    sides: dict[str, Side]

    @property
    def kernel(self) -> Kernel:
        return self.experiment.build_kernel()

    @property
    def linear(self) -> bool:
        return isinstance(self.parametrization, LinearWeights)


def obstacle(experiment: Experiment) -> str:
    """Why there is no duel, in a sentence; empty if there is."""
    if not len(data_of(experiment)):
        return NO_TWO_CLASSES
    if len(set(data_of(experiment).y.tolist())) < 2:
        return "Both methods need points of both classes."
    if not experiment.build_kernel().psd:
        return "This kernel is not positive semi-definite: choose another one."
    return ""


@lru_cache(maxsize=4)
def duel(experiment: Experiment, focus: int = -1) -> Duel | None:
    """Both from w = 0 over EPOCHS passes in one shuffled order; None where there is an obstacle.

    Mirror descent minimises lambda/2 (|w|^2 + b^2) + mean hinge, lambda = 1 / (N C): theta grows by
    y x where y f < 1, and w = theta / (lambda t). The perceptron adds y x to w where y f <= 0.

    Sources: Shalev-Shwartz, Online learning and online convex optimization (2012); Rosenblatt, The
    perceptron (1958).
    """
    experiment = with_default_training(experiment)
    if obstacle(experiment):
        return None
    data, kernel = data_of(experiment), experiment.build_kernel()
    weight = weights(data.weight)
    if isinstance(kernel, Linear):
        points: Parametrization = LinearWeights(data.X, data.y, weight)
    else:
        points = KernelWeights(kernel(data.X, data.X), data.y, weight)
    n = len(data)
    plan = Descent(epochs=EPOCHS).plan(n, experiment.seed)
    update = _moments(plan.total, focus)
    sample = np.array([int(plan.batch(t)[0]) if t else -1 for t in update.tolist()])
    sides = {}
    for method in METHODS_SHOWN:
        how = change_descent(Descent(epochs=EPOCHS, objective="lambda"), method=method)
        cost = how.cost(experiment.C, n)
        sides[method] = _side(points, how, cost, plan, update, sample)
    return Duel(
        experiment=experiment,
        data=data,
        parametrization=points,
        plan=plan,
        lam=1.0 / (n * experiment.C),
        update=update,
        sample=sample,
        sides=sides,
    )


def _moments(total: int, focus: int) -> Indices:
    every = np.arange(min(total, FIRST) + 1)
    evenly = np.linspace(0, total, MOMENTS - FIRST).astype(np.intp)
    base = np.union1d(every, evenly)
    if focus < 0 or focus in base:
        return base
    return np.union1d(base, np.arange(max(focus - NEAR, 0), min(focus + NEAR, total) + 1))


def _side(
    points: Parametrization,
    how: Descent,
    cost: Objective,
    plan: BatchPlan,
    update: Indices,
    sample: Indices,
) -> Side:
    kept = run_descent(
        points,
        how.update_objective(cost),
        plan,
        *how.rate(),
        rule=METHODS[how.method].rule,
        moments=update,
    )
    scores = points.all_scores(kept.v) + kept.b[:, None]
    before = points.all_scores(kept.v_before) + kept.b_before[:, None]
    y, row = np.asarray(points.y), np.arange(len(update))
    terms = cost.terms(y * scores, points.square(kept.v), kept.b, points.weight)
    return Side(
        v=kept.v,
        b=kept.b,
        v_before=kept.v_before,
        b_before=kept.b_before,
        margin=np.where(sample < 0, np.nan, y[sample] * before[row, sample]),
        total=terms.total,
        wrong=((scores >= 0.0) != (y > 0.0)).sum(axis=1),
    )


@lru_cache(maxsize=4)
def boundaries(duel: Duel, extent: Extent) -> tuple[Indices, tuple[Array, ...]]:
    """Of kernel models: line, (M, 2), the number of each side's boundary, and the boundaries."""
    count = len(duel.update)
    kept = np.unique(np.linspace(0, count - 1, LINES).astype(np.intp))
    own = np.searchsorted(kept, np.arange(count), side="right") - 1
    lines = []
    for side in duel.sides.values():
        for m in kept.tolist():
            model = Model(duel.kernel, duel.data.X, side.v[m], float(side.b[m]))
            line = np.empty((0, 2))
            if side.v[m].any():
                (line,) = level_lines(decision_grid(model, extent), (0.0,), model)
            lines.append(simplify_polyline(line, extent))
    return np.column_stack([own, own + len(kept)]), tuple(lines)
