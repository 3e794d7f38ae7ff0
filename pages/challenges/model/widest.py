"""The task of the widest margin: its sample, the optimum, and how a drawn line compares.

Hard margin: minimise 1/2 |w|^2 subject to y f(x) >= 1; the score is the width of the drawn margin
as a share of the largest, 0 if a constraint is violated. Soft margin: minimise
1/2 |w|^2 + C sum xi with xi = max(0, 1 - y f(x)); the score is the least cost as a share of the
drawn line's.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pages.challenges.model.line import DrawnLine
from pages.state.board.experiment import Experiment
from pages.state.model.run import Run, data_of, run
from svmcore.arrays import Array, Bools

ROUNDING = 1e-9  # by which y f may fail to reach 1


@dataclass(frozen=True, eq=False)
class Drawing:
    """A drawn line over the points of a task."""

    line: DrawnLine
    experiment: Experiment

    @property
    def hard(self) -> bool:
        """Whether no point may be inside the margins."""
        return self.experiment.margin == "hard"

    @property
    def X(self) -> Array:
        """The points, (n, 2)."""
        return data_of(self.experiment).X

    @property
    def y(self) -> Array:
        """Their classes, (n,) in {-1, +1}."""
        return data_of(self.experiment).y

    @cached_property
    def margins(self) -> Array:
        """y f(x), (n,)."""
        return np.asarray(self.y * self.line.f(self.X))

    @cached_property
    def slack(self) -> Array:
        """xi = max(0, 1 - y f(x)), (n,)."""
        return np.maximum(0.0, 1.0 - self.margins)

    @cached_property
    def violating(self) -> Bools:
        """The points with y f(x) < 1, (n,)."""
        return np.asarray(self.margins < 1.0 - ROUNDING)

    @cached_property
    def wrong(self) -> Bools:
        """The misclassified points, (n,); f = 0 is class +1."""
        return np.asarray((self.line.f(self.X) >= 0.0) != (self.y > 0.0))

    @property
    def inside(self) -> Bools:
        """The points that are classified correctly, with y f(x) < 1, (n,)."""
        return np.asarray(self.violating & ~self.wrong)

    @property
    def feasible(self) -> bool:
        """Whether y f(x) >= 1 for all points."""
        return not self.violating.any()

    @property
    def separates(self) -> bool:
        """Whether no point is misclassified."""
        return not self.wrong.any()

    @property
    def norm_term(self) -> float:
        """1/2 |w|^2."""
        return float(0.5 * self.line.w @ self.line.w)

    @property
    def cost(self) -> float:
        """1/2 |w|^2, and for the soft margin + C sum xi."""
        if self.hard:
            return self.norm_term
        return self.norm_term + self.experiment.C * float(self.slack.sum())

    def optimum(self) -> Run:
        """The trained model: the same for all lines over these points."""
        return run(self.experiment)

    def least_cost(self) -> float:
        """The optimal value."""
        solution = self.optimum().solution
        assert solution is not None
        return solution.certificate.primal

    def score(self) -> float:
        """How near the line is to the optimum, from 0 to 1."""
        if not self.hard:
            return min(1.0, self.least_cost() / self.cost)
        best = self.optimum().width
        return min(1.0, self.line.width / best) if self.feasible and best else 0.0
