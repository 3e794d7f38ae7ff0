"""The task of the widest margin: its sample, the optimum, and how a drawn line compares.

Hard margin: minimise 1/2 |w|^2 subject to y f(x) >= 1; the score is the width of the drawn margin
as a share of the largest, 0 if a constraint is violated. Soft margin: minimise
1/2 |w|^2 + C sum xi with xi = max(0, 1 - y f(x)); the score is the least cost as a share of the
drawn line's.
"""

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from pages.challenges.model.line import DrawnLine
from pages.state.board import FIRST_PLACED_ID, Placed, quantise
from pages.state.experiment import Experiment
from pages.state.run import Run, data_of, run
from svmcore.arrays import Array, Bools

EACH = 12  # points of a class
GAP, NOISE = 0.5, 0.55  # between the classes; standard deviation added for the soft margin
LENGTH, DEPTH = 1.9, 1.1  # of the box of a class: half along the gap, and across it
TILT = math.radians(25.0)  # the gap is turned at least so far from where the drawn line begins
ROUNDING = 1e-9  # by which y f may fail to reach 1


@lru_cache(maxsize=64)
def task_experiment(seed: int, margin: str, C: float) -> Experiment:
    """The linear classifier on a sample that the seed turns by a random angle."""
    rng = np.random.default_rng([seed, 7])
    y = np.repeat([1.0, -1.0], EACH)
    along = rng.uniform(-LENGTH, LENGTH, len(y))
    across = y * (0.5 * GAP + DEPTH * rng.random(len(y)))
    angle = rng.uniform(TILT - 0.5 * np.pi, 0.5 * np.pi - TILT) + np.pi * rng.integers(2)
    normal = np.array([np.cos(angle), np.sin(angle)])
    X = np.outer(across, normal) + np.outer(along, [-normal[1], normal[0]])
    X += rng.uniform(-0.3, 0.3, 2)
    if margin == "soft":
        X += NOISE * rng.standard_normal(X.shape)
    placed = tuple(
        Placed(quantise(a), quantise(b), int(sign > 0.0), FIRST_PLACED_ID + k)
        for k, ((a, b), sign) in enumerate(zip(X, y, strict=True))
    )
    C = C if margin == "soft" else Experiment().C
    return Experiment(dataset="own", placed=placed, kernel="linear", margin=margin, C=C)


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
