"""Sequential minimal optimisation of any task: two variables at a time, in closed form."""

from collections.abc import Iterator

import numpy as np

from svmcore.engine.certified import Step, with_scores
from svmcore.engine.methods.low_rank import MAX_THICK
from svmcore.engine.methods.subspace import first_state
from svmcore.engine.spaces import MAX_DENSE, Space, rows_of
from svmcore.engine.tasks import Task
from svmcore.optim.budget import LOOK_STEPS, out_of_time
from svmcore.optim.smo_step import SmoState

SHOWN_STEPS = 1000  # steps from one that is shown to the next
REFRESH_STEPS = 10_000  # steps after which E is computed anew: sums so long have lost digits


def applies(space: Space, task: Task) -> bool:
    """Whether there are so many points that K may be too large for the other methods."""
    return len(space) > MAX_THICK


def always(space: Space, task: Task) -> bool:
    """Any problem."""
    return True


def rescues(space: Space, task: Task) -> bool:
    """Whether a short search costs little: where C K is so large that no equations can be solved,
    two variables at a time still climb.
    """
    return len(space) <= MAX_DENSE


def rescue(space: Space, task: Task, tol: float, max_iter: int) -> Iterator[Step]:
    """`iterate` with few steps."""
    return iterate(space, task, tol, min(max_iter, REFRESH_STEPS))


def iterate(space: Space, task: Task, tol: float, max_iter: int) -> Iterator[Step]:
    """SMO: steps until max E - min E <= tol over those that may grow and those that may fall.

    E_i = sign_i q_i - <w, phi(x_i)> are the slopes of the dual in u_i = sign_i a_i. Each step takes
    the i of one group with the largest E that may grow and the j that promises the largest gain
    (E_i - E_j)^2 / |phi(x_i) - phi(x_j)|^2, and moves u_i up and u_j down until the optimum of the
    pair or the edge of its box.

    Source: Fan, Chen, Lin, Working set selection using second order information for training
    support vector machines, JMLR 6 (2005), https://www.jmlr.org/papers/v6/fan05a.html
    """
    rows = rows_of(space)
    a = first_state(task)
    signed = task.sign * task.C  # the box of u_i: [0, C_i] or [-C_i, 0]
    lower, upper = np.minimum(0.0, signed), np.maximum(0.0, signed)
    steps, reached = 0, False
    while steps < max_iter and not reached and not out_of_time():
        E = task.sign * (task.q - task.forward(space.scores(task.coef(a))))
        state = SmoState(
            task.sign * a,
            E,
            lower,
            upper,
            rows,
            space.diagonal,
            inverse_roots=rows.inverse_roots,
            groups=task.groups,
        )
        end = min(steps + REFRESH_STEPS, max_iter)
        for *_, violation in state.steps():
            reached = violation <= tol
            if reached or steps == end or (steps % LOOK_STEPS == 0 and out_of_time()):
                break
            steps += 1
            if steps % SHOWN_STEPS == 0:
                yield Step(np.abs(np.array(state.x)), steps, violation)
        else:
            reached = True
        a = np.abs(np.array(state.x))
    yield Step(a, steps, reached=with_scores(space, task, a))
