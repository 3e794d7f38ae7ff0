"""Sequential minimal optimisation: two multipliers at a time, in closed form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from svmcore.arrays import Array
from svmcore.optim.smo_step import PairState
from svmcore.problems.base import Problem
from svmcore.solvers.base import Iterate


class Step(NamedTuple):
    """Where SMO stands, and the step that led there; alpha is a buffer that it goes on writing to.

    violation : max_up E - min_low E after the step
    i, j : the pair, -1 before the first step
    top : E_i before the step, which is max_up E; ahead : E_i - E_j before it
    """

    alpha: Array
    violation: float
    i: int
    j: int
    top: float
    ahead: float


@dataclass(frozen=True)
class SMO:
    """SMO with second-order working sets, the algorithm of LIBSVM.

    With E_i = y_i - sum_j coef_j K_ij, the points whose y_i alpha_i may grow (up) and those whose
    y_i alpha_i may fall (low), the optimum is where max_up E <= min_low E; the difference is the
    violation. Each step takes the i with the largest E in up, the j in low that promises the
    largest gain (E_i - E_j)^2 / (K_ii + K_jj - 2 K_ij), and moves along
    y_i alpha_i += d, y_j alpha_j -= d until the optimum of the pair or the edge of its box.

    Source: Fan, Chen, Lin, Working set selection using second order information for training
    support vector machines, JMLR 6 (2005).
    """

    title: ClassVar[str] = "SMO"
    unit: ClassVar[str] = "step"
    formulations: ClassVar[tuple[str, ...]] = ("dual",)
    losses: ClassVar[tuple[str, ...]] = ("hinge",)
    hard: ClassVar[bool] = True
    indefinite: ClassVar[bool] = True
    max_iter_default: ClassVar[int] = 100_000

    @staticmethod
    def passes(n: int) -> float:
        return 2.0 / n  # two rows of K

    def iterates(self, problem: Problem) -> Iterator[Iterate]:
        """alpha after every step, from alpha = 0 on."""
        for step in self.steps(problem):
            yield Iterate(step[0], step[1])

    def steps(self, problem: Problem) -> Iterator[Step]:
        """Every step with what it was made from; first the start, alpha = 0."""
        K, y = problem.K, problem.y
        alpha, signed = np.zeros(len(y)), y * problem.C  # the box of y_i alpha_i: [0, C] or [-C, 0]
        lower, upper = np.minimum(0.0, signed), np.maximum(0.0, signed)
        state = PairState(alpha, y, lower, upper, list(K), K.diagonal())
        last = (-1, -1, np.nan, np.nan)
        for i, j, top, ahead, violation in state.steps():
            if last[0] >= 0:
                alpha[last[0]], alpha[last[1]] = abs(state.x[last[0]]), abs(state.x[last[1]])
            yield Step(alpha, max(violation, 0.0), *last)
            last = (i, j, top, ahead)
