"""Training in coordinates: the interior point on all points, or on those that are undecided."""

from collections.abc import Iterator

import numpy as np

from svmcore.engine.certified import Step, certified
from svmcore.engine.methods.decomposition import refine
from svmcore.engine.methods.interior_point import InteriorIterate, interior_point
from svmcore.engine.smoothed import smoothed
from svmcore.engine.spaces import FeatureSpace, Space
from svmcore.engine.tasks import State, Task
from svmcore.optim.budget import out_of_time

MAX_WHOLE = 1500  # points that the interior point takes at once
POINTS_PER_COLUMN = 50  # for each column of phi: with fewer, all are taken at once
SPARE, SPARE_PER_COLUMN = 60, 10  # points near their margin that are solved for, too
REFINE_TOL = 1e-6  # how wrong a fixed variable's f may be when working sets end
ERRORS = (1e-7, 1e-12)  # relative errors at which a state is worth polishing


def applies(space: Space, task: Task) -> bool:
    """Whether the points have coordinates."""
    return isinstance(space, FeatureSpace)


def iterate(
    space: Space, task: Task, tol: float, max_iter: int, errors: tuple[float, ...] = ERRORS
) -> Iterator[Step]:
    """Steps of the interior point, with a state at each of the relative errors, which fall.

    Of many points, Newton steps on a smoothed loss first say which are undecided, and there is one
    state alone, at the last error.
    """
    assert isinstance(space, FeatureSpace)
    if len(space) > max(MAX_WHOLE, POINTS_PER_COLUMN * space.phi.shape[1]):
        yield _of_many(space, task, errors[-1], max_iter)
        return
    wanted = list(errors)
    nothing = np.zeros(len(task.sign)), np.zeros(space.phi.shape[1]), np.zeros(len(task.total))
    inner = InteriorIterate(*nothing, 1.0, 0)  # what is left where C is beyond all scales
    for inner in interior_point(task, space.phi):
        if inner.error > wanted[0] and inner.n_iter < max_iter and not out_of_time():
            yield Step(inner.a, inner.n_iter, inner.error)
            continue
        yield _step(space, task, inner)
        wanted = [error for error in wanted if error < inner.error]
        if not wanted or inner.n_iter >= max_iter or out_of_time():
            return
    yield _step(space, task, inner)


def _step(space: Space, task: Task, inner: InteriorIterate) -> Step:
    a = task.feasible(inner.a)
    state = State(a, space.scores(task.coef(a)), inner.v)
    return Step(a, inner.n_iter, inner.error, certified(task, state))


def _of_many(space: FeatureSpace, task: Task, error: float, max_iter: int) -> Step:
    spare = SPARE + SPARE_PER_COLUMN * space.phi.shape[1]
    first, used = smoothed(space, task, max_iter)
    left = max_iter - used
    state, more = refine(space, task, first, spare, REFINE_TOL, exact=error, max_iter=left)
    if state is first:  # whose scores are not those of its a
        a = task.feasible(state.a)
        state = State(a, space.scores(task.coef(a)), state.v)
    return Step(state.a, used + more, reached=certified(task, state))
