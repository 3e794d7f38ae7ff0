"""The result of training: the solution and its certificate."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from svmcore.arrays import Array
from svmcore.engine.spaces import Space
from svmcore.engine.tasks import State, Task
from svmcore.problems.certificate import Certificate, Status

NOISE = 64.0 * float(np.finfo(float).eps)


@dataclass(frozen=True, eq=False)
class Answer:
    """Solution of a `Task`, with its certificate and how training ended: `status`, after `n_iter`.

    a, v : (n,) and (k,), the variables and the multipliers of the constraints
    scores : (N,), <w, phi(x_i)> at the training points, as the certificate saw them
    w : (r,), the weights, where the space has coordinates; v belongs to it to the last digit. Where
        C is large it is nearer to the optimum than what a makes of it, see `solve_for_weights`
    """

    a: Array
    v: Array
    scores: Array
    certificate: Certificate
    status: Status
    n_iter: int
    w: Array | None = None


class ProvedState(NamedTuple):
    """A state and what is proved about it."""

    state: State
    certificate: Certificate


def with_status(
    space: Space, task: Task, best: ProvedState, tol: float, n_iter: int, budget_used: bool
) -> Answer:
    """The answer, called optimal if its certificate says so without contradicting itself.

    budget_used : whether no steps were left.
    """
    proof, a = best.certificate, best.state.a
    off = proof.infeasibility / max(float(a.max(initial=0.0)), float(np.finfo(float).tiny))
    # an optimum of 0, as without a margin to be met, has no relative gap: what is left of it are
    # rounding errors of its terms
    nothing = 0.0 if task.q.any() else NOISE * float(a.sum()) ** 2 * float(space.diagonal.max())
    is_zero = max(abs(proof.primal), abs(proof.dual)) <= nothing and proof.violation <= tol
    proved = max(proof.relative_gap, off) <= tol and not proof.contradicts_itself(tol)
    if space.psd and (is_zero or proved):
        status = Status.OPTIMAL
    elif not space.psd and proof.violation <= tol:
        status = Status.STATIONARY
    else:
        status = Status.MAX_ITER if budget_used else Status.STALLED
    a, scores, v = best.state
    return Answer(a, v, scores, proof, status, n_iter)
