"""Training: merge equal points, choose methods, iterate and polish, move to the mean, certify."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

import numpy as np

from svmcore.engine.best_state import best_of
from svmcore.engine.centering import Centred
from svmcore.engine.certified import EXACT, Certified, Step, certified, result_of
from svmcore.engine.duplicates import merged
from svmcore.engine.methods import coordinates, low_rank, smo, subspace, working_sets
from svmcore.engine.methods.polish import better, noise, polish
from svmcore.engine.spaces import FeatureSpace, KernelSpace, Space, gram_of
from svmcore.engine.tasks import State, Task
from svmcore.kernels import Kernel, SparsePoints, has_features
from svmcore.optim.budget import out_of_time, spent
from svmcore.optim.threads import one_thread
from svmcore.problems.result import Result

FEW_FEATURES = 50  # coordinates of phi that are written down however few the points are
MAX_FEATURES = 400  # coordinates of phi that are still written down
BUDGET = 10_000_000  # iterations
PENALTY_TRIES, PENALTY_GROWTH = 6, 100.0  # values of C that may stand for an infinite one
TINY = 1e-300

T = TypeVar("T")


class Method(NamedTuple):
    """A method: the problems it is for, and its steps (space, task, tol, max_iter).

    Only SMO ends at `tol`; the others have as many digits as they can, for next to nothing.
    """

    applies: Callable[[Space, Task], bool]
    iterate: Callable[[Space, Task, float, int], Iterator[Step]]


# without given sums the working sets of `working_sets` are all points: that is `subspace` alone
PAIRS_AND_NEWTON = Method(subspace.applies, working_sets.iterate)
COORDINATES = Method(coordinates.applies, coordinates.iterate)
LOW_RANK = Method(low_rank.applies, low_rank.iterate)
SMO = Method(smo.applies, smo.iterate)
SHORT_SMO = Method(smo.rescues, smo.rescue)

# the first that applies begins; the others follow where it does not reach the optimum
METHODS = {
    "auto": (PAIRS_AND_NEWTON, COORDINATES, LOW_RANK, SMO, SHORT_SMO),
    "interior_point": (COORDINATES, LOW_RANK, SMO, SHORT_SMO),
    "smo": (Method(smo.always, smo.iterate),),
}


def space_of(kernel: Kernel, X: Any) -> Space:
    """Space of the points X, shape (N, d), in the cheapest form that is exact for the kernel.

    X is an array, or `SparsePoints` for a kernel of inner products or distances.
    """
    if has_features(kernel) and kernel.psd and not isinstance(X, SparsePoints):
        r = kernel.n_features(X.shape[1])
        if r <= max(X.shape[1], FEW_FEATURES, min(0.5 * len(X), MAX_FEATURES)):
            phi = kernel.features(X)
            return FeatureSpace(phi, shown=None if phi is X else KernelSpace(kernel, X))
    return gram_of(kernel, X)


@one_thread
def train(
    space: Space, task: Task, *, tol: float = 1e-6, max_iter: int = BUDGET, solver: str = "auto"
) -> Result:
    """Solve `task` on the points of `space` to a relative gap of at most `tol`.

    `solver` is a key of `METHODS`. A space that is not positive semi-definite has only stationary
    points, which SMO finds to a violation of at most `tol`. Where `max_iter` iterations or the
    digits of the model do not reach, the status says so and the result is the best model found.

    Raises ValueError if space and task differ in their number of points, a point or K is not
    finite, or tol, max_iter or solver is not one of the above.
    """
    _check(space, task, tol, max_iter, solver)
    distinct = merged(space, task)
    if distinct is None:
        return returned(training(space, task, tol, max_iter, solver))
    steps = training(distinct.space, distinct.task, tol, max_iter, solver)
    return distinct.spread(returned(steps))


def training(
    space: Space, task: Task, tol: float, max_iter: int = BUDGET, solver: str = "auto"
) -> Generator[Step, None, Result]:
    """The steps of `train` for points that all differ; returns the result.

    The `a` of a step need not fulfil the constraints.
    """
    if np.isinf(task.C).any():
        return (yield from _without_loss(space, task, tol, max_iter, solver))
    centred = Centred.of(space, task)
    points, convex = centred.space, space.psd
    good, n_iter = min(tol, EXACT), 0
    best: Certified | None = None
    rough: list[Certified] = []
    for method in METHODS[solver if convex else "smo"]:
        if not method.applies(points, task):
            continue
        before = n_iter
        for step in method.iterate(points, task, tol, max_iter - before):
            n_iter = before + step.n_iter
            yield step
            reached = step.reached
            if reached is None:
                spent(step.error)
                continue
            good = max(good, noise(points, step.a))
            if convex and not (step.at_bounds and reached.certificate.violation <= good):
                rough.append(reached)
                reached = polish(points, task, reached, good, step.target)
            if best is None or better(reached.certificate, best.certificate, bound=convex):
                best = reached
            # a state with a target is a guess put at its bounds: the method yields the guess next
            if best.certificate.violation <= good or (out_of_time() and step.target is None):
                break
        ended = n_iter >= max_iter or out_of_time()
        if best and (ended or best.certificate.relative_gap <= tol):
            break
    assert best is not None
    if convex and not best.certificate.relative_gap <= tol:
        best = best_of(points, task, [best, *rough])
    return centred.result(best, tol, n_iter, max_iter)


def _without_loss(
    space: Space, task: Task, tol: float, max_iter: int, solver: str
) -> Generator[Step, None, Result]:
    """The result where some C are infinite: that of a C which none of their multipliers reaches.

    Such a C is an exact penalty: no loss is left where it would cost that much.
    """
    hard = np.isinf(task.C)
    C = float(task.C[~hard].max(initial=1.0 / max(float(space.diagonal.max()), TINY)))
    n_iter = 0
    for _ in range(PENALTY_TRIES):
        C *= PENALTY_GROWTH
        soft = replace(task, C=np.where(hard, C, task.C))
        result = yield from training(space, soft, tol, max_iter - n_iter, solver)
        n_iter += result.n_iter
        if result.alpha[hard].max() < 0.5 * C or n_iter >= max_iter or out_of_time():
            break
    best = certified(task, State(result.alpha, result.scores, result.v))
    given = result_of(space, task, best, tol, n_iter, max_iter)
    return replace(given, w=result.w)


def returned(steps: Generator[object, None, T]) -> T:
    """What a generator returns after its last step."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            value: T = end.value
            return value


def _check(space: Space, task: Task, tol: float, max_iter: int, solver: str) -> None:
    if len(space) != task.n_points:
        raise ValueError(f"the space has {len(space)} points, the task {task.n_points}")
    if not np.isfinite(space.points).all():
        raise ValueError("points and K must be finite, got NaN or infinity")
    if not tol > 0.0:
        raise ValueError(f"tol must be > 0, got {tol:g}")
    if max_iter < 1:
        raise ValueError(f"max_iter must be >= 1, got {max_iter}")
    if solver not in METHODS:
        raise ValueError(f"solver must be one of {', '.join(METHODS)}, got {solver!r}")
