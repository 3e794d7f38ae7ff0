"""What a report says beside its figures: data, settings, certificate, how to cite; as plain rows.

The browser adds what it sees: sentences, numbers, figures, and the date.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from pages.datasets.curves import CURVES
from pages.datasets.two_class import DATASETS
from pages.export.program_text import title
from pages.model_selection.kernel_formula import KERNELS
from pages.state.board.experiment import Experiment
from pages.state.model.run import Data, Run
from pages.state.screen.detail import WEIGHTS
from pages.state.text.conventions import WRITTEN
from pages.state.text.number_format import number
from pages.state.text.publications import SOURCES, Cited
from pages.state.text.verdict import badge, listed
from svmcore import __version__
from svmcore.losses import LOSSES
from svmcore.objective import CONVENTIONS
from svmcore.params import parameters
from svmcore.sgd.schedule import SCHEDULES
from svmcore.solvers import SOLVERS

SOFTWARE = f"SVM Playground, svmcore {__version__}"
MENUS: Mapping[str, Mapping[str, str]] = {  # titles of what is chosen, by the field
    "kernel": {name: one.title for name, one in KERNELS.items()},
    "loss": {name: one.title for name, one in LOSSES.items()},
    "objective": {name: f"{WRITTEN[name].title} loss" for name in CONVENTIONS},
    "schedule": {name: one.title for name, one in SCHEDULES.items()},
}
ALWAYS = "cortes-vapnik"  # cited by every report
DIGITS = 6
MOST_ROWS, MOST_COLUMNS = 100, 30  # of a visitor's table
CERTIFICATE = (
    "Computed from the multipliers alone: by weak duality the optimum is at most the gap below the "
    "primal value."
)
STATIONARY = (
    "The kernel is not positive semi-definite: no value is a bound, and the KKT violation tells a "
    "stationary point."
)
Row = tuple[str, str]


class ReportTable(NamedTuple):
    """A table of names and values, and a sentence below it."""

    title: str
    rows: tuple[Row, ...]
    note: str = ""


class ReportGrid(NamedTuple):
    """A table of cells below the names of its columns, and a sentence below it."""

    title: str
    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str


def grid_table(title: str, n: int, columns: Mapping[str, Sequence[str | None]]) -> ReportGrid:
    """The first of n rows, and of the columns, of a visitor's table; the note says what is cut."""
    d = len(columns)
    shown = dict(islice(columns.items(), MOST_COLUMNS))
    cells = zip(*(texts[:MOST_ROWS] for texts in shown.values()), strict=True)
    rows = tuple((str(k), *(text or "" for text in row)) for k, row in enumerate(cells, start=1))
    sizes = ((n, MOST_ROWS, "rows"), (d, MOST_COLUMNS, "columns"))
    said = [
        f"the first {most} of {size:,} {what}" if size > most else f"all {size} {what}"
        for size, most, what in sizes
    ]
    return ReportGrid("Table", ("", *shown), rows, f"{title}: {listed(said)}.")


def data_table(experiment: Any, count: int, data: Data | None = None) -> ReportTable:
    """The sample of a board: `count` points, of which `data` tells the classes."""
    curve = getattr(experiment, "curve", None)
    name = curve or experiment.dataset
    own = name == "own"
    rows: list[Row] = [
        ("Sample", CURVES[name].title if curve else DATASETS[name].title),
        ("Points", f"{count}{_classes(data)}"),
    ]
    if not own:
        declared = parameters(type(experiment)) if curve else parameters(DATASETS[name])
        names = {"noise"} if curve else {p.name for p in declared}
        rows += [(p.label, number(experiment[p.name], DIGITS)) for p in declared if p.name in names]
        rows.append(("Seed", str(experiment.seed)))
    if experiment.placed or experiment.removed:
        placed, removed = len(experiment.placed), len(experiment.removed)
        rows.append(("By hand", f"{placed} placed or moved, {removed} taken away"))
    return ReportTable("Data", tuple(rows))


def _classes(data: Data | None) -> str:
    if data is None or not len(data):
        return ""
    labels = sorted(set(data.labels))
    names = {0: "−1", 1: "+1"} if labels[-1] < 2 else {label: str(label) for label in labels}
    counts = [f"{data.labels.count(label)} of class {names[label]}" for label in labels]
    return f": {listed(counts)}"


def model_table(experiment: Any) -> ReportTable:
    """The kernel and C of a board's experiment, and class weights."""
    kernel = KERNELS[experiment.kernel]
    rows: list[Row] = [("Kernel", kernel.title)]
    if experiment.kernel == "built":
        rows.append(("Formula", experiment.recipe))
    rows += [(p.label or p.name, number(experiment[p.name], DIGITS)) for p in parameters(kernel)]
    if getattr(experiment, "margin", "soft") == "hard":
        rows.append(("Margin", "hard"))
    else:
        rows.append(("C", number(experiment.C, DIGITS)))
        weights = getattr(experiment, "class_weight", "equal")
        if weights != "equal":
            rows.append(("Class weights", _weights(experiment)))
    machine = getattr(experiment, "machine", None)  # of a regression: what its tube is given by
    rows += [
        (p.label, number(experiment[p.name], DIGITS))
        for p in parameters(type(experiment))
        if machine is not None and p.name in (machine, "test_share")
    ]
    return ReportTable("Kernel and C", tuple(rows))


def _weights(experiment: Experiment) -> str:
    if experiment.class_weight != "own":
        return WEIGHTS[experiment.class_weight]
    factors = [number(experiment.class_factor(c), DIGITS) for c in range(experiment.n_classes)]
    return listed(factors)


def page_table(
    values: Iterable[tuple[Any, Any]], *, trains: bool = False, whole: bool = False
) -> ReportTable:
    """A page's settings, as pairs of a value and its start: numbers that differ from it.

    trains : whether its model is made by them: C and what is chosen of `MENUS` are told too.
    whole : whether all its numbers are.
    """
    rows: list[Row] = []
    for value, start in values:
        chosen = {name: str(getattr(value, name, "")) for name in MENUS} if trains else {}
        rows += [
            (name.capitalize(), MENUS[name][k]) for name, k in chosen.items() if k in MENUS[name]
        ]
        rows += [
            (p.label, number(getattr(value, p.name), DIGITS))
            for p in parameters(type(value))
            if p.label and (whole or _is_told(p.name, value, start, trains))
        ]
    return ReportTable("Settings" if trains else "Settings that were changed", tuple(rows))


def _is_told(name: str, value: Any, start: Any, trains: bool) -> bool:
    return getattr(value, name) != getattr(start, name) or (trains and name == "C")


def bound_rows(proof: Any) -> list[Row]:
    """The two bounds of the optimum that a certificate proves, and their distance."""
    return [
        ("Primal value, ½‖w‖² + C Σ slack", number(proof.primal, DIGITS)),
        ("Dual value", number(proof.dual, DIGITS)),
        ("Gap", number(max(proof.gap, 0.0), 2)),
        ("Gap relative to the dual value", number(max(proof.relative_gap, 0.0), 2)),
    ]


def certificate_table(run: Run) -> ReportTable:
    """What is proved of the model of a board."""
    experiment, solution = run.experiment, run.solution
    model = f"{title(experiment)}, {len(run.data)} points"
    rows: list[Row] = [("Model", model), ("Verdict", badge(run).text)]
    if experiment.n_classes > 2:
        rows.insert(1, ("Classes", f"class {experiment.plus} (+1) vs. rest"))
    if solution is None:
        return ReportTable("Certificate", tuple(rows))
    proof, psd = solution.certificate, run.model is None or run.model.kernel.psd
    if psd:
        rows += bound_rows(proof)
    rows += [
        ("Largest violation of the KKT conditions", number(proof.violation, 2)),
        ("Tolerance", number(experiment.tol, 2)),
        ("Solver", f"{SOLVERS[experiment.solver].title}, {experiment.formulation}"),
        ("Iterations", number(solution.n_iter)),
    ]
    return ReportTable("Certificate", tuple(rows), CERTIFICATE if psd else STATIONARY)


def citations(cited: Sequence[Cited]) -> tuple[Row, ...]:
    """What to cite, each with its link: the classic, and what the page takes its formulas from."""
    keys = dict.fromkeys((ALWAYS, *(one.key for one in cited)))
    found = (SOURCES[key] for key in keys)
    return tuple((f"{one.authors}. {one.title} ({one.year}).", one.link) for one in found)
