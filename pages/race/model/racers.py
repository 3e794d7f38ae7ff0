"""Who can race: solvers with the names and the reasons that a race needs, and the perceptron."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from svmcore.losses import LOSSES
from svmcore.objective import Objective, PerceptronLoss
from svmcore.params import parameters
from svmcore.problems.formulations import Problem
from svmcore.sgd.schedule import SCHEDULES
from svmcore.solvers import SOLVERS
from svmcore.solvers.base import Iterate, Solver
from svmcore.solvers.stochastic import epochs

SHORT = 0.6  # seconds for those who would go on for ever
DUAL = "it solves the dual, which is available for the hinge loss only"


@dataclass(frozen=True)
class Perceptron:
    """Whole steps for mistakes alone, a pass over the points an iterate; ends with the mistakes.

    A mistake is a step of C_i over the mean C: of 1 where all points weigh the same.

    No solver of the soft margin: it goes down a cost of its own, max(0, -y f), and where that is 0
    it stands still. A race shows what its models cost as soft margins.

    Source: Rosenblatt, The perceptron, Psychological Review 65 (1958).
    """

    title: ClassVar[str] = "Perceptron"
    unit: ClassVar[str] = "epoch"
    formulations: ClassVar[tuple[str, ...]] = ("primal",)
    losses: ClassVar[tuple[str, ...]] = tuple(LOSSES)
    hard: ClassVar[bool] = False
    indefinite: ClassVar[bool] = False
    max_iter_default: ClassVar[int] = 300

    @staticmethod
    def passes(n: int) -> float:
        return 1.0

    def iterates(self, problem: Problem) -> Iterator[Iterate]:
        cost = Objective(0.0, 1.0, False, PerceptronLoss())
        before: np.ndarray[Any, Any] | None = None
        for iterate in epochs(problem, cost, SCHEDULES["constant"]):
            yield iterate
            if before is not None and np.array_equal(before, iterate.x):
                return
            before = iterate.x


@dataclass(frozen=True)
class Racer:
    """A competitor: its name, and in one sentence what it does.

    seconds : how long it is waited for; those that end by themselves get more
    why_not : what keeps it from the losses that it does not take
    short : its name beside a curve, where there is a shorter one
    """

    title: str
    help: str
    kind: type[Solver]
    seconds: float = 1.5
    why_not: str = ""
    short: str = ""

    @property
    def losses(self) -> tuple[str, ...]:
        """The losses for which it races."""
        return self.kind.losses

    def build(self, options: Mapping[str, Any]) -> Solver:
        """The solver, with those of the options that it declares."""
        own = {p.name for p in parameters(self.kind)}
        return self.kind(**{name: value for name, value in options.items() if name in own})


RACERS: dict[str, Racer] = {
    "gradient": Racer(
        "Gradient descent",
        "All points per step, against a subgradient of the whole cost.",
        SOLVERS["subgradient"],
        SHORT,
        short="Gradient",
    ),
    "minibatch": Racer(
        "Mini-batch",
        "A few points per step: the mean of their subgradients.",
        SOLVERS["minibatch"],
        SHORT,
    ),
    "sgd": Racer(
        "Stochastic descent",
        "One point per step, with a decreasing step length.",
        SOLVERS["sgd"],
        SHORT,
        short="Stochastic",
    ),
    "pegasos": Racer(
        "Pegasos",
        "One point per step, of length 1/(λt), then a projection onto a ball that contains "
        "the optimum.",
        SOLVERS["pegasos"],
        SHORT,
        "its long first steps diverge for a loss that grows quadratically",
    ),
    "perceptron": Racer(
        "Perceptron",
        "Updates on mistakes only. It minimises another cost and need not reach the optimum.",
        Perceptron,
        SHORT,
    ),
    "newton": Racer(
        "Newton",
        "The minimum of the local quadratic model of the cost.",
        SOLVERS["newton"],
        why_not="it needs a differentiable loss",
    ),
    "smo": Racer(
        "SMO",
        "Two multipliers of the dual per step, in closed form.",
        SOLVERS["smo"],
        why_not=DUAL,
    ),
    "projected": Racer(
        "Projected gradient",
        "All multipliers of the dual at once, then a projection onto the box.",
        SOLVERS["projected_gradient"],
        why_not=DUAL,
        short="Projected",
    ),
    "interior": Racer(
        "Interior point",
        "Newton's method along the central path.",
        SOLVERS["interior_point"],
        short="Interior",
    ),
    "auto": Racer("Automatic", "The default solver of this app.", SOLVERS["auto"]),
}


def possible_racers(loss: str) -> tuple[str, ...]:
    """Who can race for a loss, in the order of the menu."""
    return tuple(name for name, racer in RACERS.items() if loss in racer.losses)
