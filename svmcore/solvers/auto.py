"""The automatic solver: what the estimators run, step by step."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from svmcore.arrays import Array
from svmcore.engine.duplicates import merged
from svmcore.engine.methods.hulls import decide, hard_margin
from svmcore.engine.solve import training
from svmcore.engine.spaces import FeatureSpace, GramSpace, Space
from svmcore.engine.tasks import classification
from svmcore.kernels.gram_factor import factor
from svmcore.problems.feasible import project
from svmcore.problems.formulations import DualProblem, Problem
from svmcore.solvers.base import Iterate, Solver
from svmcore.solvers.interior_point import InteriorPoint, with_dual
from svmcore.solvers.smo import SMO

TOL = 1e-9  # relative gap and violation of the last iterate
BALANCED = 1e-15  # of sum alpha: what rounding leaves of y'alpha = 0
EARLY_GAP = 1e-4  # relative gap up to which the driver may be content with what there is
UNFINISHED = 1.0  # residual from there on: the driver is to wait for the result


@dataclass(frozen=True)
class Auto(Solver):
    """Automatic solver: shows the steps of `svmcore.engine.train`, which the estimators run.

    The hard margin follows from the nearest points of the classes' convex hulls. A kernel that is
    not positive semi-definite, which has stationary points only, is left to `SMO`.

    Source: Fine and Scheinberg, Efficient SVM training using low-rank kernel representations, JMLR
    2 (2001), https://www.jmlr.org/papers/v2/fine01a.html; the methods have theirs.
    """

    title: ClassVar[str] = "Automatic"
    formulations: ClassVar[tuple[str, ...]] = ("dual", "primal")
    losses: ClassVar[tuple[str, ...]] = InteriorPoint.losses
    hard: ClassVar[bool] = True
    indefinite: ClassVar[bool] = True
    max_iter_default: ClassVar[int] = 100_000

    def iterates(self, problem: Problem) -> Iterator[Iterate]:
        dual, scale = with_dual(problem)
        space = _space(dual)
        if not space.psd:
            yield from SMO().iterates(dual)
            return
        points = _hard(dual, space) if np.isinf(dual.C).all() else _soft(dual, space)
        for alpha, b, residual in points:
            yield Iterate(_variable(problem, dual, scale, alpha, b), residual)


Points = Iterator[tuple[Array, float | None, float]]  # alpha, its best b where known, residual


def _space(dual: DualProblem) -> Space:
    if dual.phi is not None:
        return FeatureSpace(dual.phi, shown=GramSpace(dual.K))
    if dual.psd is not None:
        return GramSpace(dual.K, dual.psd)
    try:
        factor(dual.K)
    except ValueError:
        return GramSpace(dual.K, psd=False)
    return GramSpace(dual.K)


def _variable(
    problem: Problem, dual: DualProblem, scale: float, alpha: Array, b: float | None
) -> Array:
    """The variable of `problem` at alpha of `dual`: the dual's own has no b to be found."""
    if isinstance(problem, DualProblem):
        b = 0.0
    elif b is None:
        b = dual.intercept(alpha)
    return problem.point(scale * alpha * dual.y, scale * b)


def _hard(dual: DualProblem, space: Space) -> Points:
    """No model at all, the nearest points of the hulls, and these after polishing."""
    yield np.zeros(len(dual.y)), None, UNFINISHED
    hulls = dual.hulls or decide(space, dual.y)
    if not hulls.separable:
        return
    yield hulls.alpha, None, UNFINISHED
    _, result = hard_margin(space, dual.y, parted=hulls)
    assert result is not None
    yield result.alpha, result.intercept, 0.0


def _soft(dual: DualProblem, space: Space) -> Points:
    """No model at all, the steps of training, and its result."""
    yield np.zeros(len(dual.y)), None, UNFINISHED
    if np.ptp(dual.y) == 0.0:  # alpha = 0 is the only feasible point
        yield np.zeros(len(dual.y)), None, 0.0
        return
    task = classification(dual.y, dual.C)
    distinct = merged(space, task)
    points = (space, task) if distinct is None else (distinct.space, distinct.task)
    steps = training(*points, TOL)
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            result = end.value if distinct is None else distinct.spread(end.value)
            yield result.alpha, result.intercept, 0.0
            return
        a = step.a if distinct is None else distinct.shared_out(step.a)
        yield _feasible(dual, a), None, _residual(step.error)


def _residual(error: float) -> float:
    """What the driver is told on the way: near the end it is to wait for the result."""
    return error if EARLY_GAP < error < UNFINISHED else UNFINISHED


def _feasible(dual: DualProblem, alpha: Array) -> Array:
    """The nearest feasible point; without sorting where a step along y stays in the box."""
    if abs(float(dual.y @ alpha)) <= BALANCED * float(alpha.sum()):
        return alpha
    shifted = alpha - dual.y @ alpha / len(alpha) * dual.y
    inside = ((shifted >= 0.0) & (shifted <= dual.C)).all()
    return np.asarray(shifted) if inside else project(alpha, dual.y, dual.C)
