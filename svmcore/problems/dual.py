"""The dual of the soft and the hard margin."""

from dataclasses import dataclass

import numpy as np

from svmcore.arrays import Array
from svmcore.problems.base import Problem
from svmcore.problems.certificate import Certificates, judge


@dataclass(frozen=True, eq=False)
class DualProblem(Problem):
    """min 1/2 alpha'Q alpha - 1'alpha  with y'alpha = 0 and 0 <= alpha_i <= C_i.

    Q_ij = y_i y_j K(x_i, x_j). The variable x is alpha, shape (n,). C_i = infinity is the hard
    margin.
    """

    def objective(self, x: Array) -> float:
        coef = x * self.y
        return float(0.5 * coef @ (self.K @ coef) - x.sum())

    def gradient(self, x: Array) -> Array:
        """Q alpha - 1."""
        return np.asarray(self.y * (self.K @ (x * self.y)) - 1.0)

    def machines(self, points: Array) -> tuple[Array, Array]:
        return points * self.y, self._intercepts(self.y - (points * self.y) @ self.K)

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
        return float(self._intercepts((self.y - self.K @ (x * self.y))[None])[0])

    def _intercepts(self, kinks: Array) -> Array:
        """The same for many rows of kinks, shape (m, n)."""
        positive = self.y > 0.0
        if not np.isfinite(self.C[0]):  # every margin counts: the middle of the smallest ones
            return np.asarray(0.5 * (kinks[:, positive].max(1) + kinks[:, ~positive].min(1)))
        order = kinks.argsort(axis=1)
        climbed = self.C[order].cumsum(axis=1)
        needed = self.C[positive].sum()
        at = (climbed < needed * (1.0 - 1e-12)).sum(axis=1)[:, None]
        flat = np.take_along_axis(climbed, at, axis=1) <= needed * (1.0 + 1e-12)
        flat &= at + 1 < kinks.shape[1]
        ends = np.take_along_axis(order, np.hstack([at, at + flat]), axis=1)
        return np.asarray(0.5 * np.take_along_axis(kinks, ends, axis=1).sum(axis=1))

    def judge(self, points: Array) -> Certificates:
        scores = (points * self.y) @ self.K
        return judge(self.y, self.C, points, scores, self._intercepts(self.y - scores))
