"""Sequential minimal optimisation: two multipliers at a time, in closed form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from svmcore.arrays import Array
from svmcore.problems.base import Problem
from svmcore.solvers.base import Iterate

TAU = 1e-12  # curvature below which a pair counts as flat (or bent downwards: not a Mercer kernel)


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
        rows, diagonal = list(K), K.diagonal()
        curvature: dict[int, Array] = {}  # K_ii + K_jj - 2 K_ij for all j, for each i met so far
        # v_i = y_i alpha_i lies between lower_i and upper_i: no case distinction by label
        lower = np.minimum(0.0, y * problem.C).tolist()
        upper = np.maximum(0.0, y * problem.C).tolist()
        v = [0.0] * len(y)
        alpha = np.zeros(len(y))
        running = np.stack([np.where(y > 0.0, y, -np.inf), np.where(y < 0.0, y, np.inf)])
        up, low = running  # E where v may grow and -inf elsewhere; E where v may fall and inf
        ahead, change = np.empty_like(y), np.empty_like(y)
        last = (-1, -1, np.nan, np.nan)
        while True:
            i = int(up.argmax())
            top = up.item(i)
            yield Step(alpha, max(top - low.item(low.argmin()), 0.0), *last)
            if i not in curvature:
                curvature[i] = np.maximum(diagonal[i] + diagonal - 2.0 * rows[i], TAU)
            np.maximum(np.subtract(top, low, out=ahead), 0.0, out=ahead)
            gain = np.divide(np.multiply(ahead, ahead, out=change), curvature[i], out=change)
            j = int(gain.argmax())
            if gain.item(j) <= 0.0:
                return
            last = (i, j, top, ahead.item(j))
            room_i, room_j = upper[i] - v[i], v[j] - lower[j]
            step = min(ahead.item(j) / curvature[i].item(j), room_i, room_j)
            # a point that reaches its bound gets the bound itself, not a sum that is near it
            v[i] = upper[i] if step == room_i else v[i] + step
            v[j] = lower[j] if step == room_j else v[j] - step
            alpha[i], alpha[j] = abs(v[i]), abs(v[j])
            running -= np.multiply(step, np.subtract(rows[i], rows[j], out=change), out=change)
            low[i], up[j] = up[i], low[j]
            if v[i] >= upper[i]:
                up[i] = -np.inf
            if v[j] <= lower[j]:
                low[j] = np.inf
