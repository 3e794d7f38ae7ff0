"""The interior-point method: Newton steps along the central path, then an exact finish."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.linalg import solve

from svmcore.arrays import Array
from svmcore.gram import factor
from svmcore.losses import Hinge, HuberHinge, SquaredHinge
from svmcore.problems.base import Problem
from svmcore.problems.dual import DualProblem
from svmcore.problems.feasible import project
from svmcore.problems.primal import PrimalProblem
from svmcore.problems.separation import hulls
from svmcore.quadratic import Program, central_path
from svmcore.solvers.base import Iterate
from svmcore.solvers.polish import polish

CLOSE = 1e-6  # relative gap from which on the exact finish is tried
FINISHED = 1e-9  # violation at which it has succeeded
TOUCHING = 1e-30  # relative square distance of hulls that rounding errors would leave
LEAST = 1e-3  # least mu of the start, in units of what one slack of 1 a point would give it
UNFINISHED = 1.0  # residual until then: the driver is to wait for the exact zeros


@dataclass(frozen=True)
class InteriorPoint:
    """Newton's method on the optimality conditions, relaxed to alpha s = mu with mu falling to 0.

    The iterates keep 0 < alpha < C and are near the optimum after 5 to 25 steps for every C; each
    solves one linear system of the size of the numerical rank of K. The last iterate is the exact
    finish (`polish`). The hard margin is reached through the distance of the classes' convex hulls
    d, which always exists: alpha = 2 a / d^2 with the weights a of the nearest points.

    Sources: see `central_path` and `polish`.
    """

    title: ClassVar[str] = "Interior point"
    unit: ClassVar[str] = "iteration"
    formulations: ClassVar[tuple[str, ...]] = ("dual", "primal")
    losses: ClassVar[tuple[str, ...]] = ("hinge", "squared_hinge", "huber_hinge")
    hard: ClassVar[bool] = True
    indefinite: ClassVar[bool] = False
    max_iter_default: ClassVar[int] = 100

    def iterates(self, problem: Problem) -> Iterator[Iterate]:
        dual, scale = _dual(problem)
        K, y, C = dual.K, dual.y, dual.C
        least, answer = np.inf, (np.zeros(len(y)), dual.intercept(np.zeros(len(y))))
        path = _soft_margin(dual) if np.isfinite(C[0]) else _hard_margin(dual)
        for inner, gap in path:
            alpha = project(inner, y, C)
            b = dual.intercept(alpha)
            yield Iterate(problem.point(scale * alpha * y, scale * b), UNFINISHED)
            finished = polish(K, y, C, alpha, b) if gap <= CLOSE else None
            if finished and dual.certify(finished[0]).violation <= FINISHED:
                answer = finished
                break
            violation = dual.certify(alpha).violation
            if violation < least:
                least, answer = violation, (alpha, b)
        else:  # rounding errors ended the path: what there is, finished as well as it goes
            answer = polish(K, y, C, *answer) or answer
        alpha, b = answer
        yield Iterate(problem.point(scale * alpha * y, scale * b), 0.0)


def _dual(problem: Problem) -> tuple[DualProblem, float]:
    """The dual whose solution (alpha, b), times a factor, is that of `problem`; and the factor.

    The squared hinge is the hard margin with K + diag(1 / (2 C)): its dual has -alpha^2 / (4 C)
    where the other has the bound C. The Huber hinge has (1 + h) alpha - h alpha^2 / C: with
    K + diag(2 h / C) and in units of 1 + h this is the soft margin.
    """
    K, y, C = problem.K, problem.y, problem.C
    loss = problem.loss if isinstance(problem, PrimalProblem) else Hinge()
    if isinstance(problem, PrimalProblem) and problem.bias_inside:
        raise ValueError("the interior point needs the bias outside |w|^2, got bias_inside")
    if isinstance(loss, SquaredHinge):
        return DualProblem(K + np.diag(0.5 / C), y, np.full_like(C, np.inf)), 1.0
    if isinstance(loss, HuberHinge):
        scale = 1.0 + loss.h
        return DualProblem(K + np.diag(2.0 * loss.h / C), y, C / scale), scale
    if not isinstance(loss, Hinge):
        raise ValueError(f"the interior point knows no dual of this loss, got {loss.title}")
    return DualProblem(K, y, C), 1.0


def _hard_margin(dual: DualProblem) -> Iterator[tuple[Array, float]]:
    """alpha and the relative gap on the way to the nearest points of the hulls."""
    L, unit, _ = factor(dual.K)
    for near in hulls(L, dual.y):
        if near.square <= TOUCHING:
            return
        yield 2.0 / (near.square * unit) * near.weights, near.error / near.square


def _soft_margin(dual: DualProblem) -> Iterator[tuple[Array, float]]:
    """alpha and the relative gap along the central path."""
    y = dual.y
    if np.all(y == y[0]):  # alpha = 0 is the only feasible point: there is nothing inside
        return
    L, unit, _ = factor(dual.K)
    program = Program(y[:, None] * L, np.ones(len(y)), y[None], np.zeros(1), unit * dual.C)
    for point in central_path(program, *_start(program.G, y, unit * dual.C)):
        w = point.p[:-1]
        value = float(point.a.sum() - 0.5 * w @ w)
        yield point.a / unit, point.error / max(abs(value), float(np.finfo(float).tiny))


def _start(G: Array, y: Array, C: Array) -> tuple[Array, Array, Array]:
    """(z, t, p) of `central_path`: a weighted least-squares machine and its exact central point.

    p = (w, b) solves min 1/2 |w|^2 + 1/2 sum min(1, C_i) (1 - f_i)^2, then is scaled by the power
    of 2 that is best for the hinge loss. With m = f - 1 the equations s - x = m, a + u = C,
    a s = u x = mu have a closed solution for each point; mu is of the size of the loss.
    """
    A = np.vstack([G.T, y])
    weights = np.minimum(1.0, C)
    M = (A * weights) @ A.T
    M[np.diag_indices(len(A) - 1)] += 1.0
    # b alone has the size of the weights, which may be tiny: with about 1 on the whole diagonal
    # (powers of 2 add no rounding) the condition is of the order of n^2 at most, for |G|^2 = n
    unit = np.exp2(-np.rint(0.5 * np.log2(M.diagonal())))
    p = unit * solve(unit[:, None] * M * unit, unit * (A @ weights), assume_a="pos")
    margins = p @ A
    square = float(p[:-1] @ p[:-1])
    scales = 2.0 ** np.arange(-10, 11)
    costs = [0.5 * q**2 * square + C @ np.maximum(0.0, 1.0 - q * margins) for q in scales]
    best = scales[np.argmin(costs)]
    m = best * margins - 1.0
    mu = 7.0 * (C * np.maximum(0.0, -m)).mean() + 0.7 * (np.abs(m) * weights).mean()
    # all on their margins already: nothing to measure, and 0 would be no point inside
    mu = max(float(mu), LEAST * float(weights.mean()))
    far = np.abs(m) * C
    # the smaller one of a and u: the larger one's formula, by subtraction, would lose its digits
    small = 2.0 * mu * C / (2.0 * mu + far + np.hypot(far, 2.0 * mu))
    z = np.where(m > 0.0, [small, C - small], [C - small, small])
    return z, mu / z, best * p
