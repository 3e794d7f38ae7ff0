"""Examples of support vector regression, and what is counted and measured in them."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from pages.model_selection.splits import held_out
from pages.state.registry import BOARDS
from svmcore.arrays import Array, Bools
from svmcore.engine import nu_regression, regression, space_of, train

BOARD = "regression"
ON_EDGE = 1e-6  # |z - f| nearer to epsilon than this is on the edge of the tube
NOTHING = 1e-6  # of C: a multiplier below it is 0


@dataclass(frozen=True, eq=False)
class FittedTube:
    """f and its tube. x, z, f, test : (n,), of all points; test : those that f was not trained on.

    alpha : (n,), the larger of a point's two multipliers, 0 for test points. C : their bound.
    """

    x: Array
    z: Array
    f: Array
    test: Bools
    alpha: Array
    epsilon: float
    C: float

    @property
    def outside(self) -> Bools:
        """The training points outside the tube."""
        return np.asarray(~self.test & (np.abs(self.z - self.f) > self.epsilon + ON_EDGE))

    @property
    def support(self) -> Bools:
        """The support vectors."""
        return np.asarray(self.alpha > NOTHING * self.C)

    @property
    def free(self) -> Bools:
        """Those on the edge of the tube: 0 < alpha < C."""
        return np.asarray(self.support & (self.alpha < (1.0 - NOTHING) * self.C))

    @property
    def n(self) -> int:
        """How many training points there are."""
        return int((~self.test).sum())

    def error(self, rows: Bools) -> float:
        """The mean absolute error over some of the points."""
        return float(np.abs(self.z - self.f)[rows].mean())


def example(**changes: Any) -> Any:
    """A regression as the page's own board begins, with some of its words changed.

    It is made when it is asked for: a page does not import another one's settings.
    """
    entry = BOARDS[BOARD].entry
    return entry.change(entry.start, **changes)


@lru_cache(maxsize=32)
def tube(value: Any) -> FittedTube:
    """The regression `value` of the page Regression, carried out."""
    points = value.board().all_points
    x, z = (np.array([getattr(p, name) for p in points]) for name in ("x", "y"))
    ids = tuple(p.id for p in points)
    test = held_out(ids, np.ones(len(z)), value.test_share, value.seed)
    X, targets = x[~test, None], z[~test]
    C = np.full(len(X), value.C)
    nu = value.machine == "nu"
    task = nu_regression(targets, value.nu, C) if nu else regression(targets, C, value.epsilon)
    kernel = value.build_kernel()
    answer = train(space_of(kernel, X), task)
    b = 0.5 * (answer.v[0] - answer.v[1]) if nu else answer.v[0]
    epsilon = 0.5 * float(answer.v.sum()) if nu else value.epsilon
    alpha = np.zeros(len(z))
    alpha[~test] = answer.alpha.reshape(2, -1).max(axis=0)
    f = kernel(x[:, None], X) @ task.coef(answer.alpha) + b
    return FittedTube(x, z, np.asarray(f), test, alpha, float(epsilon), value.C)


def slopes(value: Any) -> tuple[float, float]:
    """The slopes of f and of the least-squares line through the same training points."""
    found = tube(value)
    rows = ~found.test
    line = np.polyfit(found.x[rows], found.z[rows], 1)
    return float(np.polyfit(found.x, found.f, 1)[0]), float(line[0])
