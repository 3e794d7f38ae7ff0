"""Projected gradient on the dual: all multipliers move at once, then return to the feasible set."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from svmcore.arrays import Array
from svmcore.problems.feasible import project
from svmcore.problems.formulations import Problem
from svmcore.solvers.base import Iterate, Solver

MAX_REACH = 1e6  # times the size of the feasible set: a longer step would only lose digits
NOISE = 1e-12  # relative rise of the objective that may be rounding errors
PATIENCE = 3  # steps without a new best value after which the line search asks for less


@dataclass(frozen=True)
class ProjectedGradient(Solver):
    """Projected gradient method: steps along d = P(alpha - lambda g) - alpha, g = Q alpha - 1.

    P projects onto the feasible set. lambda is the Barzilai-Borwein length sum d'd / sum d'Qd over
    the last two steps, the inverse of the curvature just seen. The objective may rise for a while.
    Only when it is not below the reference value, the worst of a recent spell without progress, is
    the step cut to the exact minimum along d. One product with Q an iteration.

    Source: Dai and Fletcher, New algorithms for singly linearly constrained quadratic programs
    subject to lower and upper bounds, Math. Program. 106 (2006),
    https://doi.org/10.1007/s10107-005-0595-2
    """

    title: ClassVar[str] = "Projected gradient"
    formulations: ClassVar[tuple[str, ...]] = ("dual",)
    losses: ClassVar[tuple[str, ...]] = ("hinge",)
    hard: ClassVar[bool] = True
    indefinite: ClassVar[bool] = True
    max_iter_default: ClassVar[int] = 20_000

    def iterates(self, problem: Problem) -> Iterator[Iterate]:
        K, y, C = problem.K, problem.y, problem.C
        alpha, g = np.zeros(len(y)), -np.ones(len(y))
        value = best = worst = 0.0
        reference, waited = np.inf, 0
        ceiling = float(C.max())
        length = unit = 1.0 / (float(np.abs(K.diagonal()).mean()) or 1.0)
        before = (0.0, 0.0)  # d'd and d'Qd of the last step
        while True:
            yield Iterate(alpha, _violation(alpha, g, y, C))
            goal = project(alpha - length * g, y, C)
            d = goal - alpha
            Qd = y * (K @ (y * d))
            slope, square, curvature = float(g @ d), float(d @ d), float(d @ Qd)
            if square == 0.0:
                return
            step = 1.0
            rise = value + slope + 0.5 * curvature - reference
            # d leads downhill; a slope that does not is made of rounding errors, and no guide
            if slope < 0.0 < curvature and rise >= NOISE * abs(value):
                step = min(1.0, -slope / curvature)
            # the last digit must not leave the box either: outside of it the dual is no bound
            alpha = goal if step == 1.0 else np.minimum(np.maximum(alpha + step * d, 0.0), C)
            g = g + step * Qd
            value += step * slope + 0.5 * step**2 * curvature
            if value < best:
                best = worst = value
                waited = 0
            else:
                worst = max(worst, value)
                waited += 1
            if waited == PATIENCE:
                reference, worst, waited = worst, value, 0
            total = curvature + before[1]
            length = (square + before[0]) / total if total > 0.0 else 10.0 * length
            reach = ceiling if ceiling < np.inf else unit + float(alpha.max())
            steepest = float(np.abs(g).max())
            if steepest > 0.0:
                length = min(length, MAX_REACH * reach / steepest)
            before = (square, curvature)


def _violation(alpha: Array, g: Array, y: Array, C: Array) -> float:
    """max over the y_i alpha_i that may grow minus min over those that may fall, of -y_i g_i."""
    grow, fall = alpha < C, alpha > 0.0
    positive = y > 0.0
    E = -y * g
    top = np.where(np.where(positive, grow, fall), E, -np.inf).max()
    return max(float(top - np.where(np.where(positive, fall, grow), E, np.inf).min()), 0.0)
