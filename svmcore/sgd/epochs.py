"""Epochs of subgradient descent for several models in step, with costs and early stopping."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from svmcore.arrays import Array
from svmcore.objective import Objective
from svmcore.sgd.driver import DescentState, KeptStates, run_descent
from svmcore.sgd.parametrization import Parametrization
from svmcore.sgd.schedule import BatchPlan, Schedule
from svmcore.sgd.update_rules import Rule

GROUP_POINTS = 100_000  # seen in the passes made at once, if that is not less than one pass
BLOCK_MARGINS = 8192  # that are held at a time, to stay near the processor


@dataclass(frozen=True)
class EpochSchedule:
    """The settings of a descent by epochs; `batch_size` None takes all points."""

    objective: Objective
    schedule: Schedule
    eta0: float
    rule: Rule
    batch_size: int | None = 1
    shuffle: bool = True
    average: bool = False

    def plan(self, n: int, epochs: int, seed: int) -> BatchPlan:
        """Passes over n points."""
        size = n if self.batch_size is None else min(self.batch_size, n)
        return BatchPlan(n, epochs, size, self.shuffle, seed)


@dataclass(frozen=True)
class Outcome:
    """The states of k models after their epochs, with their costs.

    states : one a model; the model handed out is v, or sum_v / t where it is a mean.
    costs : (epochs, k), J after every epoch that was finished.
    diverged : the update, counted as the learning rate counts, that gave no number; 0 if none did.
        All models are then those before it.
    stalled : whether the costs did not fall any more.
    """

    states: list[DescentState]
    costs: Array
    diverged: int = 0
    stalled: bool = False


def passes(
    problems: Sequence[Parametrization],
    course: EpochSchedule,
    epochs: int,
    seed: Callable[[], int],
    states: Sequence[DescentState],
    tol: float | None = None,
    patience: int = 5,
) -> Outcome:
    """Pass over the points `epochs` times, k models in step, each with labels of its own.

    All see the points in the same order; `seed` gives a number for every group of passes. With
    `tol` they stop after `patience` epochs in turn with a sum of costs that was not below (1 - tol)
    times the least one before.
    """
    n = len(problems[0].y)
    here, costs = list(states), np.empty((0, len(problems)))
    group = max(1, GROUP_POINTS // n)
    for done in range(0, epochs, group):
        plan = course.plan(n, min(group, epochs - done), seed())
        walks, ended, diverged = _in_step(problems, course, plan, here)
        new = [_costs(p, course, w, ended) for p, w in zip(problems, walks, strict=True)]
        costs = np.vstack([costs, np.column_stack(new)])
        if diverged:
            return Outcome(_stand(walks, here, -1), costs, diverged=here[0].t + diverged)
        stop = stalled(costs.sum(axis=1), tol, patience)
        if stop:
            return Outcome(_stand(walks, here, stop - done - 1), costs[:stop], stalled=True)
        here = _stand(walks, here, -1)
    return Outcome(here, costs)


def handed_out(state: DescentState, average: bool) -> tuple[Array, float]:
    """The model of a state: the last one, or the mean of all after the start."""
    if average and state.t:
        return state.sum_v / state.t, state.sum_b / state.t
    return state.v, state.b


def _in_step(
    problems: Sequence[Parametrization],
    course: EpochSchedule,
    plan: BatchPlan,
    here: list[DescentState],
) -> tuple[list[KeptStates], int, int]:
    """The states after each epoch that all models finish, their number, the update that diverged.

    That update is 0 if none did; else the last moment is the one before it.
    """
    moments = plan.per_epoch * np.arange(1, plan.epochs + 1)

    def go() -> list[KeptStates]:
        return [
            run_descent(
                data,
                course.objective,
                plan,
                course.schedule,
                course.eta0,
                rule=course.rule,
                moments=moments,
                average=course.average,
                state=replace(state),
            )
            for data, state in zip(problems, here, strict=True)
        ]

    walks = go()
    diverged = min((w.diverged for w in walks if w.diverged >= 0), default=0)
    if not diverged:
        return walks, len(moments), 0
    ended = int((moments < diverged).sum())
    moments = np.union1d(moments[:ended], [diverged - 1])
    return go(), ended, diverged


def _stand(walks: list[KeptStates], here: list[DescentState], moment: int) -> list[DescentState]:
    """The states at one of the moments."""
    found = []
    for w, before in zip(walks, here, strict=True):
        t = before.t + int(w.update[moment])
        sum_v, sum_b = before.sum_v, before.sum_b
        if w.v_mean is not None and w.b_mean is not None:
            sum_v, sum_b = t * w.v_mean[moment], t * float(w.b_mean[moment])
        found.append(DescentState(w.v[moment], float(w.b[moment]), t, sum_v, sum_b))
    return found


def _costs(data: Parametrization, course: EpochSchedule, walked: KeptStates, count: int) -> Array:
    """J of the first models of a walk, as they would be handed out."""
    V, B = walked.v[:count], walked.b[:count]
    if walked.v_mean is not None and walked.b_mean is not None:
        V, B = walked.v_mean[:count], walked.b_mean[:count]
    found, step = np.empty(count), max(1, BLOCK_MARGINS // len(data.y))
    with np.errstate(over="ignore", invalid="ignore"):  # of a model that is about to diverge
        for first in range(0, count, step):
            some = slice(first, first + step)
            margins = data.y * (data.all_scores(V[some]) + B[some, None])
            terms = course.objective.terms(margins, data.square(V[some]), B[some], data.weight)
            found[some] = terms.total
    return found


def stalled(costs: Array, tol: float | None, patience: int) -> int:
    """The epoch 1, 2, ... after which to stop, given J after each; 0 for none."""
    if tol is None:
        return 0
    least, idle = np.inf, 0
    for epoch, cost in enumerate(costs.tolist(), start=1):
        idle = 0 if cost < (1.0 - tol) * least else idle + 1
        least = min(least, cost)
        if idle >= patience:
            return epoch
    return 0
