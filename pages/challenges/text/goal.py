"""A goal: where it begins, what may be changed, and the conditions that solve it."""

from collections.abc import Callable
from dataclasses import dataclass

from pages.challenges.model.attempt import GoalAttempt
from pages.challenges.model.widest import STARTS
from pages.state.board.experiment import Experiment
from pages.state.model.run import run
from pages.state.text.number_format import number
from pages.state.text.verdict import listed

UNTRAINED = "there is no trained model yet"
NOT_CONVERGED = "the training has not converged"
NOT_PERMITTED = "something was changed that is fixed in this goal: undo it, or start again"
ALLOWED = {
    "points": "the points",
    "kernel": "the kernel and its parameters",
    "gamma": "γ",
    "coef0": "coef0",
    "C": "C",
}


@dataclass(frozen=True)
class Condition:
    """A condition with its numbers, and whether it holds."""

    text: str
    holds: bool


Conditions = tuple[Condition, ...]


@dataclass(frozen=True, eq=False)
class Goal:
    """A goal of the page.

    key : stands in links, and codes depend on it: it never changes.
    allowed : what may be changed, keys of `ALLOWED`.
    of_points : the conditions that need no model; of_model : those that do.
    """

    key: str
    title: str
    task: str
    hint: str
    allowed: tuple[str, ...]
    of_model: Callable[[GoalAttempt], Conditions]
    of_points: Callable[[GoalAttempt], Conditions] = lambda attempt: ()

    @property
    def start(self) -> Experiment:
        """The experiment that it begins with."""
        return STARTS[self.key]

    @property
    def rules(self) -> str:
        """What may be changed, in a sentence."""
        return f"You may change {listed([ALLOWED[name] for name in self.allowed])}."


@dataclass(frozen=True)
class GoalProgress:
    """How far an attempt is: its conditions; solved if all of them hold."""

    conditions: Conditions

    @property
    def solved(self) -> bool:
        """Whether all conditions hold."""
        return all(condition.holds for condition in self.conditions)

    @property
    def line(self) -> str:
        """All conditions in one line."""
        return "; ".join(condition.text for condition in self.conditions)


def progress(goal: Goal, experiment: Experiment) -> GoalProgress:
    """How far an experiment is from solving a goal."""
    attempt = GoalAttempt(run(experiment), goal.start)
    found = list(goal.of_points(attempt))
    if not attempt.permitted(goal.allowed):
        found.insert(0, Condition(NOT_PERMITTED, False))
    if attempt.trained:
        found += goal.of_model(attempt)
    else:
        missing = UNTRAINED if attempt.run.model is None else NOT_CONVERGED
        found.append(Condition(missing, False))
    return GoalProgress(tuple(found))


def at_least(name: str, value: float, least: float) -> Condition:
    """A number that must not be smaller than `least`."""
    return Condition(
        f"{name}: {_beside(value, least)} (goal: at least {number(least, 4)})", value >= least
    )


def at_most(name: str, value: float, most: float) -> Condition:
    """A number that must not be larger than `most`."""
    return Condition(
        f"{name}: {_beside(value, most)} (goal: at most {number(most, 4)})", value <= most
    )


def _beside(value: float, limit: float) -> str:
    """A number in as many digits as tell it from its limit, up to 12."""
    digits = 4
    while digits < 12 and value != limit and number(value, digits) == number(limit, digits):
        digits += 1
    return number(value, digits)


def accuracy(attempt: GoalAttempt, least: int = 100) -> Condition:
    """The share of training points that are classified correctly, in percent."""
    right = attempt.n - attempt.wrong
    need = "" if least == 100 else "at least "
    text = f"accuracy: {percent(right, attempt.n)} (goal: {need}{least} %)"
    return Condition(text, 100 * right >= least * attempt.n)


def percent(part: int, whole: int) -> str:
    """A share in percent."""
    return f"{number(100.0 * part / whole, 3)} %"
