"""Sequential minimal optimisation of any task: two variables at a time, in closed form."""

from collections.abc import Iterator

import numpy as np

from svmcore.arrays import Array, Indices
from svmcore.engine.certified import Step, with_scores
from svmcore.engine.methods.low_rank import MAX_THICK
from svmcore.engine.spaces import MAX_DENSE, Space, rows_of
from svmcore.engine.tasks import Task
from svmcore.optim.budget import LOOK_STEPS, out_of_time
from svmcore.optim.rows import CachedRows, Rows
from svmcore.optim.smo_step import SmoState

SHOWN_STEPS = 1000  # steps from one that is shown to the next
REFRESH_STEPS = 10_000  # steps after which E is computed anew: sums so long have lost digits


def applies(space: Space, task: Task) -> bool:
    """Whether K may be too large for any other method."""
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

    E_i = balance_i (q_i - sign_i <w, phi(x_i)>). Each step takes, in one group, the i with the
    largest E that may grow and the j that promises the largest gain
    (E_i - E_j)^2 / |phi(x_i) -+ phi(x_j)|^2, and moves balance_i a_i up and balance_j a_j down
    until the optimum of the pair or the edge of its box.

    Source: Fan, Chen, Lin, Working set selection using second order information for training
    support vector machines, JMLR 6 (2005), https://www.jmlr.org/papers/v6/fan05a.html
    """
    rows = _rows(space, task)
    a = task.feasible(np.zeros(len(task.sign))) if task.total.any() else np.zeros(len(task.sign))
    signed = task.balance * task.C  # the box of balance_i a_i: [0, C_i] or [-C_i, 0]
    lower, upper = np.minimum(0.0, signed), np.maximum(0.0, signed)
    steps, reached = 0, False
    while steps < max_iter and not reached and not out_of_time():
        E = task.balance * (task.q - task.forward(space.scores(task.coef(a))))
        state = SmoState(
            task.balance * a,
            E,
            lower,
            upper,
            rows,
            np.tile(space.diagonal, len(task.sign) // task.n_points),
            inverse_roots=rows.inverse_roots,
            blocks=task.members if len(task.total) > 1 else (),
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


def _rows(space: Space, task: Task) -> Rows:
    """The rows turn_i K_ij turn_j with turn = sign balance."""
    n, turn = task.n_points, task.sign * task.balance
    blocks = len(turn) // n
    if (turn > 0.0).all():
        return rows_of(space, blocks)

    def turned(F: Indices) -> Array:
        return np.tile(space.rows(F % n), blocks) * turn * turn[F, None]

    return CachedRows(len(turn), turned)
