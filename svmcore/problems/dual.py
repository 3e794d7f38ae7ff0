"""The dual of the soft and the hard margin."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from svmcore.arrays import Array
from svmcore.problems.certificate import Certificate, judge


@dataclass(frozen=True, eq=False)
class DualProblem:
    """min 1/2 alpha'Q alpha - 1'alpha  with y'alpha = 0 and 0 <= alpha_i <= C_i.

    Q_ij = y_i y_j K(x_i, x_j). The variable x is alpha, shape (n,). C_i = infinity is the hard
    margin.
    """

    K: Array
    y: Array
    C: Array

    def objective(self, x: Array) -> float:
        coef = x * self.y
        return float(0.5 * coef @ (self.K @ coef) - x.sum())

    def gradient(self, x: Array) -> Array:
        """Q alpha - 1."""
        return np.asarray(self.y * (self.K @ (x * self.y)) - 1.0)

    def machine(self, x: Array) -> tuple[Array, float]:
        return x * self.y, self.intercept(x)

    def point(self, coef: Array, intercept: float) -> Array:
        return coef * self.y

    def intercept(self, x: Array) -> float:
        """The b that is best for the primal, given w.

        sum_i C_i max(0, 1 - y_i (g_i + b)), g = K (y alpha), is convex and piecewise linear in b
        with a kink at each b_i = y_i - g_i. A kink on the way up adds C_i to the slope, which
        starts at -sum of C over y = +1, so the minimum is where the sorted C have caught up with
        that sum: at one kink or, if they meet it exactly, anywhere up to the next; then the middle
        is taken. At the optimum the free points (0 < alpha < C) have their kinks there.
        """
        return self._intercept(self.y - self.K @ (x * self.y))

    def _intercept(self, kinks: Array) -> float:
        positive = self.y > 0.0
        if not np.isfinite(self.C[0]):  # every margin counts: the middle of the smallest ones
            return 0.5 * float(kinks[positive].max() + kinks[~positive].min())
        order = kinks.argsort()
        climbed = self.C[order].cumsum()
        needed = self.C[positive].sum()
        at = int(climbed.searchsorted(needed * (1.0 - 1e-12)))
        flat = climbed[at] <= needed * (1.0 + 1e-12) and at + 1 < len(order)
        return 0.5 * float(kinks[order[at]] + kinks[order[at + flat]])

    def certify(self, x: Array) -> Certificate:
        scores = self.K @ (x * self.y)
        return judge(self.y, self.C, x, scores, self._intercept(self.y - scores))
