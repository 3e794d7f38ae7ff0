"""Subgradient descent on the primal."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import ClassVar

import numpy as np

from svmcore.params import Parametrized, param
from svmcore.problems.base import Problem
from svmcore.solvers.base import Iterate, Solver


@dataclass(frozen=True)
class Subgradient(Parametrized, Solver):
    """x <- x - eta_t g_t with g_t a subgradient of the average cost over the whole data.

    The objective is divided by sum_i C_i, which leaves the minimiser and turns it into
    lambda/2 |w|^2 + the average loss, lambda = 1 / sum_i C_i. The step
    eta_t = learning_rate / (1 + lambda learning_rate t) stays near `learning_rate` while the data
    are fitted and falls like 1 / (lambda t) at the end, as the theory of strongly convex
    functions asks. One iterate is one pass over the data (an epoch).

    Source: Bottou, Stochastic gradient descent tricks (2012), section 5.
    """

    title: ClassVar[str] = "Subgradient descent"
    unit: ClassVar[str] = "epoch"
    formulations: ClassVar[tuple[str, ...]] = ("primal",)
    losses: ClassVar[tuple[str, ...]] = ("hinge", "squared_hinge", "huber_hinge")
    max_iter_default: ClassVar[int] = 2_000

    learning_rate: float = param(
        0.1, 1e-4, 10.0, log=True, label="Learning rate", help="Length of the first step."
    )

    def iterates(self, problem: Problem) -> Iterator[Iterate]:
        scale = 1.0 / float(problem.C.sum())
        x = problem.point(np.zeros(len(problem.y)), 0.0)
        for epoch in count():
            g = problem.gradient(x)
            # a zero subgradient proves the optimum; away from the kinks it never comes to that,
            # so a run normally ends with its budget and the certificate says how far it came
            yield Iterate(x, float(np.abs(g).max()))
            rate = self.learning_rate / (1.0 + scale * self.learning_rate * epoch)
            x = x - rate * scale * g
