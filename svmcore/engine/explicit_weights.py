"""Solve for w instead of alpha: where C is so large that alpha has no digits left for w."""

from dataclasses import replace

import numpy as np

from svmcore.arrays import Array
from svmcore.engine.answer import ProvedState
from svmcore.engine.interior_point import InteriorPointRun
from svmcore.engine.spaces import FeatureSpace
from svmcore.engine.tasks import State, Task

EXACT = 1e-15  # relative error of the walk: as far as rounding allows
MAX_ITER = 100
GOOD = 1e-12  # relative gap that exact zeros may cost
TINY = 1e-9  # of C: how far from its bound an a may be that is on its way there


def outright(space: FeatureSpace, task: Task, max_iter: int) -> tuple[ProvedState, Array, int]:
    """(proof, w, iterations) with the w of the interior point itself, not that of a.

    w = sum_i sign_i a_i phi(x_i) has rounding errors of eps sum_i a_i |phi(x_i)|, which may be more
    than w where C |phi|^2 is large. But any w with any feasible a bounds the optimum from both
    sides: the certificate has 1/2 |w|^2 and the loss of this w, and the dual value of a.
    """
    walk = InteriorPointRun(task, space.phi)
    inner = walk.until(EXACT, min(max_iter, MAX_ITER))
    w = inner.w
    scores = space.phi @ w
    v = task.best_multipliers(scores)
    inside, settled = (
        _proved(space, task, w, State(task.feasible(a), scores, v))
        for a in (inner.a, _at_bounds(space, task, w, inner.a))
    )
    good = max(inside.certificate.relative_gap, GOOD)
    best = settled if settled.certificate.relative_gap <= good else inside
    return best, w, inner.n_iter


def _proved(space: FeatureSpace, task: Task, w: Array, state: State) -> ProvedState:
    of_a = task.coef(state.a) @ space.phi
    proof = task.certify(*state)
    dual = float(task.q @ state.a - 0.5 * of_a @ of_a)
    return ProvedState(state, replace(proof, margin_term=0.5 * float(w @ w), dual=dual))


def _at_bounds(space: FeatureSpace, task: Task, w: Array, a: Array) -> Array:
    """a with exact zeros and exact C; the others make up for the difference in w and the sums."""
    low, high = a < TINY * task.C, a > (1.0 - TINY) * task.C
    fixed = np.where(high, task.C, 0.0)
    free = np.flatnonzero(~low & ~high)
    rows = task.sign[free, None] * space.phi[free % task.n_points]
    sums = np.zeros((len(free), len(task.total)))
    sums[np.arange(len(free)), task.group[free]] = task.balance[free]
    unit = float(np.abs(space.phi).max()) or 1.0
    A = np.hstack([rows / unit, sums]).T
    missing = np.append((w - task.coef(fixed) @ space.phi) / unit, task.total - task.sums(fixed))
    fixed[free] = a[free] + np.linalg.lstsq(A, missing - A @ a[free])[0]
    return np.minimum(np.maximum(fixed, 0.0), task.C)
