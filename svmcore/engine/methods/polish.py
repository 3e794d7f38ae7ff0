"""The exact finish of a nearly exact answer: guess the active set, solve its equations."""

from dataclasses import replace

import numpy as np
from scipy.linalg import lapack

from svmcore.arrays import Array, Indices
from svmcore.engine.certified import Certified, certified
from svmcore.engine.spaces import Space, apply, change, pick
from svmcore.engine.tasks import State, Task
from svmcore.optim.budget import out_of_time
from svmcore.problems.certificate import Certificate
from svmcore.problems.feasible import project

MAX_SETS = 4  # active sets tried; from a good start the first or second is right
JITTER = 1e-13  # of the largest diagonal entry, times sqrt(n)
REFINEMENTS = 3
PATIENCE = 3  # steps without a better answer after which there will be none
GAP_TOL = 1e-9  # relative gap that makes no difference
NOISE = 4.0 * float(np.finfo(float).eps)  # of a value, in units of the terms of its sum
MAX_FREE = 3000  # free variables whose equations are still worth solving


def noise(space: Space, a: Array) -> float:
    """The violation that rounding errors alone make: in f, and in the sums of a."""
    return NOISE * float(a.sum()) * max(1.0, float(space.diagonal.max()))


def better(
    candidate: Certificate, best: Certificate, *, bound: bool = True, good: float = 0.0
) -> bool:
    """Whether the violation is smaller and, where the dual value is a `bound`, the gap no larger.

    The violation ends at C: where that is small a hopeless answer does not look worse by it.
    """
    wider = candidate.gap > max(best.gap, GAP_TOL * abs(best.dual))
    return candidate.violation < max(best.violation, good) and not (bound and wider)


def polish(
    space: Space,
    task: Task,
    given: Certified,
    good: float,
    first: Array | None = None,
) -> Certified:
    """Primal-dual active-set method: variables of exactly 0 or C, free ones with f of exactly q.

    Each variable is put at 0, at C or free by what a projected gradient step would do with it;
    the free ones then solve f_i = q_i together with the constraints. When the answer leaves the
    box or a bound variable leaves its side, the sets are taken again from there (Newton's
    method on the optimality conditions). Returned is the answer with the smallest certified
    violation and no larger gap, which may be the given one; all violations up to `good` count as
    equal. If none is better, it is the given one with exact zeros and C, where that violates no
    condition by more. `first` is where
    the gradient step leads for the first sets, if that is known better than `state` says.

    Source: Hintermueller, Ito, Kunisch, The primal-dual active set strategy as a semismooth Newton
    method, SIAM J. Optim. 13 (2002), https://doi.org/10.1137/S1052623401383558
    """
    best, state = given, given.state
    a, scores, v = state
    worse, patience = 0, PATIENCE if first is None else 1
    for step in range(MAX_SETS):
        # one step at least: an interior point is never at its bounds
        done = step and best.certificate.violation <= good
        if done or worse == patience or out_of_time():
            break
        current = State(a, scores, v)
        target = task.gradient_step(current) if step or first is None else first
        free = ((target > 0.0) & (target < task.C)).nonzero()[0]
        if len(free) > MAX_FREE:
            break
        fixed = np.where(target > 0.0, task.C, 0.0)
        fixed[free] = a[free]
        scores = scores + change(space, task, fixed - a)
        solved = _solve(space, task, fixed, scores, v, free)
        if solved is None:
            break
        a, scores, v = solved
        inside = np.minimum(np.maximum(a, 0.0), task.C)
        candidate = certified(task, State(inside, scores + change(space, task, inside - a), v))
        worse += 1
        if better(candidate.certificate, best.certificate, good=good):
            best, worse = candidate, 0
    if best.state is state and first is None:
        snapped = certified(task, _snapped(space, task, state))
        if snapped.certificate.violation <= max(best.certificate.violation, good):
            best = snapped
    return best


def scaled_to_margin(task: Task, given: Certified, size: float) -> Certified:
    """The model a few rounding errors longer, if that leaves no point inside its margin.

    With classes that can be separated, an f of 1 - 1e-15 at a point costs C 1e-15, which is much
    where C is; w longer by as much costs next to nothing. `size` is that of the terms of f, whose
    rounding errors are meant.
    """
    a, scores, v = given.state
    if task.total.any() or not (task.q == 1.0).all() or not (a < task.C).all():
        return given
    smallest = float(task.values(scores, v).min())
    safe = NOISE * (1.0 + size)
    if not 0.5 < smallest < 1.0 + safe:
        return given
    longer = (1.0 + safe) / smallest
    scaled = certified(task, State(np.minimum(longer * a, task.C), longer * scores, longer * v))
    allowed = max(given.certificate.relative_gap, 4.0 * safe)
    return scaled if scaled.certificate.relative_gap <= allowed else given


def beyond_margin(space: Space, task: Task, given: Certified) -> Certified:
    """The model whose free points are a few rounding errors beyond what is asked, not at it.

    As in `scaled_to_margin`, which lengthens w: a tube would not be longer but wider.
    """
    a, scores, v = given.state
    free = ((a > 0.0) & (a < task.C)).nonzero()[0]
    if len(free) > MAX_FREE or out_of_time():
        return given
    room = noise(space, np.abs(task.coef(a)))
    solved = _solve(space, replace(task, q=task.q + room), a, scores, v, free)
    if solved is None or not ((solved.a >= 0.0) & (solved.a <= task.C)).all():
        return given
    return certified(task, solved)


def _snapped(space: Space, task: Task, state: State) -> State:
    """The state with exact zeros and exact C, the free ones making up for the difference.

    What is left where the equations of the free ones have no solution worth having.
    """
    target = task.gradient_step(state)
    free = ((target > 0.0) & (target < task.C)).nonzero()[0]
    a = np.where(target > 0.0, task.C, 0.0)
    a[free] = 0.0
    missing = task.total - task.sums(a)
    for g in range(len(missing)):
        F = free[task.group[free] == g]
        if F.size:
            a[F] = project(state.a[F], task.balance[F], task.C[F], float(missing[g]))
    scores = state.scores + change(space, task, a - state.a)
    return State(a, scores, task.best_multipliers(scores))


def _solve(space: Space, task: Task, a: Array, scores: Array, v: Array, F: Indices) -> State | None:
    """Change a_F and v so that f_i = q_i for i in F and the constraints hold.

    Q_FF da + B'dv = r, B da = e are solved with Q_FF + c B'B, which has the same solution and is
    not singular just because the data are flat. Where it is singular all the same (more free
    points than dimensions) the jitter keeps the change small, and what it falsifies the
    refinement puts right. None where rounding leaves no equations to solve.
    """
    if F.size == 0:
        return State(a, scores, task.best_multipliers(scores))
    rows, sign = F % task.n_points, task.sign[F]
    B = np.zeros((len(task.total), F.size))
    B[task.group[F], np.arange(F.size)] = task.balance[F]
    held = B.any(1)
    B = B[held]
    columns = space.columns(rows)
    M = pick(columns, rows)
    c = float(M.diagonal().max()) or 1.0
    M = M * np.multiply.outer(sign, sign) + c * (B.T @ B)
    M.ravel()[:: F.size + 1] += JITTER * c * np.sqrt(len(a))
    factored, info = lapack.dpotrf(M, lower=1)
    if info:
        return None
    toward, _ = lapack.dpotrs(factored, B.T, lower=1)
    S = B @ toward
    a, v = a.copy(), v.copy()
    for _ in range(REFINEMENTS):
        r = task.q[F] - task.values(scores, v)[F]
        e = (task.total - task.sums(a))[held]
        da, _ = lapack.dpotrs(factored, r + c * (e @ B), lower=1)
        dv = np.linalg.solve(S, B @ da - e)
        da -= toward @ dv
        a[F] += da
        v[held] += dv
        scores = scores + apply(columns, sign * da)
    # without a free variable v is not one number but an interval: its middle
    return State(a, scores, v if held.all() else np.where(held, v, task.best_multipliers(scores)))
