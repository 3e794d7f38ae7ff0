"""The automatic solver: exact for every problem."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from svmcore.arrays import Array
from svmcore.engine import subspace
from svmcore.engine.active_set import noise
from svmcore.engine.decomposition import refine
from svmcore.engine.interior_point import InteriorPointRun
from svmcore.engine.maximal_margin import decide, hard_margin
from svmcore.engine.pivoted_cholesky import pivoted_cholesky
from svmcore.engine.smo import RESCUE_STEPS, smo
from svmcore.engine.spaces import FeatureSpace, GramSpace
from svmcore.engine.tasks import State, Task, classification
from svmcore.problems.feasible import project
from svmcore.problems.formulations import DualProblem, Problem
from svmcore.solvers.base import Iterate, Solver
from svmcore.solvers.interior_point import FINISH_TOL, InteriorPoint, exactly, with_dual
from svmcore.solvers.smo import SMO

FACTOR_TOL = 1e-3  # what the factor may leave out of K, in units of the largest entry and of 1 / C
FACTOR_GAP = 1e-6  # relative gap on that factor from which on K itself is asked
PAIRS_GAP = 1e-9  # relative gap of the pairs and Newton steps
FEATURE_GAP = 1e-12  # relative gap on coordinates that leave nothing out
BALANCED = 1e-15  # of sum alpha: what rounding leaves of y'alpha = 0
EXACT_TOL = 1e-9  # violation at which the answer is exact
MAX_NEWTON_STEPS = 60  # Newton steps that are waited for
SPARE = 20  # points near their margin that are solved for beside the undecided ones
REFINE_TOL = 1e-6  # how wrong a point that was left out may be before it is taken in
EARLY_GAP = 1e-4  # relative gap up to which the driver may be content with what there is
UNFINISHED = 1.0  # residual from there on: it is to wait for the exact answer

Points = Iterator[tuple[Array, float | None, float]]  # alpha, its best b where known, residual


@dataclass(frozen=True)
class Auto(Solver):
    """Automatic solver: takes the method of the engine that suits the problem, and shows its steps.

    With few points, and where K has no thin factor, SMO steps and damped Newton steps on K take
    turns (`subspace.comes_first`). Otherwise, with K ~ L L', the interior-point method runs on the
    factor L; decomposition with K itself and an exact finish correct its answer. The hard margin
    follows from the nearest points of the classes' convex hulls. A kernel that is not positive
    semi-definite, which has stationary points only, is left to `SMO`.

    Source: Fine and Scheinberg, Efficient SVM training using low-rank kernel representations, JMLR
    2 (2001), https://www.jmlr.org/papers/v2/fine01a.html; see `central_path`, `pivoted_cholesky`,
    `refine`, `subspace.solve`, `decide` and `finish`.
    """

    title: ClassVar[str] = "Automatic"
    formulations: ClassVar[tuple[str, ...]] = ("dual", "primal")
    losses: ClassVar[tuple[str, ...]] = InteriorPoint.losses
    hard: ClassVar[bool] = True
    indefinite: ClassVar[bool] = True
    max_iter_default: ClassVar[int] = 100_000

    def iterates(self, problem: Problem) -> Iterator[Iterate]:
        dual, scale = with_dual(problem)
        if np.ptp(dual.y) == 0.0:
            yield from InteriorPoint().iterates(problem)
            return
        hard = np.isinf(dual.C)
        points = _hard(dual) if hard.all() else _soft(dual)
        if points is None or (hard.any() and not hard.all()):
            yield from SMO().iterates(dual)
            return
        for alpha, b, residual in points:
            yield Iterate(_variable(problem, dual, scale, alpha, b), residual)
        if not hard.any():  # who asks for more has not got a proof
            yield Iterate(_variable(problem, dual, scale, _fallback(dual, alpha), None), 0.0)


def _variable(
    problem: Problem, dual: DualProblem, scale: float, alpha: Array, b: float | None
) -> Array:
    """The variable of `problem` at alpha of `dual`: the dual's own has no b to be found."""
    if isinstance(problem, DualProblem):
        b = 0.0
    elif b is None:
        b = dual.intercept(alpha)
    return problem.point(scale * alpha * dual.y, scale * b)


def _fallback(dual: DualProblem, alpha: Array) -> Array:
    """alpha, or what pairs alone find in some thousand steps, whichever is nearer to the optimum.

    Where C K is so large that no system of equations can be solved, pairs still climb.
    """
    other, _ = smo(GramSpace(dual.K), classification(dual.y, dual.C), EXACT_TOL, RESCUE_STEPS)
    return min(alpha, other, key=lambda one: abs(dual.certify(one).gap))


def _hard(dual: DualProblem) -> Points:
    """No model at all, the nearest points of the hulls, and these after the exact finish."""
    nobody = np.zeros(len(dual.y))
    yield nobody, None, UNFINISHED
    space = GramSpace(dual.K) if dual.phi is None else FeatureSpace(dual.phi)
    hulls = dual.hulls or decide(space, dual.y)
    if not hulls.separable:
        return
    yield hulls.alpha, None, UNFINISHED
    _, answer = hard_margin(space, dual.y, parted=hulls)
    assert answer is not None
    yield answer.alpha, float(answer.v[0]), 0.0


def _soft(dual: DualProblem) -> Points | None:
    """The way to the soft margin; None for a kernel that is not positive semi-definite."""
    if dual.psd is False:
        return None
    if dual.phi is not None:
        return _by_factor(dual, dual.phi, FEATURE_GAP)
    space, task = GramSpace(dual.K), classification(dual.y, dual.C)
    pairs = subspace.comes_first(space, task)
    if dual.psd and pairs:
        return _by_pairs(dual, task)
    L = _factor(dual)
    missed = np.abs(L @ L.T - dual.K).max() if dual.psd is None else 0.0
    if not missed <= 2.0 * FACTOR_TOL * float(np.abs(dual.K).max()):  # K has negative eigenvalues
        return None
    return _by_pairs(dual, task) if pairs else _by_factor(dual, L, FACTOR_GAP)


def _factor(dual: DualProblem) -> Array:
    L = pivoted_cholesky(GramSpace(dual.K), FACTOR_TOL / max(1.0, float(dual.C.max())), len(dual.y))
    assert L is not None  # as many columns as points are allowed
    return L


def _feasible(dual: DualProblem, alpha: Array) -> Array:
    """The nearest feasible point; without sorting where a step along y stays in the box."""
    if abs(float(dual.y @ alpha)) <= BALANCED * float(alpha.sum()):
        return alpha
    shifted = alpha - dual.y @ alpha / len(alpha) * dual.y
    inside = ((shifted >= 0.0) & (shifted <= dual.C)).all()
    return np.asarray(shifted) if inside else project(alpha, dual.y, dual.C)


def _residual(gap: float) -> float:
    """What the driver is told of a state on the way: near the end it is to wait for the answer."""
    return gap if gap > EARLY_GAP else UNFINISHED


def _by_pairs(dual: DualProblem, task: Task) -> Points:
    space = GramSpace(dual.K)
    yield np.zeros(len(dual.y)), None, UNFINISHED
    for step in subspace.steps(space, task, PAIRS_GAP, MAX_NEWTON_STEPS):
        if step.answer is None:
            yield _feasible(dual, step.a), None, _residual(step.gap)
            continue
        (alpha, _, v), proof = step.answer
        answer = alpha, float(v[0])
        if proof.violation > max(FINISH_TOL, noise(space, alpha)):
            answer = exactly(dual, *answer)
        yield *answer, 0.0
        return
    yield from _by_factor(dual, _factor(dual), FACTOR_GAP)


def _by_factor(dual: DualProblem, L: Array, close: float) -> Points:
    """The walk on L until `close`, and the exact answer last, with residual 0."""
    task = classification(dual.y, dual.C)
    L = L - L.mean(0)
    for inner in InteriorPointRun(task, L).inners():
        alpha = _feasible(dual, inner.a)
        yield alpha, None, _residual(inner.error)
        if inner.error <= close:
            break
    answer = exactly(dual, alpha, dual.intercept(alpha))
    if dual.certify(answer[0]).violation > EXACT_TOL:
        guess = State(inner.a, L @ inner.w, inner.v)
        found, _ = refine(GramSpace(dual.K), task, guess, SPARE, REFINE_TOL)
        better = exactly(dual, found.a, float(found.v[0]))
        if dual.certify(better[0]).violation < dual.certify(answer[0]).violation:
            answer = better
    yield *answer, 0.0
