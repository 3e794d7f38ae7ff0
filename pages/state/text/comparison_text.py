"""What is said of two models that are compared: their numbers, and what differs."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pages.datasets.two_class import DATASETS
from pages.model_selection.kernel_formula import KERNELS
from pages.state.board.experiment import Experiment
from pages.state.link.formats import write_number
from pages.state.model.comparison import Comparison
from pages.state.model.run import Run
from pages.state.screen.detail import WEIGHTS
from pages.state.text.number_format import number
from pages.state.text.verdict import HELP, listed, metric_cards, sentence
from svmcore.params import Parameter, parameters
from svmcore.problems.certificate import Status
from svmcore.solvers import SOLVERS

NONE = "–"  # where a model has no such number
SAME = "A and B are the same model: change anything."
WRONG = "Misclassified"
OWN = {p.name: p for p in parameters(Experiment)}
MENUS: Mapping[str, Mapping[str, Any]] = {
    "dataset": DATASETS,
    "kernel": KERNELS,
    "solver": SOLVERS,
}
ROWS = ("Support vectors", "Training accuracy", WRONG, "Margin width", "Objective")


class Row(NamedTuple):
    """A row of the table: a quantity, its values for A and for B, and an explanation."""

    name: str
    a: str
    b: str
    help: str = ""


def rows(found: Comparison, *, expert: bool) -> tuple[Row, ...]:
    """The numbers of A and B side by side; under Expert also what the solver needed."""
    a, b = _numbers(found.a), _numbers(found.b)
    names = (*ROWS, "Iterations") if expert else ROWS
    points = () if found.same_points else ("Points",)
    shown = ("Kernel", "C", *points, *names)
    return tuple(
        Row(name, a.get(name, NONE), b.get(name, NONE), HELP.get(name, "")) for name in shown
    )


def _numbers(run: Run) -> dict[str, str]:
    """The values of a model by their names."""
    experiment = run.experiment
    found = {
        "Kernel": KERNELS[experiment.kernel].title,
        "C": "∞" if experiment.margin == "hard" else number(experiment.C),
        "Points": str(len(run.data)),
    }
    if run.model is not None:
        found[WRONG] = str(int(run.wrong.sum()))
    return found | {card.name: card.value for card in metric_cards(run)}


def said(found: Comparison) -> tuple[str, ...]:
    """What differs in the settings, what in the points, and what is special about A."""
    changed = differences(found)
    settings = f"B: {listed(changed)}." if changed else SAME if found.same_points else ""
    return tuple(filter(None, (settings, points_sentence(found), of_frozen(found.a))))


def points_sentence(found: Comparison) -> str:
    """How many points differ; empty if none do."""
    only_a, only_b, n = found.only_a, found.only_b, len(found.a.data)
    if found.same_points:
        return ""
    if not only_a:
        return f"B has {_more(only_b)} than A."
    if not only_b:
        return f"A has {_more(only_a)} than B."
    if only_a == n:
        return f"A was trained on {n} other point{'s' if n > 1 else ''}."
    return f"{only_a} of A's {_points(n)} {'is' if only_a == 1 else 'are'} not among B's."


def _more(count: int) -> str:
    return "one point more" if count == 1 else f"{count} points more"


def of_frozen(run: Run) -> str:
    """What a reader of A's lines and numbers has to know; empty for an optimal model."""
    if run.separation is not None and run.solution is None:
        return f"A has no model: its points are {run.separation.verdict.value} with its kernel."
    if run.solution is None:
        return "A has no model: it needs points of both classes."
    if run.constant or run.solution.status is not Status.OPTIMAL:
        return f"A: {sentence(run)}"
    return ""


def differences(found: Comparison) -> tuple[str, ...]:
    """What of B's settings is not as in A, in the order of the controls.

    Left out is what has no effect: settings of the sample where the points are the same, C and
    weights of a hard margin, parameters of what is not chosen.
    """
    a, b = found.a.experiment, found.b.experiment
    parts = () if found.same_points else _of_sample(a, b)
    if a.n_classes > 2 or b.n_classes > 2:
        parts += tuple(f"class +1 = {text}" for text in _texts(a, b, lambda one: str(one.plus)))
    parts += _of_margin(a, b)
    parts += _texts(a, b, lambda one: one.formulation)
    return (
        *parts,
        *_of_choice(a, b, "solver", "solver"),
        *_of_choice(a, b, "kernel", "kernel"),
        *_of_numbers(a, b, (OWN["tol"],)),
        *_texts(a, b, _budget),
    )


def _of_sample(a: Experiment, b: Experiment) -> tuple[str, ...]:
    drawn = a.dataset != "own" != b.dataset
    names = ("n_samples", "classes", "balance", "seed") if drawn else ()
    numbers = _of_numbers(a, b, tuple(OWN[name] for name in names))
    return (*_of_choice(a, b, "dataset", "sample"), *numbers)


def _of_margin(a: Experiment, b: Experiment) -> tuple[str, ...]:
    if "hard" in (a.margin, b.margin):
        return _texts(a, b, _margin)
    return (*_of_numbers(a, b, (OWN["C"],)), *_texts(a, b, _weights))


def _margin(one: Experiment) -> str:
    return "hard margin" if one.margin == "hard" else f"soft margin (C = {number(one.C)})"


def _weights(one: Experiment) -> str:
    if one.class_weight != "own":
        return f"{WEIGHTS.get(one.class_weight, one.class_weight)} class weights"
    factors = [write_number(one.class_factor(c)) for c in range(one.n_classes)]
    return f"class weights {listed(factors)}"


def _budget(one: Experiment) -> str:
    return f"maximum iterations = {one.max_iter or 'the default'}"


def _of_choice(a: Experiment, b: Experiment, word: str, noun: str) -> tuple[str, ...]:
    """Another dataset, kernel or solver with its parameters; of the same one those that differ."""
    if a[word] != b[word] or (word, a[word]) == ("kernel", "built"):
        return tuple(f"{noun} {text}" for text in _texts(a, b, lambda one: _titled(one, word)))
    return _of_numbers(a, b, a.parameters()[word])


def _titled(one: Experiment, word: str) -> str:
    values = [f"{_label(p)} = {number(one[p.name])}" for p in one.parameters()[word]]
    if one[word] == "built":
        values = [one.recipe]
    title: str = MENUS[word][one[word]].title
    return f"{title} ({', '.join(values)})" if values else title


def _of_numbers(a: Experiment, b: Experiment, declared: tuple[Parameter, ...]) -> tuple[str, ...]:
    found = []
    for p in declared:
        if a[p.name] != b[p.name]:
            new, old = _told_apart(b[p.name], a[p.name])
            found.append(f"{_label(p)} = {new} instead of {old}")
    return tuple(found)


def _texts(a: Experiment, b: Experiment, text: Callable[[Experiment], str]) -> tuple[str, ...]:
    """What a text says of B instead of A, where that differs."""
    return (f"{text(b)} instead of {text(a)}",) if text(a) != text(b) else ()


def _told_apart(one: float, other: float) -> tuple[str, str]:
    """Two numbers with as many digits as they need to differ."""
    pairs = ((number(one, digits), number(other, digits)) for digits in range(3, 16))
    return next((pair for pair in pairs if pair[0] != pair[1]), (repr(one), repr(other)))


def _label(parameter: Parameter) -> str:
    """The parameter's name inside a sentence: a word without its capital."""
    label = parameter.label or parameter.name
    return label if len(label) == 1 else label[:1].lower() + label[1:]


def _points(count: int) -> str:
    return f"{count} point{'' if count == 1 else 's'}"
