"""The primal of the soft margin, in the space of the kernel."""

from dataclasses import dataclass, field

import numpy as np

from svmcore.arrays import Array
from svmcore.losses import Hinge, Loss
from svmcore.problems.base import Problem
from svmcore.problems.certificate import Certificates, judge
from svmcore.problems.feasible import project


@dataclass(frozen=True, eq=False)
class PrimalProblem(Problem):
    """min over w, b of 1/2 |w|^2 + sum_i C_i loss(y_i (<w, phi(x_i)> + b)).

    The best w is a combination of the training points (representer theorem), w = sum_i coef_i
    phi(x_i), so x = (coef, b), shape (n + 1,), serves every kernel; for the linear one w = X'coef.

    With `bias_inside` the intercept counts as one more weight and 1/2 b^2 joins the objective, as
    in texts that append a constant 1 to every point; C / n instead of C is their average loss.
    """

    loss: Loss = field(default_factory=Hinge)
    bias_inside: bool = False

    def objective(self, x: Array) -> float:
        coef, intercept = self.machine(x)
        scores = self.K @ coef
        square = coef @ scores + (intercept**2 if self.bias_inside else 0.0)
        return float(0.5 * square + self.C @ self.loss(self.y * (scores + intercept)))

    def gradient(self, x: Array) -> Array:
        """A subgradient in (w, b), the w part written as coefficients of phi(x_i).

        d/dw = w + sum_i C_i loss'(t_i) y_i phi(x_i) has the coefficients coef_i + C_i loss'(t_i)
        y_i: no factor of K, so a step here is exactly a step in w.
        """
        coef, intercept = self.machine(x)
        slope = self.C * self.y * self.loss.slope(self.y * (self.K @ coef + intercept))
        in_b = slope.sum() + (intercept if self.bias_inside else 0.0)
        return np.append(coef + slope, in_b)

    def machines(self, points: Array) -> tuple[Array, Array]:
        return points[:, :-1], points[:, -1]

    def point(self, coef: Array, intercept: float) -> Array:
        return np.append(coef, intercept)

    def judge(self, points: Array) -> Certificates:
        """The primal value of (coef, b) itself; the dual value of the nearest feasible alpha.

        Any feasible alpha bounds the optimum from below. At the optimum y coef is one and is the
        best; elsewhere its projection is used, and the violation says how far it had to move.
        """
        coef, intercept = self.machines(points)
        ceiling = self.loss.ceiling(self.C)
        own = self.y * coef
        inside = self.bias_inside
        if inside:
            alpha = np.clip(own, 0.0, ceiling)
        else:
            alpha = np.stack([project(row, self.y, ceiling) for row in own])

        def at(alpha: Array) -> Certificates:
            scores = (alpha * self.y) @ self.K
            return judge(self.y, self.C, alpha, scores, intercept, self.loss, bias_inside=inside)

        here, below = at(own), at(alpha)
        violation = np.maximum(here.violation, below.violation)
        return Certificates(
            here.margin_term, here.loss_term, below.dual, violation, below.infeasibility
        )
