"""Sequential minimal optimisation: two multipliers at a time, in closed form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from svmcore.problems.base import Problem
from svmcore.solvers.base import Iterate

TAU = 1e-12  # curvature below which a pair counts as flat (or bent downwards: not a Mercer kernel)


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
    hard: ClassVar[bool] = True
    indefinite: ClassVar[bool] = True
    max_iter_default: ClassVar[int] = 100_000

    def iterates(self, problem: Problem) -> Iterator[Iterate]:
        K, y, C = problem.K, problem.y, problem.C
        n = len(y)
        positive = y > 0
        alpha = np.zeros(n)
        E = y.copy()
        diagonal = K.diagonal().copy()
        # added to E they take the points that may not move out of the running
        bar_up = np.where(positive, 0.0, -np.inf)
        bar_low = np.where(positive, np.inf, 0.0)
        rows = list(K)
        scratch = np.empty(n)
        while True:
            i = int(np.add(E, bar_up, out=scratch).argmax())
            top = E[i]
            violation = top - np.add(E, bar_low, out=scratch).min()
            yield Iterate(alpha, float(violation))
            ahead = np.subtract(top, scratch, out=scratch)  # -inf where j may not move
            curvature = np.maximum(diagonal[i] + diagonal - 2.0 * rows[i], TAU)
            gain = np.where(ahead > 0.0, ahead * ahead / curvature, -1.0)
            j = int(gain.argmax())
            if gain[j] <= 0.0:
                return
            room_i = C[i] - alpha[i] if positive[i] else alpha[i]
            room_j = alpha[j] if positive[j] else C[j] - alpha[j]
            step = min(ahead[j] / curvature[j], room_i, room_j)
            # a point that reaches its bound gets the bound itself, not a sum that is near it
            alpha[i] = _moved(alpha[i], step if positive[i] else -step, C[i], step == room_i)
            alpha[j] = _moved(alpha[j], -step if positive[j] else step, C[j], step == room_j)
            E -= step * (rows[i] - rows[j])
            for k in (i, j):
                may_grow, may_fall = alpha[k] < C[k], alpha[k] > 0.0
                up, low = (may_grow, may_fall) if positive[k] else (may_fall, may_grow)
                bar_up[k] = 0.0 if up else -np.inf
                bar_low[k] = 0.0 if low else np.inf


def _moved(alpha: float, change: float, C: float, to_bound: bool) -> float:
    if to_bound:
        return C if change > 0.0 else 0.0
    return alpha + change
