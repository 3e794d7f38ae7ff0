"""The starts of all goals, and the task of the widest margin with its answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np

from pages.challenges.model import line as limits
from pages.challenges.model.line import DrawnLine
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import Run, data_of, run
from svmcore.arrays import Array, Bools

# --- Where the goals begin: an experiment each, by the key that stands in a link ---

MOONS = {"dataset": "moons", "n_samples": 60, "noise": 0.4}
LINE = {"dataset": "linear", "n_samples": 20, "gap": 0.3, "kernel": "linear", "margin": "hard"}
OWN = {"dataset": "own", "margin": "hard"}
WORDS: Mapping[str, Mapping[str, Any]] = {
    "bound": {"dataset": "linear", "n_samples": 30, "kernel": "linear", "C": 0.1},
    "free": {"dataset": "blobs", "n_samples": 20, "kernel": "linear"},
    "outlier": {"dataset": "outlier", "n_samples": 30, "kernel": "linear", "C": 1000.0},
    "few": {"dataset": "circles", "n_samples": 40, "noise": 0.1},
    "all": {"dataset": "moons", "n_samples": 40},
    "under": {"dataset": "xor", "n_samples": 60},
    "over": MOONS,
    "new": MOONS | {"gamma": 50.0, "C": 100.0},
    "without": {"dataset": "xor", "n_samples": 16, "noise": 0.15, "seed": 2, "kernel": "linear"},
    "wide": OWN | {"kernel": "linear"},
    "four": OWN,
    "double": LINE | {"seed": 27},
    "two": LINE | {"seed": 2},
    "idle": LINE | {"seed": 3},
    "mercer": {
        "dataset": "moons",
        "n_samples": 40,
        "kernel": "sigmoid",
        "gamma": 0.01,
        "coef0": 0.0,
    },
}
STARTS: Mapping[str, Experiment] = MappingProxyType(
    {key: change(Experiment(), **words) for key, words in WORDS.items()}
)
FIRST = "bound"  # links say how a board differs from this start: neither may change


# --- The task of the widest margin: its sample, the optimum, and how a drawn line compares ---
# Hard margin: minimise 1/2 |w|^2 subject to y f(x) >= 1; the score is the width of the drawn margin
# as a share of the largest, 0 if a constraint is violated. Soft margin: minimise
# 1/2 |w|^2 + C sum xi with xi = max(0, 1 - y f(x)); the score is the least cost as a share of the
# drawn line's.

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


# --- A drawn line as the browser takes it (drawn_line.js) ---


def line_wire(drawing: Drawing) -> dict[str, Any]:
    """The handles, how far they can go, and the points with their classes."""
    line, X = drawing.line, drawing.X
    (ax, ay), (bx, by) = line.first, line.second
    return {
        "ax": ax,
        "ay": ay,
        "bx": bx,
        "by": by,
        "distance": line.distance,
        "nearest": limits.NEAREST,
        "narrowest": limits.NARROWEST,
        "farthest": limits.FARTHEST,
        "edge": limits.EDGE,
        "long": limits.LONG,
        "slack": not drawing.hard,
        "x": X[:, 0].tolist(),
        "y": X[:, 1].tolist(),
        "side": drawing.y.astype(int).tolist(),
    }
