"""Decomposition: optimise the undecided variables, then add the violators of the KKT conditions."""

from dataclasses import replace

import numpy as np

from svmcore.arrays import Array, Bools, Indices, largest
from svmcore.engine.methods.interior_point import solved
from svmcore.engine.methods.pivoted_cholesky import pivoted_cholesky
from svmcore.engine.spaces import FeatureSpace, GramSpace, Space, apply, pick
from svmcore.engine.tasks import State, Task
from svmcore.optim.budget import out_of_time

GROWTH = 0.5  # variables that a round may add, per variable of the last one
MAX_VARIABLES = 1500  # variables of a dense program, whose price grows with their third power
FACTOR_TOL = 1e-15  # what the factor of a small matrix may leave out


def refine(
    space: Space,
    task: Task,
    state: State,
    spare: int,
    tol: float,
    *,
    exact: float = 1e-14,
    known: State | None = None,
    max_iter: int = 1000,
) -> tuple[State, int]:
    """Decomposition: (state, iterations) with no f further than `tol` from where it should be.

    Where the undecided are too many, or the iterations used up, what there is comes back: the very
    `state` given, if not a single round was possible.

    `state` need not fit together: a is the best guess, scores and v say for each variable at which
    bound it is. The undecided, which are those that a projected gradient step leaves between the
    bounds and as many again plus `spare` with f nearest to q, are solved for; each round adds
    those that the last one proved most wrong, not all at once: a poor first set makes many look
    wrong that are not. `known` is a state near by whose scores are those of its a, which saves
    computing such scores from nothing. `exact` is the relative error of the small programs.

    Source: Osuna, Freund, Girosi, An improved training algorithm for support vector machines
    (1997), with the bound variables held at C, https://doi.org/10.1109/NNSP.1997.622408
    """
    short = task.q - task.values(state.scores, state.v)
    target = task.gradient_step(state)
    chosen = (target > 0.0) & (target < task.C)
    _add_nearest(chosen, np.abs(short), int(1.3 * chosen.sum()) + spare)
    fixed = np.where(short > 0.0, task.C, 0.0)
    used = 0
    while used < max_iter and not out_of_time():
        while not _possible(task, fixed, chosen):
            _add_nearest(chosen, np.abs(short), 2 * int(chosen.sum()) + spare)
        U = np.flatnonzero(chosen)
        if len(U) > MAX_VARIABLES and not isinstance(space, FeatureSpace):
            break
        fixed[U] = 0.0
        a, scores = (None, None) if known is None else known[:2]
        over_U = _solve(space, task, a, scores, fixed, U, exact, max_iter - used)
        if over_U is None:
            break
        state, n_iter = over_U
        known = state
        used += n_iter
        short = task.q - task.values(state.scores, state.v)
        objects = np.where(short > 0.0, state.a < task.C, state.a > 0.0) & (np.abs(short) > tol)
        new = np.flatnonzero(objects & ~chosen)
        if len(new) == 0:
            break
        chosen[largest(np.abs(short), new, max(spare, int(GROWTH * len(U))))] = True
        fixed = state.a.copy()
    return state, used


def _add_nearest(chosen: Bools, distance: Array, room: int) -> None:
    if room >= len(chosen):
        chosen[:] = True
    else:
        chosen[np.argpartition(distance, room)[:room]] = True


def _possible(task: Task, fixed: Array, chosen: Bools) -> bool:
    """Whether the chosen variables can make up for what the fixed ones leave of the constraints."""
    if chosen.all():
        return True
    needed = task.total - task.sums(np.where(chosen, 0.0, fixed))
    room = np.where(chosen, task.C, 0.0)
    most = task.sums(np.where(task.balance > 0.0, room, 0.0))
    least = task.sums(np.where(task.balance < 0.0, room, 0.0))
    return bool(((needed < most) & (needed > least)).all())


def _solve(
    space: Space,
    task: Task,
    a: Array | None,
    scores: Array | None,
    fixed: Array,
    U: Indices,
    exact: float,
    max_iter: int,
) -> tuple[State, int] | None:
    """The optimum over a_U with the others fixed (`fixed` is 0 at U).

    `scores`, those of a, save computing the scores of `fixed` from scratch.
    """
    points, where = np.unique(U % task.n_points, return_inverse=True)
    columns = space.columns(points)
    if a is None or scores is None or not fixed.any():  # the scores of nothing are 0, not nearly 0
        base = space.scores(task.coef(fixed))
    else:
        moved = task.coef(fixed - a)
        base = scores + apply(columns, moved[points])
        moved[points] = 0.0
        if moved.any():
            base = base + space.scores(moved)
    weights = task.coef(fixed)
    q, held = task.q[U], None
    value = float(task.q @ fixed)
    if isinstance(space, FeatureSpace):
        L: Array | None = space.phi[points]
        held = weights @ space.phi
    else:
        L = pivoted_cholesky(GramSpace(pick(columns, points)), FACTOR_TOL, len(points))
        q = q - task.forward(base)[U]
        value -= 0.5 * float(weights @ base)
    if L is None:
        return None
    small = replace(task.part(U, len(U)), q=q, total=task.total - task.sums(fixed))
    inner = solved(small, L[where], exact, max_iter, base=held, value=value)
    inside = small.feasible(inner.a)
    result = fixed.copy()
    result[U] = inside
    weights = np.zeros(len(points))
    np.add.at(weights, where, task.sign[U] * inside)
    return State(result, base + apply(columns, weights), inner.v), inner.n_iter
