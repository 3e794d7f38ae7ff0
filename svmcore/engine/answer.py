"""A state on the way to the answer, and the result that is made of the best one."""

from typing import NamedTuple

import numpy as np

from svmcore.engine.spaces import Space
from svmcore.engine.tasks import State, Task
from svmcore.problems.certificate import Certificate, status_of
from svmcore.problems.result import Result

NOISE = 64.0 * float(np.finfo(float).eps)


class ProvedState(NamedTuple):
    """A state and what is proved about it."""

    state: State
    certificate: Certificate


def with_status(
    space: Space, task: Task, best: ProvedState, tol: float, n_iter: int, budget_used: bool
) -> Result:
    """The result, called optimal if its certificate says so without contradicting itself.

    budget_used : whether no steps were left.
    """
    a, scores, v = best.state
    # an optimum of 0, as without a margin to be met: what is left of it are rounding errors
    rounding = 0.0 if task.q.any() else NOISE * float(a.sum()) ** 2 * float(space.diagonal.max())
    status = status_of(
        best.certificate,
        tol,
        convex=space.psd,
        largest=float(a.max(initial=0.0)),
        rounding=rounding,
        budget_used=budget_used,
    )
    return Result(
        coef=task.coef(a),
        intercept=task.intercept(v),
        certificate=best.certificate,
        status=status,
        n_iter=n_iter,
        alpha=a,
        v=v,
        scores=scores,
    )
