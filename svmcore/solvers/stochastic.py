"""Descent on the primal: by all points at a time, by one, by a few, and Pegasos.

The updates are those of `svmcore.sgd`, on the Gram matrix. The cost they go down is the
problem's, divided by sum C: lambda/2 |w|^2 + 1/n sum omega_i loss_i with lambda = 1 / sum C and the
weights omega_i = C_i over the mean C. A point of weight 2 asks for twice as much in its update.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from math import inf
from typing import ClassVar

import numpy as np

from svmcore.arrays import Array
from svmcore.losses import SquaredHinge
from svmcore.objective import Objective
from svmcore.params import POSITIVE, Parametrized, param
from svmcore.problems.formulations import PrimalProblem, Problem
from svmcore.sgd.driver import DescentState, run_descent
from svmcore.sgd.parametrization import KernelWeights
from svmcore.sgd.schedule import SCHEDULES, BatchPlan, Schedule
from svmcore.sgd.update_rules import Descend
from svmcore.solvers.base import Iterate, Solver


@dataclass(frozen=True)
class Subgradient(Parametrized, Solver):
    """Subgradient descent: x <- x - eta_t g_t, g_t a subgradient of the cost over all points.

    The objective is divided by sum_i C_i, which leaves the minimiser and turns it into
    lambda/2 |w|^2 + the average loss, lambda = 1 / sum_i C_i. The step
    eta_t = learning_rate / (1 + lambda learning_rate t) stays near `learning_rate` while the data
    are fitted and falls like 1 / (lambda t) at the end, as the theory of strongly convex
    functions asks. One iterate is one pass over the data (an epoch). Raises ValueError unless
    learning_rate > 0.

    Source: Bottou, Stochastic gradient descent tricks (2012), section 5,
    https://leon.bottou.org/papers/bottou-tricks-2012
    """

    title: ClassVar[str] = "Subgradient descent"
    unit: ClassVar[str] = "epoch"
    formulations: ClassVar[tuple[str, ...]] = ("primal",)
    losses: ClassVar[tuple[str, ...]] = ("hinge", "squared_hinge", "huber_hinge")
    max_iter_default: ClassVar[int] = 2_000

    learning_rate: float = param(
        0.1,
        1e-4,
        10.0,
        log=True,
        label="Learning rate",
        help="Length of the first step.",
        domain=POSITIVE,
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


UNKNOWN = 1.0  # the error of an epoch's end: to know it takes one more pass over the data


# eta0 at first, 1 / (lambda t) at the end
# Source: Bottou, Stochastic gradient descent tricks (2012), section 5.2,
# https://leon.bottou.org/papers/bottou-tricks-2012
SLOWING = Schedule(
    "slowing",
    "η = η₀/(1 + λη₀(t − 1))",
    lambda t, eta0, rho: eta0 / (1.0 + rho * eta0 * (t - 1.0)),
)


@dataclass(frozen=True)
class SGD(Subgradient):
    """Stochastic subgradient descent: w <- w - eta_t g, g a subgradient of the cost of one point.

    The points come in a new order each epoch, always the same for the same number of points. One
    iterate is one epoch. The step is that of `SLOWING`.

    Source: Bottou, Stochastic gradient descent tricks (2012),
    https://leon.bottou.org/papers/bottou-tricks-2012
    """

    title: ClassVar[str] = "Stochastic descent"
    max_iter_default: ClassVar[int] = 300

    def iterates(self, problem: Problem) -> Iterator[Iterate]:
        return epochs(problem, mean_cost(problem), SLOWING, self.learning_rate)


@dataclass(frozen=True)
class MiniBatch(SGD):
    """Mini-batch subgradient descent: `SGD` with the mean over `batch` points in place of one.

    Raises ValueError unless batch >= 1.
    Source: Shalev-Shwartz et al., Pegasos (2011), https://doi.org/10.1007/s10107-010-0420-4
    """

    title: ClassVar[str] = "Mini-batch descent"
    max_iter_default: ClassVar[int] = 500

    batch: int = param(8, 2, 128, label="Batch size", help="Points per update.", domain=(1, inf))

    def iterates(self, problem: Problem) -> Iterator[Iterate]:
        cost = mean_cost(problem)
        return epochs(problem, cost, SLOWING, self.learning_rate, batch_size=self.batch)


@dataclass(frozen=True)
class Pegasos(Solver):
    """Pegasos: `SGD` with eta_t = 1 / (lambda t), then projection onto a ball with the optimum.

    The first steps are as long as sum C; the ball |w| <= sqrt(sum C) bounds w, but a bias that is
    not penalised takes some passes to come back. With the squared hinge it need not: ValueError.

    Source: Shalev-Shwartz, Singer, Srebro, Cotter, Pegasos: primal estimated sub-gradient solver
    for SVM, Mathematical Programming 127 (2011), https://doi.org/10.1007/s10107-010-0420-4
    """

    title: ClassVar[str] = "Pegasos"
    unit: ClassVar[str] = "epoch"
    formulations: ClassVar[tuple[str, ...]] = ("primal",)
    losses: ClassVar[tuple[str, ...]] = ("hinge", "huber_hinge")
    max_iter_default: ClassVar[int] = 300

    def iterates(self, problem: Problem) -> Iterator[Iterate]:
        cost = mean_cost(problem)
        if isinstance(cost.loss, SquaredHinge):
            raise ValueError(f"Pegasos needs a loss of bounded slope, got {cost.loss.title}")
        rule = Descend(project=True)
        return epochs(problem, cost, SCHEDULES["pegasos"], rule=rule)


def mean_cost(problem: Problem) -> Objective:
    """The problem's objective divided by sum C, for the weights `mean_weights`.

    Raises ValueError if it is no soft margin in the primal: a C is not finite.
    """
    if not isinstance(problem, PrimalProblem):
        raise ValueError(f"stochastic descent needs the primal, got {type(problem).__name__}")
    if not np.isfinite(problem.C).all():
        raise ValueError(f"stochastic descent needs one finite C a point, got {problem.C}")
    C = float(problem.C[0] if mean_weights(problem) is None else problem.C.mean())
    return Objective(1.0 / (C * len(problem.y)), 1.0, problem.bias_inside, problem.loss)


def mean_weights(problem: Problem) -> Array | None:
    """C_i over the mean C, shape (n,); None where all are the same."""
    if np.ptp(problem.C) == 0.0:
        return None
    return np.asarray(problem.C / problem.C.mean())


def epochs(
    problem: Problem,
    cost: Objective,
    schedule: Schedule,
    eta0: float = 1.0,
    *,
    rule: Descend | None = None,
    batch_size: int = 1,
) -> Iterator[Iterate]:
    """The model after each pass; a run whose numbers overflow ends with an infinite error."""
    n = len(problem.y)
    data = KernelWeights(problem.K, problem.y, mean_weights(problem))
    state = DescentState.start(n)
    for epoch in count():
        yield Iterate(problem.point(state.v, state.b), UNKNOWN)
        plan = BatchPlan(n, 1, min(batch_size, n), seed=epoch)
        went = run_descent(
            data, cost, plan, schedule, eta0, rule=rule, moments=[plan.total], state=state
        )
        if went.diverged >= 0:
            yield Iterate(problem.point(state.v, state.b), np.inf)
            return
