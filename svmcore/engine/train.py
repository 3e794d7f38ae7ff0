"""The entry point `train`: which method for which problem, and its certified answer."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from svmcore.arrays import Array
from svmcore.engine import subspace, working_sets
from svmcore.engine.active_set import better, finish, noise, prove
from svmcore.engine.answer import ProvedState, with_status
from svmcore.engine.best_state import best_of
from svmcore.engine.centering import answer_of
from svmcore.engine.decomposition import refine
from svmcore.engine.duplicates import merged
from svmcore.engine.interior_point import InteriorPointRun
from svmcore.engine.pivoted_cholesky import pivoted_cholesky
from svmcore.engine.smo import RESCUE_STEPS, smo
from svmcore.engine.smoothed import smoothed
from svmcore.engine.spaces import MAX_DENSE, FeatureSpace, KernelSpace, Space, gram_of, whole
from svmcore.engine.tasks import State, Task
from svmcore.kernels import Kernel, has_features
from svmcore.optim.budget import out_of_time
from svmcore.optim.memory import spare_memory
from svmcore.optim.rows import holds_whole
from svmcore.optim.threads import one_thread
from svmcore.problems.certificate import Certificate
from svmcore.problems.result import Result

FEW_FEATURES = 50  # coordinates of phi that are written down however few the points are
MAX_FEATURES = 400  # coordinates of phi that are still written down
FEW_ROWS = 2000  # points whose whole K takes less time than row by row
MAX_WHOLE = 1500  # points that the interior point takes at once
MAX_THICK = 3000  # points up to which a factor of K may have as many columns as points
WALK_MATRICES = 6  # of the size of a factor of K that a walk on it holds at a time, and room
POINTS_PER_COLUMN = 50  # for each column of phi: with fewer, all are taken at once
BUDGET = 10_000_000  # iterations
SPARE = 20  # points near their margin that are solved for beside the undecided ones
FEATURE_SPARE, SPARE_PER_COLUMN = 60, 10  # the same where phi is written down
REFINE_TOL = 1e-6  # how wrong a fixed variable's f may be when working sets end
PENALTY_TRIES, PENALTY_GROWTH = 6, 100.0  # values of C that may stand for an infinite one
TINY = 1e-300
SOLVERS = ("auto", "smo", "interior_point")
FINISH_STEPS = 4  # steps of the exact finish: a good candidate needs one or two
FIRST_STEPS = 2  # the same where working sets are to follow
FINISH_TOL = 1e-11  # violation with which the exact finish is content
# error of the factor, to be divided by this power of C, and of the walk on it
FACTOR_TRIES = ((1e-3, 0.5, 1e-5), (1e-5, 1.0, 1e-8), (1e-9, 1.0, 1e-11))


class Attempt(NamedTuple):
    """A state, the dual gradient step that tells its active set (None: its own), iterations.

    certificate : that of the state, where it is known
    """

    state: State
    target: Array | None
    n_iter: int
    certificate: Certificate | None = None


def space_of(kernel: Kernel, X: Array) -> Space:
    """Space of the points X, shape (N, d), in the cheapest form that is exact for the kernel."""
    if has_features(kernel) and kernel.psd:
        r = kernel.n_features(X.shape[1])
        if r <= max(X.shape[1], FEW_FEATURES, min(0.5 * len(X), MAX_FEATURES)):
            phi = kernel.features(X)
            return FeatureSpace(phi, shown=None if phi is X else KernelSpace(kernel, X))
    return gram_of(kernel, X)


@one_thread
def train(
    space: Space, task: Task, *, tol: float = 1e-6, max_iter: int = BUDGET, solver: str = "auto"
) -> Result:
    """Solve `task` on the points of `space`: violation and relative gap at most `tol`.

    `solver` is "auto", "interior_point" (nothing else first) or "smo". A space that is not
    positive semi-definite has only stationary points, which SMO finds. Where `max_iter` iterations
    or the digits of the model do not reach, the status says so and the answer is the best found.

    Raises ValueError if space and task differ in their number of points, a point or K is not
    finite, or tol, max_iter or solver is not one of the above.

    Source: Fine and Scheinberg, Efficient SVM training using low-rank kernel representations, JMLR
    2 (2001), https://www.jmlr.org/papers/v2/fine01a.html; see `working_sets.solve`, `refine`, `smo`
    and `finish`, too.
    """
    _check(space, task, tol, max_iter, solver)
    few = merged(space, task)
    if few is not None:
        return few.spread(_trained(few.space, few.task, tol, max_iter, solver))
    return _trained(space, task, tol, max_iter, solver)


def _check(space: Space, task: Task, tol: float, max_iter: int, solver: str) -> None:
    if len(space) != task.n_points:
        raise ValueError(f"the space has {len(space)} points, the task {task.n_points}")
    if not np.isfinite(space.points).all():
        raise ValueError("points and K must be finite, got NaN or infinity")
    if not tol > 0.0:
        raise ValueError(f"tol must be > 0, got {tol:g}")
    if max_iter < 1:
        raise ValueError(f"max_iter must be >= 1, got {max_iter}")
    if solver not in SOLVERS:
        raise ValueError(f"solver must be one of {', '.join(SOLVERS)}, got {solver!r}")


def _trained(space: Space, task: Task, tol: float, max_iter: int, solver: str) -> Result:
    """`train` for points that differ."""
    if np.isinf(task.C).any():
        return _without_loss(space, task, tol, max_iter, solver)

    def method(there: Space) -> tuple[ProvedState, int]:
        return _best(there, task, tol, max_iter, solver)

    return answer_of(space, task, method, tol, max_iter)


def _without_loss(space: Space, task: Task, tol: float, max_iter: int, solver: str) -> Result:
    """The answer where some C are infinite: that of a C which none of their multipliers reaches.

    Such a C is an exact penalty: no loss is left where it would cost that much.
    """
    hard = np.isinf(task.C)
    C = float(task.C[~hard].max(initial=1.0 / max(float(space.diagonal.max()), TINY)))
    used = 0
    for _ in range(PENALTY_TRIES):
        C *= PENALTY_GROWTH
        soft = replace(task, C=np.where(hard, C, task.C))
        answer = _trained(space, soft, tol, max_iter - used, solver)
        used += answer.n_iter
        if answer.alpha[hard].max() < 0.5 * C or used >= max_iter or out_of_time():
            break
    proved = prove(task, State(answer.alpha, answer.scores, answer.v))
    result = with_status(space, task, proved, tol, used, used >= max_iter)
    return replace(result, w=answer.w)


def _best(
    space: Space, task: Task, tol: float, max_iter: int, solver: str
) -> tuple[ProvedState, int]:
    """The best candidate, and the iterations used."""
    if solver == "auto":
        quick = working_sets.solve(space, task, max_iter=max_iter)
        if quick is not None:
            found, used = quick
            good = max(min(tol, FINISH_TOL), noise(space, found.state.a))
            if found.certificate.violation > good:
                found = finish(space, task, found, good, FINISH_STEPS)
            if found.certificate.relative_gap <= tol or out_of_time():
                return found, used
    pairs = solver == "auto" and subspace.comes_first(space, task)
    if pairs and len(space) <= FEW_ROWS and holds_whole(len(space)):
        space = whole(space)
    if solver == "smo" or not space.psd:
        candidates = _by_smo(space, task, tol, max_iter)
    else:
        candidates = _candidates(space, task, tol, max_iter, pairs=pairs)
    good = min(tol, FINISH_TOL)
    best: ProvedState | None = None
    unfinished: list[ProvedState] = []
    used = 0
    for state, first, used, known in candidates:
        good = max(good, noise(space, state.a))
        found = prove(task, state) if known is None else ProvedState(state, known)
        if space.psd and not (known and known.violation <= good):
            unfinished.append(found)
            steps = FINISH_STEPS if first is None else FIRST_STEPS
            found = finish(space, task, found, good, steps, first)
        if best is None or better(found.certificate, best.certificate, bound=space.psd):
            best = found
        if best.certificate.violation <= good or used >= max_iter or out_of_time():
            break
    assert best is not None
    if space.psd and not best.certificate.relative_gap <= tol:
        return _fallback(space, task, [best, *unfinished], tol, used, max_iter)
    return best, used


def _fallback(
    space: Space, task: Task, states: list[ProvedState], tol: float, used: int, max_iter: int
) -> tuple[ProvedState, int]:
    """The best of what there is, with what is left of the budget spent on a short search by pairs.

    Where C K is so large that no system of equations can be solved, pairs still climb.
    """
    candidates = list(states)
    steps = min(max_iter - used, RESCUE_STEPS)
    if len(space) <= MAX_DENSE and steps > 0 and not out_of_time():
        for state, _, more, _ in _by_smo(space, task, tol, steps):
            candidates.append(prove(task, state))
            used += more
    return best_of(space, task, candidates), used


def _candidates(
    space: Space, task: Task, tol: float, max_iter: int, *, pairs: bool
) -> Iterator[Attempt]:
    """States, each nearer to the optimum than the one before."""
    if isinstance(space, FeatureSpace):
        for state, used in _in_features(space, task, (1e-7, 1e-12), max_iter):
            yield Attempt(state, None, used)
        return
    used = 0
    n, top = len(space), max(1.0, float(task.C.max()))
    newton = min(subspace.MAX_NEWTON, max_iter)
    if pairs and (found := subspace.best_effort(space, task, max_iter=newton)):
        best, used = found
        yield Attempt(best.state, None, used, best.certificate)
    for error, power, hand_over in FACTOR_TRIES:
        L = pivoted_cholesky(space, error / top**power, most_columns(n, spare_memory()))
        if L is None:
            break
        if task.shiftable:
            L -= L.mean(0)
        for guess, n_iter in _in_features(FeatureSpace(L), task, (hand_over,), max_iter - used):
            used += n_iter
            if used >= max_iter:  # far from the optimum the active set says nothing
                scores = space.scores(task.coef(guess.a))
                yield Attempt(State(guess.a, scores, guess.v), None, used)
                return
            target = task.gradient_step(guess)
            free = (target > 0.0) & (target < task.C)
            a = np.where(free, guess.a, np.where(target > 0.0, task.C, 0.0))
            known = State(a, space.scores(task.coef(a)), guess.v)
            yield Attempt(known, target, used)
            left = max_iter - used
            state, more = refine(space, task, guess, SPARE, REFINE_TOL, known=known, max_iter=left)
            used += more
            if state is not guess:  # whose scores are those of the factor, not those of K
                yield Attempt(state, None, used)
    if n > MAX_THICK or out_of_time():
        for state, _, more, _ in _by_smo(space, task, tol, max_iter - used):
            yield Attempt(state, None, used + more)


def most_columns(n: int, spare: float) -> int:
    """Columns of a factor of K, (n, r), up to which a walk on it is worth its time and memory.

    spare : bytes that this process may take; without a limit inf
    """
    return n if n <= MAX_THICK else int(min(n // 4, spare / (8 * n * WALK_MATRICES)))


def _in_features(
    space: FeatureSpace, task: Task, errors: tuple[float, ...], max_iter: int
) -> Iterator[tuple[State, int]]:
    """States on the way in coordinates: one at each of the relative errors, which fall.

    Of many points there is one alone, at the last error.
    """
    n = len(space)
    if n <= max(MAX_WHOLE, POINTS_PER_COLUMN * space.phi.shape[1]):
        walk = InteriorPointRun(task, space.phi)
        for error in errors:
            inner = walk.until(error, max_iter)
            a = task.feasible(inner.a)
            yield State(a, space.scores(task.coef(a)), inner.v), inner.n_iter
        return
    spare = FEATURE_SPARE + SPARE_PER_COLUMN * space.phi.shape[1]
    first, used = smoothed(space, task, max_iter)
    left = max_iter - used
    state, more = refine(space, task, first, spare, REFINE_TOL, exact=errors[-1], max_iter=left)
    if state is first:  # whose scores are not those of its a
        a = task.feasible(state.a)
        state = State(a, space.scores(task.coef(a)), state.v)
    yield state, used + more


def _by_smo(space: Space, task: Task, tol: float, max_iter: int) -> Iterator[Attempt]:
    a, steps = smo(space, task, tol, max_iter)
    scores = space.scores(task.coef(a))
    yield Attempt(State(a, scores, task.best_multipliers(scores)), None, steps)
