"""The solver to take when only the answer matters: exact, whatever the problem."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from svmcore.arrays import Array
from svmcore.engine import subspace
from svmcore.engine.program import Walk
from svmcore.engine.refine import refine
from svmcore.engine.spaces import GramSpace
from svmcore.engine.spectrum import rank
from svmcore.engine.tasks import State, classification
from svmcore.engine.thin import thin
from svmcore.problems.base import Problem
from svmcore.problems.dual import DualProblem
from svmcore.problems.feasible import project
from svmcore.solvers.base import Iterate
from svmcore.solvers.interior_point import InteriorPoint, exactly, with_dual
from svmcore.solvers.smo import SMO

COARSE = 1e-3  # what the factor may leave out of K, in units of the largest entry and of 1 / C
THICK = 60  # columns from which on pairs and Newton steps on K come first, as measured
CEILING = 1e4  # C below which the alpha of a hard margin are looked for first
CLOSE = 1e-6  # relative gap on that factor from which on K itself is asked
EXACT = 1e-9  # relative gap of the pairs and Newton steps
FINISHED = 1e-9  # violation at which the answer is exact
STEPS = 60  # Newton steps that are waited for
SPARE = 20  # points near their margin that are solved for beside the undecided ones
OBJECTS = 1e-6  # how wrong a point that was left out may be before it is taken in
EARLY = 1e-4  # relative gap up to which the driver may be content with what there is
UNFINISHED = 1.0  # residual from there on: it is to wait for the exact answer


@dataclass(frozen=True)
class Auto:
    """The engine's ways to the optimum, with every step to be seen.

    A smooth kernel is nearly of low rank: K ~ L L' with few columns, on which a step of the
    interior point costs next to nothing; what that answer gets wrong, working sets with K itself
    and an exact finish put right. Without such a factor, pairs and damped Newton steps on K take
    turns. The hard margin is the soft one with a C that no alpha reaches, or goes the way of
    `InteriorPoint`; a kernel that is not positive
    semi-definite, which has stationary points only, that of `SMO`.

    Sources: see `central_path`, `thin`, `refine`, `subspace` and `finish`.
    """

    title: ClassVar[str] = "Automatic"
    unit: ClassVar[str] = "iteration"
    formulations: ClassVar[tuple[str, ...]] = ("dual", "primal")
    losses: ClassVar[tuple[str, ...]] = InteriorPoint.losses
    hard: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    indefinite: ClassVar[bool] = True
    max_iter_default: ClassVar[int] = 100_000

    def iterates(self, problem: Problem) -> Iterator[Iterate]:
        dual, scale = with_dual(problem)
        if np.ptp(dual.y) == 0.0:
            yield from InteriorPoint().iterates(problem)
            return
        n, top = len(dual.y), max(1.0, float(dual.C.max()))
        if np.isinf(top):
            for alpha, b, residual in _below(dual, CEILING):
                yield Iterate(problem.point(scale * alpha * dual.y, scale * b), residual)
                if residual == 0.0:
                    return
            yield from InteriorPoint().iterates(problem)
            return
        L = thin(GramSpace(dual.K), COARSE / top, n)
        if L is None or not _fits(dual.K, L):
            yield from SMO().iterates(dual)
            return
        for alpha, b, residual in _points(dual, L):
            yield Iterate(problem.point(scale * alpha * dual.y, scale * b), residual)


def _below(dual: DualProblem, C: float) -> Iterator[tuple[Array, float, float]]:
    """The hard margin, if none of its alpha is C or more: then it is the soft margin's answer.

    Tried where K has no thin factor, as with a narrow RBF kernel: there such alpha are small.
    """
    space, n = GramSpace(dual.K), len(dual.y)
    if rank(space) <= min(THICK, n // 2):
        return
    for step in subspace.steps(space, classification(dual.y, np.full(n, C)), EXACT, STEPS):
        alpha = project(step.a, dual.y, np.full(n, C))
        if step.answer is None:
            yield alpha, dual.intercept(alpha), UNFINISHED
        elif alpha.max() < C:
            yield *exactly(dual, alpha, float(step.answer.v[0])), 0.0


def _points(dual: DualProblem, L: Array) -> Iterator[tuple[Array, float, float]]:
    """(alpha, b, residual) on the way to the exact answer, which comes last with residual 0."""
    if L.shape[1] > THICK:
        task = classification(dual.y, dual.C)
        for step in subspace.steps(GramSpace(dual.K), task, EXACT, STEPS):
            alpha = project(step.a, dual.y, dual.C)
            if step.answer is not None:
                yield *exactly(dual, alpha, float(step.answer.v[0])), 0.0
                return
            yield alpha, dual.intercept(alpha), UNFINISHED
    yield from _by_factor(dual, L)


def _by_factor(dual: DualProblem, L: Array) -> Iterator[tuple[Array, float, float]]:
    task = classification(dual.y, dual.C)
    L = L - L.mean(0)
    for inner in Walk(task, L).inners():
        alpha = project(inner.a, dual.y, dual.C)
        b = dual.intercept(alpha)
        yield alpha, b, inner.error if inner.error > EARLY else UNFINISHED
        if inner.error <= CLOSE:
            break
    answer = exactly(dual, alpha, b)
    if dual.certify(answer[0]).violation > FINISHED:
        guess = State(inner.a, L @ inner.w, inner.v)
        found, _ = refine(GramSpace(dual.K), task, guess, SPARE, OBJECTS)
        better = exactly(dual, found.a, float(found.v[0]))
        if dual.certify(better[0]).violation < dual.certify(answer[0]).violation:
            answer = better
    yield *answer, 0.0


def _fits(K: Array, L: Array) -> bool:
    """Whether L L' is near K, as it is if and only if K is positive semi-definite."""
    return bool(np.abs(L @ L.T - K).max() <= 2.0 * COARSE * float(np.abs(K).max()))
