"""Centering: training on points around their mean, the answer for the given origin."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from svmcore.arrays import Array
from svmcore.engine.active_set import noise, prove, scaled_to_margin
from svmcore.engine.answer import ProvedState, with_status
from svmcore.engine.interior_point import InteriorPointRun
from svmcore.engine.spaces import FeatureSpace, GramSpace, Space
from svmcore.engine.tasks import State, Task
from svmcore.problems.result import Result

FINE = 1e-3  # of the tolerance: what rounding errors may take away unnoticed

Method = Callable[[Space], tuple[ProvedState, int]]


def answer_of(space: Space, task: Task, method: Method, tol: float, max_iter: int) -> Result:
    """The answer of `method`, which is given points around their mean wherever v absorbs a shift.

    Far from the origin K has lost the digits that distinguish the points; coordinates have not.
    """
    if not isinstance(space, FeatureSpace):
        best, used = method(space)
        # a alone may say less than the scores that it was carried along with
        if isinstance(space, GramSpace) or noise(space, best.state.a) > FINE * tol:
            scores = space.scores(task.coef(best.state.a))
            if not np.array_equal(scores, best.state.scores):
                best = prove(task, best.state._replace(scores=scores))
        best = scaled_to_margin(task, best, float(np.abs(best.state.scores).max()))
        return with_status(space, task, best, tol, used, used >= max_iter)
    mean = space.phi.mean(0) if task.shiftable else np.zeros(space.phi.shape[1])
    centred = replace(space, phi=space.phi - mean) if task.shiftable else space
    best, used = method(centred)
    w = task.coef(best.state.a) @ centred.phi
    best = scaled_to_margin(task, best, float(np.abs(w @ mean) + np.abs(best.state.scores).max()))
    w = task.coef(best.state.a) @ centred.phi
    if space.shown is None and task.q.any() and np.isfinite(task.C[0]) and used < max_iter:
        shown = prove(task, best.state._replace(scores=centred.phi @ w)).certificate
        if not shown.relative_gap <= FINE * tol:
            other, own, more = solve_for_weights(centred, task, max_iter - used)
            used += more
            if other.certificate.gap < shown.gap:
                best, w = other, own
    if task.shiftable:
        best = _moved_back(space, task, best, w, mean)
    if space.shown is not None and noise(space, best.state.a) > FINE * tol:
        scores = space.shown.scores(task.coef(best.state.a))
        best = prove(task, State(best.state.a, scores, task.best_multipliers(scores)))
    answer = with_status(centred, task, best, tol, used, used >= max_iter)
    return replace(answer, w=w)


def _moved_back(
    space: FeatureSpace, task: Task, best: ProvedState, w: Array, mean: Array
) -> ProvedState:
    """The same model from the true origin; its loss is that of f as it comes out there.

    Far from the origin b has fewer digits than the answer, and the proof has to say so.
    """
    a, scores, v = best.state
    moved = float(w @ mean)
    slopes = np.array([task.sign[m[0]] * task.balance[m[0]] for m in task.members])
    state = State(a, scores + moved, v - moved * slopes)
    proof = best.certificate
    if np.isfinite(task.C[0]):
        short = task.q - task.values(space.phi @ w, state.v)
        loss = float(task.C @ np.maximum(short, 0.0) + v @ task.total)
        proof = replace(proof, loss_term=max(loss, proof.loss_term))
    return ProvedState(state, proof)


WEIGHTS_ERROR = 1e-15  # relative error of the walk: as far as rounding allows
WEIGHTS_STEPS = 100
ZEROS_GAP = 1e-12  # relative gap that exact zeros may cost
BOUND_DISTANCE = 1e-9  # of C: how far from its bound an a may be that is on its way there


def solve_for_weights(
    space: FeatureSpace, task: Task, max_iter: int
) -> tuple[ProvedState, Array, int]:
    """(proof, w, iterations) with the w of the interior point itself, not that of a.

    w = sum_i sign_i a_i phi(x_i) has rounding errors of eps sum_i a_i |phi(x_i)|, which may be more
    than w where C |phi|^2 is large. But any w with any feasible a bounds the optimum from both
    sides: the certificate has 1/2 |w|^2 and the loss of this w, and the dual value of a.
    """
    walk = InteriorPointRun(task, space.phi)
    inner = walk.until(WEIGHTS_ERROR, min(max_iter, WEIGHTS_STEPS))
    w = inner.w
    scores = space.phi @ w
    v = task.best_multipliers(scores)
    inside, settled = (
        _proved(space, task, w, State(task.feasible(a), scores, v))
        for a in (inner.a, _at_bounds(space, task, w, inner.a))
    )
    good = max(inside.certificate.relative_gap, ZEROS_GAP)
    best = settled if settled.certificate.relative_gap <= good else inside
    return best, w, inner.n_iter


def _proved(space: FeatureSpace, task: Task, w: Array, state: State) -> ProvedState:
    of_a = task.coef(state.a) @ space.phi
    return ProvedState(state, task.certify(*state, squares=(float(w @ w), float(of_a @ of_a))))


def _at_bounds(space: FeatureSpace, task: Task, w: Array, a: Array) -> Array:
    """a with exact zeros and exact C; the others make up for the difference in w and the sums."""
    low, high = a < BOUND_DISTANCE * task.C, a > (1.0 - BOUND_DISTANCE) * task.C
    fixed = np.where(high, task.C, 0.0)
    free = np.flatnonzero(~low & ~high)
    rows = task.sign[free, None] * space.phi[free % task.n_points]
    sums = np.zeros((len(free), len(task.total)))
    sums[np.arange(len(free)), task.group[free]] = task.balance[free]
    unit = float(np.abs(space.phi).max()) or 1.0
    A = np.hstack([rows / unit, sums]).T
    missing = np.append((w - task.coef(fixed) @ space.phi) / unit, task.total - task.sums(fixed))
    fixed[free] = a[free] + np.linalg.lstsq(A, missing - A @ a[free], rcond=None)[0]
    return np.minimum(np.maximum(fixed, 0.0), task.C)
