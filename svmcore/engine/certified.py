"""What a method has reached: a step, a state with its certificate, and the result of training."""

from typing import NamedTuple

import numpy as np

from svmcore.arrays import Array
from svmcore.engine.spaces import Space
from svmcore.engine.tasks import State, Task
from svmcore.problems.certificate import Certificate
from svmcore.problems.result import Result, result_with_status

EXACT = 1e-11  # violation that is called none
NOISE = 64.0 * float(np.finfo(float).eps)


class Certified(NamedTuple):
    """A state and its certificate."""

    state: State
    certificate: Certificate


class Step(NamedTuple):
    """One step of a method: its a, the iterations so far, and an estimate of the relative gap.

    SMO estimates the violation instead.

    reached : the state to be polished, where a method has come near the optimum
    target : the dual gradient step that tells its active set, None for that of the state
    at_bounds : whether a is exactly 0 or C where it is to be; False inside the box, as for an
        interior point
    """

    a: Array
    n_iter: int
    error: float = np.inf
    reached: Certified | None = None
    target: Array | None = None
    at_bounds: bool = False


def certified(task: Task, state: State) -> Certified:
    """The state with its certificate."""
    return Certified(state, task.certify(*state))


def with_scores(space: Space, task: Task, a: Array) -> Certified:
    """a with the scores that follow from it and the multipliers that are best for these."""
    scores = space.scores(task.coef(a))
    return certified(task, State(a, scores, task.best_multipliers(scores)))


def result_of(
    space: Space, task: Task, best: Certified, tol: float, n_iter: int, max_iter: int
) -> Result:
    """The result, called optimal if its certificate says so without contradicting itself."""
    a, scores, v = best.state
    # an optimum of 0, as without a margin to be met: what is left of it are rounding errors
    rounding = 0.0 if task.q.any() else NOISE * float(a.sum()) ** 2 * float(space.diagonal.max())
    return result_with_status(
        best.certificate,
        tol,
        n_iter,
        max_iter,
        coef=task.coef(a),
        intercept=task.intercept(v),
        alpha=a,
        scores=scores,
        v=v,
        rounding=rounding,
        convex=space.psd,
    )
