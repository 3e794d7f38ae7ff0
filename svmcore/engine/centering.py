"""Centering: training on points around their mean, the result for the given origin."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from svmcore.arrays import Array
from svmcore.engine.certified import Certified, certified, result_of, with_scores
from svmcore.engine.methods.interior_point import solved
from svmcore.engine.methods.polish import beyond_margin, noise, scaled_to_margin
from svmcore.engine.spaces import FeatureSpace, GramSpace, Space
from svmcore.engine.tasks import State, Task
from svmcore.optim.budget import out_of_time
from svmcore.problems.result import Result

FINE = 1e-3  # of the tolerance: what rounding errors may take away unnoticed


@dataclass(frozen=True, eq=False)
class Centred:
    """The points of `given` around their mean, shape (r,), wherever v absorbs a shift.

    Far from the origin K has lost the digits that distinguish the points; coordinates have not.
    """

    given: Space
    task: Task
    space: Space
    mean: Array

    @classmethod
    def of(cls, space: Space, task: Task) -> Self:
        """The points as they are trained on."""
        if not isinstance(space, FeatureSpace) or not task.shiftable:
            return cls(space, task, space, np.zeros(np.shape(space.points)[1]))
        mean = space.phi.mean(0)
        return cls(space, task, replace(space, phi=space.phi - mean), mean)

    def result(self, best: Certified, tol: float, n_iter: int, max_iter: int) -> Result:
        """The result for the given points: certified as the model is shown, by w or by K."""
        if isinstance(self.space, FeatureSpace):
            return self._of_weights(self.space, best, tol, n_iter, max_iter)
        space, task = self.space, self.task
        best = self._of_coef(best, tol)
        if space.psd and not best.certificate.relative_gap <= tol:
            other = self._of_coef(beyond_margin(space, task, best), tol)
            best = other if other.certificate.gap < best.certificate.gap else best
        best = scaled_to_margin(task, best, float(np.abs(best.state.scores).max()))
        return result_of(space, task, best, tol, n_iter, max_iter)

    def _of_coef(self, best: Certified, tol: float) -> Certified:
        """The state with the scores of its a, which may say less than those carried along."""
        space, task = self.space, self.task
        if isinstance(space, GramSpace) or noise(space, best.state.a) > FINE * tol:
            scores = space.scores(task.coef(best.state.a))
            if not np.array_equal(scores, best.state.scores):
                return certified(task, best.state._replace(scores=scores))
        return best

    def _of_weights(
        self, space: FeatureSpace, best: Certified, tol: float, n_iter: int, max_iter: int
    ) -> Result:
        task, shown = self.task, space.shown
        w = task.coef(best.state.a) @ space.phi
        size = float(np.abs(w @ self.mean) + np.abs(best.state.scores).max())
        best = scaled_to_margin(task, best, size)
        w = task.coef(best.state.a) @ space.phi
        soft = bool(np.isfinite(task.C).all())
        ended = n_iter >= max_iter or out_of_time()
        if shown is None and soft and task.q.any() and not ended:
            of_w = certified(task, best.state._replace(scores=space.phi @ w)).certificate
            if not of_w.relative_gap <= FINE * tol:
                other, own, more = solve_for_weights(space, task, max_iter - n_iter)
                n_iter += more
                if other.certificate.gap < of_w.gap:
                    best, w = other, own
        if task.shiftable:
            best = self._moved_back(best, w)
        if shown is not None and noise(self.given, best.state.a) > FINE * tol:
            best = with_scores(shown, task, best.state.a)
        result = result_of(space, task, best, tol, n_iter, max_iter)
        return replace(result, w=w)

    def _moved_back(self, best: Certified, w: Array) -> Certified:
        """The same model from the true origin; its loss is that of f as it comes out there.

        Far from the origin b has fewer digits than the model, and the certificate has to say so.
        """
        (a, scores, v), task = best.state, self.task
        moved = float(w @ self.mean)
        state = State(a, scores + moved, v - moved * task.slopes)
        if np.isinf(task.C).any():
            return Certified(state, best.certificate)
        short = task.q - task.values(self.given.points @ w, state.v)
        loss = float(task.C @ np.maximum(short, 0.0) + v @ task.total)
        worse = max(loss, best.certificate.loss_term)
        return Certified(state, replace(best.certificate, loss_term=worse))


ZEROS_GAP = 1e-12  # relative gap that exact zeros may cost
BOUND_DISTANCE = 1e-9  # of C: how far from its bound an a may be that is on its way there


def solve_for_weights(
    space: FeatureSpace, task: Task, max_iter: int
) -> tuple[Certified, Array, int]:
    """(state, w, iterations) with the w of the interior point itself, not that of a.

    w = sum_i sign_i a_i phi(x_i) has rounding errors of eps sum_i a_i |phi(x_i)|, which may be more
    than w where C |phi|^2 is large. But any w with any feasible a bounds the optimum from both
    sides: the certificate has 1/2 |w|^2 and the loss of this w, and the dual value of a.
    """
    inner = solved(task, space.phi, 0.0, max_iter)  # as far as rounding allows
    w = inner.w
    scores = space.phi @ w
    v = task.best_multipliers(scores)
    inside, at_bounds = (
        _with_weights(space, task, w, State(task.feasible(a), scores, v))
        for a in (inner.a, _at_bounds(space, task, w, inner.a))
    )
    good = max(inside.certificate.relative_gap, ZEROS_GAP)
    best = at_bounds if at_bounds.certificate.relative_gap <= good else inside
    return best, w, inner.n_iter


def _with_weights(space: FeatureSpace, task: Task, w: Array, state: State) -> Certified:
    of_a = task.coef(state.a) @ space.phi
    return Certified(state, task.certify(*state, squares=(float(w @ w), float(of_a @ of_a))))


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
