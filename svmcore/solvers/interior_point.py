"""The interior-point method: Newton steps along the central path, then an exact finish."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from svmcore.arrays import Array
from svmcore.engine.certified import certified
from svmcore.engine.methods.polish import noise, polish
from svmcore.engine.spaces import GramSpace
from svmcore.engine.tasks import State, classification
from svmcore.kernels.gram_factor import factor
from svmcore.losses import Hinge, HuberHinge, SquaredHinge
from svmcore.optim.box_program import Program, central_path, start
from svmcore.problems.feasible import project
from svmcore.problems.formulations import DualProblem, PrimalProblem, Problem
from svmcore.problems.separation import hulls
from svmcore.solvers.base import Iterate, Solver

FINISH_GAP = 1e-6  # relative gap from which on the exact finish is tried
RETRY_FACTOR = 1e-2  # of that gap, at which it is tried again if it failed
EXACT_TOL = 1e-9  # violation at which it has succeeded
MIN_ERROR = 1e-14  # relative error below which there are no more digits to be had
TOUCHING_HULLS = 1e-30  # relative square distance of hulls that rounding errors would leave
FINISH_TOL = 1e-12  # violation with which the exact finish is content
UNFINISHED = 1.0  # residual until then: the driver is to wait for the exact zeros


@dataclass(frozen=True)
class InteriorPoint(Solver):
    """Primal-dual interior-point method: Newton steps on alpha s = mu, with mu falling to 0.

    The iterates keep 0 < alpha < C and are near the optimum after 5 to 25 steps for every C; each
    solves one linear system of the size of the numerical rank of K. The last iterate is the exact
    finish (`exactly`). The hard margin is reached through the distance of the classes' convex hulls
    d, which always exists: alpha = 2 a / d^2 with the weights a of the nearest points.

    Sources: Woodsend and Gondzio (2011), https://doi.org/10.1007/s10589-009-9296-8; see
    `central_path` and `polish`.
    """

    title: ClassVar[str] = "Interior point"
    formulations: ClassVar[tuple[str, ...]] = ("dual", "primal")
    losses: ClassVar[tuple[str, ...]] = ("hinge", "squared_hinge", "huber_hinge")
    hard: ClassVar[bool] = True
    max_iter_default: ClassVar[int] = 100

    def iterates(self, problem: Problem) -> Iterator[Iterate]:
        """The iterates; raises ValueError if some C are infinite and others not."""
        dual, scale = with_dual(problem)
        y, C = dual.y, dual.C
        hard = np.isinf(C)
        if hard.any() and not hard.all():
            raise ValueError("the interior point takes C that are all finite or all infinite")
        least, answer = np.inf, (np.zeros(len(y)), dual.intercept(np.zeros(len(y))))
        path = _hard_margin(dual) if hard.all() else _soft_margin(dual)
        close = FINISH_GAP
        for inner, gap in path:
            alpha = project(inner, y, C)
            b = dual.intercept(alpha)
            yield Iterate(problem.point(scale * alpha * y, scale * b), UNFINISHED)
            if gap < close:
                close = RETRY_FACTOR * gap
                finished = exactly(dual, alpha, b)
                if dual.certify(finished[0]).violation <= EXACT_TOL:
                    answer = finished
                    break
            violation = dual.certify(alpha).violation
            if violation < least:
                least, answer = violation, (alpha, b)
        else:  # rounding errors ended the path: what there is, finished as well as it goes
            answer = exactly(dual, *answer)
        alpha, b = answer
        yield Iterate(problem.point(scale * alpha * y, scale * b), 0.0)


def with_dual(problem: Problem) -> tuple[DualProblem, float]:
    """The dual whose solution (alpha, b), times a factor, is that of `problem`; and the factor.

    The squared hinge is the hard margin with K + diag(1 / (2 C)): its dual has -alpha^2 / (4 C)
    where the other has the bound C. The Huber hinge has (1 + h) alpha - h alpha^2 / C: with
    K + diag(2 h / C) and in units of 1 + h this is the soft margin.

    Raises ValueError if the bias is inside |w|^2 or the loss is another one.
    """
    K, y, C = problem.K, problem.y, problem.C
    loss = problem.loss if isinstance(problem, PrimalProblem) else Hinge()
    if isinstance(problem, PrimalProblem) and problem.bias_inside:
        raise ValueError("the interior point needs the bias outside |w|^2, got bias_inside")
    if isinstance(loss, SquaredHinge):
        ridge = np.diag(0.5 / C)
        return DualProblem(K + ridge, y, np.full_like(C, np.inf), psd=problem.psd), 1.0
    if isinstance(loss, HuberHinge):
        scale = 1.0 + loss.h
        ridge = np.diag(2.0 * loss.h / C)
        return DualProblem(K + ridge, y, C / scale, psd=problem.psd), scale
    if not isinstance(loss, Hinge):
        raise ValueError(f"the interior point knows no dual of this loss, got {loss.title}")
    if isinstance(problem, DualProblem):
        return problem, 1.0
    psd, phi, hulls = problem.psd, problem.phi, problem.hulls
    return DualProblem(K, y, C, psd=psd, phi=phi, hulls=hulls), 1.0


def exactly(dual: DualProblem, alpha: Array, b: float) -> tuple[Array, float]:
    """(alpha, b) with exact zeros, exact C and free margins of exactly 1, if that is better."""
    task = classification(dual.y, dual.C)
    state = State(alpha, dual.K @ (alpha * dual.y), np.array([b]))
    space = GramSpace(dual.K)
    good = max(FINISH_TOL, noise(space, alpha))
    best = polish(space, task, certified(task, state), good).state
    return best.a, float(best.v[0])


def _hard_margin(dual: DualProblem) -> Iterator[tuple[Array, float]]:
    """alpha and the relative gap on the way to the nearest points of the hulls."""
    L, unit, _ = factor(dual.K)
    for near in hulls(L, dual.y):
        if near.square <= TOUCHING_HULLS:
            return
        yield 2.0 / (near.square * unit) * near.weights, near.error / near.square
        if near.error <= MIN_ERROR * near.square:
            return


def _soft_margin(dual: DualProblem) -> Iterator[tuple[Array, float]]:
    """alpha and the relative gap along the central path."""
    y = dual.y
    if np.all(y == y[0]):  # alpha = 0 is the only feasible point: there is nothing inside
        return
    L, unit, _ = factor(dual.K)
    program = Program(y[:, None] * L, np.ones(len(y)), y[None], np.zeros(1), unit * dual.C)
    for point in central_path(program, *start(program)):
        w = point.p[:-1]
        value = float(point.z[0].sum() - 0.5 * w @ w)
        yield point.z[0] / unit, point.error / max(abs(value), float(np.finfo(float).tiny))
