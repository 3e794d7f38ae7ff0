"""The descent methods, and the settings of a descent as one flat value."""

from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from pages.state.board.shared_parameters import test_share
from svmcore.losses import LOSSES
from svmcore.objective import CONVENTIONS, CostFunction, Objective, PerceptronLoss
from svmcore.params import Parameter, Parametrized, param, parameters
from svmcore.sgd.schedule import SCHEDULES, BatchPlan, Schedule
from svmcore.sgd.update_rules import Descend, Mirror, Rule


class Method(NamedTuple):
    """A descent method: its update rule, batch and learning rate; see `svmcore.sgd.update_rules`.

    `batch` says how many points an update sees: "one", "some" (`batch_size` of them) or
    "all". `rate` is the schedule that belongs to the method, None where it can be chosen.
    """

    title: str
    help: str
    rule: Rule
    batch: str = "one"
    rate: str | None = None


METHODS: dict[str, Method] = {
    "sgd": Method(
        "Stochastic descent",
        "One point per update: a step against the subgradient at this point.",
        Descend(),
    ),
    "minibatch": Method(
        "Mini-batch descent",
        "A few points per update: less noise, fewer updates per pass.",
        Descend(),
        batch="some",
    ),
    "gd": Method(
        "Gradient descent",
        "All points per update: a step against a subgradient of the whole cost.",
        Descend(),
        batch="all",
    ),
    "pegasos": Method(
        "Pegasos",
        "One point per update, rate 1/(ρt), then a projection onto a ball that contains the "
        "optimum.",
        Descend(project=True),
        rate="pegasos",
    ),
    "mirror": Method(
        "Mirror descent",
        "θ accumulates the negative subgradients; θ/(ρt) is the model.",
        Mirror(),
        rate="pegasos",
    ),
    "perceptron": Method(
        "Perceptron",
        "Updates on mistakes only: no margin, no penalty, no learning rate.",
        Descend(),
        rate="constant",
    ),
}
SPACES = ("plane", "kernel")
ORDERS = ("shuffled", "data", "replacement")
OUTPUTS = ("last", "mean")


@dataclass(frozen=True)
class Descent(Parametrized):
    """Settings of a descent as flat strings and numbers. The rest is the experiment's.

    space : "plane", w over the coordinates; "kernel", w as a sum of the experiment's kernel
    objective : the way of writing the cost, a key of CONVENTIONS
    order : whether every pass is shuffled anew, takes the points in the order of the data, or draws
        them with replacement, which a method that takes all points in each update does not
    output : whether the model is the last one or the mean of all so far
    test_share : of the points, kept apart to see the cost on points not learnt from
    """

    method: str = "sgd"
    space: str = "plane"
    objective: str = "sum"
    loss: str = "hinge"
    schedule: str = "inverse_sqrt"
    eta0: float = param(
        0.01, 1e-7, 10.0, log=True, label="Learning rate η₀", help="Length of the first step."
    )
    batch_size: int = param(8, 2, 128, label="Batch size", help="Points per update.")
    order: str = "shuffled"
    output: str = "last"
    epochs: int = param(
        5, 1, 1000, log=True, label="Epochs", help="Passes over the training points."
    )
    test_share: float = test_share()

    def __post_init__(self) -> None:
        """Refuse by ValueError what does not exist, so that no option can be silently ignored."""
        super().__post_init__()
        for name, choices in self.choices().items():
            if getattr(self, name) not in choices:
                expected = ", ".join(choices)
                raise ValueError(f"{name} must be one of {expected}, got {getattr(self, name)!r}")

    def choices(self) -> dict[str, tuple[str, ...]]:
        """What can be chosen for each word, given the method."""
        method = METHODS.get(self.method)
        fixed = method.rate if method else None
        own = self.method != "perceptron"  # the perceptron brings its own loss
        return {
            "method": tuple(METHODS),
            "space": SPACES,
            "objective": tuple(CONVENTIONS),
            "loss": tuple(LOSSES) if own else ("hinge",),
            "schedule": (fixed,) if fixed else tuple(SCHEDULES),
            "order": ORDERS[:2] if method and method.batch == "all" else ORDERS,
            "output": OUTPUTS,
        }

    def parameters(self) -> tuple[Parameter, ...]:
        """The numbers that matter for the present choices."""
        method = METHODS[self.method]
        idle = set() if method.batch == "some" else {"batch_size"}
        if method.rate is not None or self.schedule == "pegasos":
            idle.add("eta0")
        return tuple(p for p in parameters(Descent) if p.name not in idle)

    def cost(self, C: float, n: int) -> Objective:
        """The objective, for the C of 1/2 |w|^2 + C sum loss."""
        way = CONVENTIONS[self.objective]
        loss: CostFunction = LOSSES[self.loss]()
        return way.objective(way.constant_of(C, n), n, loss)

    def update_objective(self, cost: Objective) -> Objective:
        """The objective of the updates: the cost, but for the perceptron, which has no C."""
        if self.method != "perceptron":
            return cost
        return Objective(0.0, 1.0, cost.bias_inside, PerceptronLoss())

    def rate(self) -> tuple[Schedule, float]:
        """The schedule of the learning rate, and eta0."""
        schedule = SCHEDULES[METHODS[self.method].rate or self.schedule]
        return schedule, 1.0 if self.method == "perceptron" else self.eta0

    def plan(self, n: int, seed: int) -> BatchPlan:
        """Passes over n points."""
        size = {"one": 1, "some": min(self.batch_size, n), "all": n}[METHODS[self.method].batch]
        shuffle, replace = self.order == "shuffled", self.order == "replacement"
        return BatchPlan(n, self.epochs, size, shuffle, seed, replace)


WORDS = tuple(f.name for f in fields(Descent))


def change_descent(descent: Descent, **changes: Any) -> Descent:
    """The descent with some words changed; what the change makes impossible gives way.

    Raises ValueError if a value is out of its range or names something that does not exist.
    """
    for name in changes:
        if name not in WORDS:
            raise ValueError(f"a descent has no word {name!r}")
    words = {name: getattr(descent, name) for name in WORDS} | changes
    method = METHODS.get(words["method"])
    if method is not None:
        if method.rate is not None:
            words["schedule"] = method.rate
        elif (
            descent.method in METHODS and METHODS[descent.method].rate and "schedule" not in changes
        ):
            words["schedule"] = Descent.schedule
        if words["method"] == "perceptron":
            words["loss"] = "hinge"
        if method.batch == "all" and words["order"] == "replacement":
            words["order"] = Descent.order
    return replace(descent, **words)
