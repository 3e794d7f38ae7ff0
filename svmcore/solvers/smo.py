"""Sequential minimal optimisation: two multipliers at a time, in closed form."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from svmcore.optim.smo_step import SmoState
from svmcore.problems.formulations import Problem
from svmcore.solvers.base import Iterate, Solver


@dataclass(frozen=True)
class SMO(Solver):
    """Sequential minimal optimisation with second-order working sets, the algorithm of LIBSVM.

    With E_i = y_i - sum_j coef_j K_ij, the points whose y_i alpha_i may grow (up) and those whose
    y_i alpha_i may fall (low), the optimum is where max_up E <= min_low E; the difference is the
    violation. Each step takes the i with the largest E in up, the j in low that promises the
    largest gain (E_i - E_j)^2 / (K_ii + K_jj - 2 K_ij), and moves along
    y_i alpha_i += d, y_j alpha_j -= d until the optimum of the pair or the edge of its box.

    Source: Fan, Chen, Lin, Working set selection using second order information for training
    support vector machines, JMLR 6 (2005), https://www.jmlr.org/papers/v6/fan05a.html
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
        """alpha after every step, from alpha = 0 on; a buffer that goes on being written to."""
        state, alpha, pair = pairs_of(problem), np.zeros(len(problem.y)), (0, 0)
        for i, j, _, _, violation in state.steps():
            for k in pair:
                alpha[k] = abs(state.x[k])
            yield Iterate(alpha, max(violation, 0.0))
            pair = i, j


def pairs_of(problem: Problem) -> SmoState:
    """The dual at alpha = 0, in x_i = y_i alpha_i: sum x = 0, x_i in [0, C_i] or [-C_i, 0]."""
    y, signed = problem.y, problem.y * problem.C
    lower, upper = np.minimum(0.0, signed), np.maximum(0.0, signed)
    return SmoState(np.zeros(len(y)), y, lower, upper, list(problem.K), problem.K.diagonal())
