"""The experiment: everything a visitor can choose, as one frozen, flat value.

Equal experiments are equal runs, equal links and equal pictures. Parameters that a dataset, a
kernel or a solver declares need no line here: their values live in `options`, by name.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from inspect import signature
from types import MappingProxyType
from typing import Any, Self, TypeVar

from pages.datasets.limits import MAX_CLASSES
from pages.datasets.multiclass import generated, possible_datasets
from pages.datasets.two_class import DATASETS
from pages.model_selection.kernel_formula import KERNELS, Built, parse
from pages.state.board.board import (
    HEAVIEST,
    LIGHTEST,
    Board,
    Placed,
    fitting_board,
    sample_of,
)
from pages.state.board.shared_parameters import penalty, sample_seed, sample_size
from pages.state.link.choices import changed_fields, check_choices, check_options
from svmcore.kernels import Kernel
from svmcore.params import Parameter, check, param, parameters
from svmcore.solvers import SOLVERS
from svmcore.solvers.base import Solver

MARGINS = ("soft", "hard")
FORMULATIONS = ("dual", "primal")
LOSS = "hinge"  # that of every experiment
CLASS_WEIGHTS = ("equal", "balanced", "own")
SAMPLE_FIELDS = ("dataset", "n_samples", "classes", "balance", "seed")

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """The sample, its edits by hand, and the model, as strings and numbers."""

    dataset: str = "moons"
    n_samples: int = sample_size()
    classes: int = param(
        2, 2, MAX_CLASSES, label="Classes", help="How many classes the sample has."
    )
    balance: float = param(
        0.5,
        0.05,
        0.95,
        label="Class balance",
        help="Share of the points in class +1; the imbalanced sample takes a fifth of it. With "
        "several classes: the last class's share of the first and the last together.",
    )
    seed: int = sample_seed()
    removed: tuple[int, ...] = ()
    placed: tuple[Placed, ...] = ()
    positive: int = param(
        1,
        0,
        MAX_CLASSES - 1,
        label="Class +1",
        help="The class that is trained against all others.",
    )
    class_weight: str = "equal"
    weights: tuple[float, ...] = ()  # of the classes, where they are the visitor's own
    margin: str = "soft"
    C: float = penalty()
    formulation: str = "dual"
    solver: str = "auto"
    kernel: str = "rbf"
    recipe: str = Built.recipe  # of the kernel that is built by hand
    tol: float = param(
        1e-6,
        1e-10,
        1e-1,
        log=True,
        label="Tolerance",
        help="Largest violation of the optimality (KKT) conditions at which the solver stops.",
    )
    max_iter: int = param(
        0, 0, 1_000_000, label="Maximum iterations", help="0 is the solver's own default."
    )
    options: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        """Refuse what does not exist, so that no option can be silently ignored."""
        check(self)
        parse(self.recipe)
        if len(self.weights) > MAX_CLASSES:
            raise ValueError(f"weights must be at most {MAX_CLASSES}, got {len(self.weights)}")
        for weight in self.weights:
            if not LIGHTEST <= weight <= HEAVIEST:
                raise ValueError(f"weights must be from {LIGHTEST:g} to {HEAVIEST:g}, got {weight}")
        check_choices(self, self.choices())
        check_options(self.options, optional_parameters())

    def __getitem__(self, name: str) -> Any:
        """The value of a field or of any declared parameter."""
        if name in FIELDS:
            return getattr(self, name)
        return dict(self.options).get(name, optional_parameters()[name].default)

    def choices(self) -> dict[str, tuple[str, ...]]:
        """What can be chosen for each word, given the other choices."""
        psd = self.build_kernel().psd if self.kernel in KERNELS else True
        return {
            "dataset": possible_datasets(self.classes),
            "class_weight": CLASS_WEIGHTS,
            "kernel": tuple(KERNELS),
            "margin": MARGINS if psd else MARGINS[:1],
            "formulation": FORMULATIONS if psd else FORMULATIONS[:1],
            "solver": possible_solvers(self.formulation, self.margin, psd),
        }

    def parameters(self) -> dict[str, tuple[Parameter, ...]]:
        """The parameters that matter for the present choices, by the word they belong to."""
        chosen = {
            "dataset": DATASETS[self.dataset],
            "kernel": KERNELS[self.kernel],
            "solver": SOLVERS[self.solver],
        }
        return {word: parameters(owner) for word, owner in chosen.items()}

    def build_kernel(self) -> Kernel:
        """The chosen kernel with its parameters."""
        return build(KERNELS[self.kernel], dict(self.options) | {"recipe": self.recipe})

    def build_solver(self) -> Solver:
        """The chosen solver with its parameters."""
        return build(SOLVERS[self.solver], dict(self.options))

    @property
    def n_classes(self) -> int:
        """How many classes there are: those of the sample, and those that were placed by hand."""
        return max(self.classes, *(p.label + 1 for p in self.placed), 2)

    @property
    def plus(self) -> int:
        """The class that two-class models call +1; all others are -1."""
        return self.positive if 2 < self.n_classes > self.positive else 1

    def class_factor(self, label: int) -> float:
        """The visitor's own weight of a class; 1 where none was given."""
        return self.weights[label] if label < len(self.weights) else 1.0

    def board(self) -> Board:
        """The points: the generated sample and what was done to it by hand."""
        names = {p.name for p in parameters(DATASETS[self.dataset])}
        options = tuple(pair for pair in self.options if pair[0] in names)
        sample = _sample(
            self.dataset, options, self.n_samples, self.classes, self.balance, self.seed
        )
        return fitting_board(sample, self.removed, self.placed)

    def with_board(self, board: Board) -> Self:
        """The same experiment on a board that was edited."""
        return replace(self, removed=tuple(sorted(board.removed)), placed=board.placed)


FIELDS = tuple(f.name for f in fields(Experiment) if f.name != "options")
PARAMETERS = {p.name: p for p in parameters(Experiment)}  # those of the experiment itself


def possible_solvers(formulation: str, margin: str, psd: bool, loss: str = LOSS) -> tuple[str, ...]:
    """The solvers that exist for a formulation, margin, kernel and loss, in the menu's order.

    A loss other than the hinge has a primal of its own; the dual and the hard margin are stated
    for the hinge alone.
    """
    if loss != "hinge" and (formulation != "primal" or margin != "soft"):
        return ()
    return tuple(
        name
        for name, solver in SOLVERS.items()
        if formulation in solver.formulations
        and loss in solver.losses
        and (solver.hard or margin == "soft")
        and (solver.indefinite or psd)
    )


def build(owner: type[T], values: Mapping[str, Any]) -> T:
    """A dataset, kernel or solver with those of the `values` that it has fields for."""
    kind: type = owner
    return owner(**{name: values[name] for name in _names(kind) if name in values})


@cache
def _names(owner: type) -> tuple[str, ...]:
    return tuple(signature(owner).parameters)


def optional_parameters() -> Mapping[str, Parameter]:
    """Every parameter declared by a dataset, kernel or solver, by name; the first one counts."""
    return _by_name((*DATASETS.values(), *KERNELS.values(), *SOLVERS.values()))


@lru_cache(maxsize=4)
def _by_name(owners: tuple[type, ...]) -> Mapping[str, Parameter]:
    found: dict[str, Parameter] = {}
    for owner in owners:
        for parameter in parameters(owner):
            found.setdefault(parameter.name, parameter)
    return MappingProxyType(found)


def change(experiment: Experiment, **changes: Any) -> Experiment:
    """The experiment with some fields changed, and what follows from the changes.

    A choice that the change makes impossible gives way to the first possible one (the sigmoid
    kernel has no primal, say). Another sample keeps the points placed by hand; which generated
    points had been taken away means nothing for it, so none are. Another dataset or seed also
    forgets the generated points that were moved.

    Raises ValueError if a value is out of its range or names something that does not exist.
    """
    sampled = {*SAMPLE_FIELDS, *(p.name for p in parameters(DATASETS[experiment.dataset]))}
    return _settled(changed_fields(experiment, FIELDS, optional_parameters(), sampled, changes))


def with_default_training(experiment: Experiment) -> Experiment:
    """The experiment with the default margin, formulation, solver, tolerance and budget.

    What does not depend on margin, formulation, solver, tolerance and budget is the same run for
    experiments that are equal in this.
    """
    plain = Experiment()
    kept = {p.name for p in parameters(DATASETS[experiment.dataset])}
    kept |= {p.name for p in parameters(KERNELS[experiment.kernel])}
    options = tuple(pair for pair in experiment.options if pair[0] in kept)
    trained = ("margin", "formulation", "solver", "tol", "max_iter")
    words = {name: getattr(plain, name) for name in trained}
    return replace(experiment, **words, options=options)


def data_fields(experiment: Experiment) -> tuple[tuple[str, Any], ...]:
    """The fields that determine the points."""
    found = [(name, getattr(experiment, name)) for name in (*SAMPLE_FIELDS, "removed", "placed")]
    options = dict(experiment.options)
    declared = _by_name(tuple(DATASETS.values()))
    return (*found, *((name, options.get(name, p.default)) for name, p in declared.items()))


def with_data(experiment: Experiment, words: tuple[tuple[str, Any], ...]) -> Experiment:
    """The same model on the points that `data_fields` described, ids included."""
    data = dict(words)
    fields_of_data = {name: value for name, value in data.items() if name in FIELDS}
    defaults = optional_parameters()
    options = dict(experiment.options) | {k: v for k, v in data.items() if k in defaults}
    kept = tuple(sorted((k, v) for k, v in options.items() if v != defaults[k].default))
    return replace(experiment, **fields_of_data, options=kept)


def _settled(words: dict[str, Any]) -> Experiment:
    if words["dataset"] in DATASETS and words["dataset"] not in (
        possible := possible_datasets(words["classes"])
    ):
        words["dataset"] = possible[0]
    if words["kernel"] in KERNELS:
        values = dict(words["options"]) | {"recipe": words["recipe"]}
        psd = build(KERNELS[words["kernel"]], values).psd
        if not psd:
            words["margin"], words["formulation"] = MARGINS[0], FORMULATIONS[0]
        solvers = possible_solvers(words["formulation"], words["margin"], psd)
        if words["solver"] in SOLVERS and solvers and words["solver"] not in solvers:
            words["solver"] = solvers[0]
    return Experiment(**words)


@lru_cache(maxsize=64)
def _sample(
    dataset: str,
    options: tuple[tuple[str, float], ...],
    n_samples: int,
    classes: int,
    balance: float,
    seed: int,
) -> tuple[Placed, ...]:
    """The generated points, with labels from 0."""
    generator = build(DATASETS[dataset], dict(options))
    X, labels = generated(dataset, generator, n_samples, classes, balance, seed)
    return sample_of(X.tolist(), labels.tolist())
