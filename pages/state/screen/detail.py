"""How much the pages show: what everybody needs, or the solver's settings and proofs as well."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pages.state.board.experiment import PARAMETERS, Experiment
from pages.state.link.choices import CheckedChoices
from pages.state.text.number_format import number
from pages.state.text.verdict import listed
from svmcore.params import Parameter, parameters
from svmcore.solvers import SOLVERS

DETAILS = {"basic": "Basic", "expert": "Expert"}
WEIGHTS = {"balanced": "balanced", "own": "custom"}


@dataclass(frozen=True)
class Detail(CheckedChoices):
    """The level of detail, a key of `DETAILS`."""

    detail: str = "basic"

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"detail": tuple(DETAILS)}

    @property
    def expert(self) -> bool:
        """Whether solvers, tolerances, weights and the digits of a certificate are shown."""
        return self.detail == "expert"


def hidden_of_data(experiment: Experiment, *, hard: bool = False) -> tuple[str, ...]:
    """What of the sample's balance and the class weights differs from its default, in words.

    A `hard` margin knows no weights.
    """
    own = () if experiment.dataset == "own" else (PARAMETERS["balance"],)
    return (*changed_parameters(experiment, own), *(() if hard else hidden_weights(experiment)))


def hidden_weights(experiment: Experiment) -> tuple[str, ...]:
    """The class weights, in words, if they are not equal."""
    kind = experiment.class_weight
    return () if kind == "equal" else (f"{WEIGHTS[kind]} class weights",)


def hidden_of_training(experiment: Experiment) -> tuple[str, ...]:
    """What of the solver, its parameters, tolerance and budget differs from its default."""
    found: tuple[str, ...] = ()
    if experiment.solver != Experiment.solver:
        solver = SOLVERS[experiment.solver]
        found = (f"solver {solver.title}", *changed_parameters(experiment, parameters(solver)))
    return (*found, *changed_parameters(experiment, (PARAMETERS["tol"], PARAMETERS["max_iter"])))


def changed_parameters(holder: Any, declared: Iterable[Parameter]) -> tuple[str, ...]:
    """The parameters that are not at their defaults, each as its label and its value."""
    return tuple(
        f"{p.label[:1].lower() + p.label[1:]} {number(holder[p.name])}"
        for p in declared
        if holder[p.name] != p.default
    )


def hidden_sentence(found: Iterable[str]) -> str:
    """What is set but hidden, as a sentence; empty if nothing is."""
    words = tuple(found)
    return f"Also set, under Expert: {listed(words)}." if words else ""
