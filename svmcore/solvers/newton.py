"""Newton's method on the primal, for losses without a kink."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from svmcore.engine.newton import newton, origin
from svmcore.optim.newton_systems import Gram
from svmcore.problems.formulations import PrimalProblem, Problem
from svmcore.solvers.base import Iterate, Solver


@dataclass(frozen=True)
class Newton(Solver):
    """Newton's method with exact line search: x <- x - t H^-1 g, the t best for the objective.

    H counts the points on a curved piece of the loss. When a step no longer changes which points
    these are, it ends in the optimum: after 3 to 10 steps on ordinary data.

    Sources: see `svmcore.engine.newton`; for the line search, Keerthi and DeCoste, A modified
    finite Newton method, JMLR 6 (2005), https://www.jmlr.org/papers/v6/keerthi05a.html
    """

    title: ClassVar[str] = "Newton"
    unit: ClassVar[str] = "step"
    formulations: ClassVar[tuple[str, ...]] = ("primal",)
    losses: ClassVar[tuple[str, ...]] = ("squared_hinge", "huber_hinge")
    max_iter_default: ClassVar[int] = 200

    def iterates(self, problem: Problem) -> Iterator[Iterate]:
        """(coef, b), coef = 0 first; the residual is what coef and the margins disagree by.

        Without a penalty b absorbs every shift of the points, so K is moved to their mean: what
        they have in common would only cost digits. A penalised b is one more feature, always 1.

        Raises ValueError if the problem is no primal of a soft margin.
        """
        if not isinstance(problem, PrimalProblem):
            raise ValueError(f"Newton's method needs the primal, got {type(problem).__name__}")
        K, y, C = problem.K, problem.y, problem.C
        if not np.isfinite(C).all():
            raise ValueError("Newton's method needs a soft margin, got an infinite C")
        inside = problem.bias_inside
        means = K.mean(0)
        moved = K + 1.0 if inside else K - means - (means - means.mean())[:, None]
        system = Gram(moved, y, intercept=not inside)
        for point in newton(system, origin(system, y, problem.loss), C, problem.loss):
            coef = point.p[: len(y)]
            b = float(coef.sum() if inside else point.p[-1] - means @ coef)
            residual = float(np.abs(point.alpha - y * coef).max())
            yield Iterate(problem.point(coef, b), residual)
