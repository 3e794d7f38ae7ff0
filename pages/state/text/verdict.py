"""The verdict on a run: a badge, a sentence, and cards with rounded numbers."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pages.state.board.board import MAX_POINTS
from pages.state.model.run import Run
from pages.state.text.board_words import NO_TWO_CLASSES
from pages.state.text.number_format import number
from pages.state.text.support_words import MARKS, kinds, misclassified, split_support
from svmcore.problems.certificate import Certificate, Status
from svmcore.problems.separation import Separability
from svmcore.solvers.base import Solution

SMALL_GAP = 1e-2  # relative gap up to which a stalled model is as good as double precision allows


class Badge(NamedTuple):
    """The verdict on a run: `kind` is certified, plain or failed; `bound` says how near it is.

    violation : the worst violation of the optimality (KKT) conditions, None where none is known
    """

    kind: str
    name: str
    bound: str = ""
    violation: float | None = None

    @property
    def text(self) -> str:
        """The verdict with its bound."""
        separator = " " if self.kind == "certified" else ", "
        return f"{self.name}{separator}{self.bound}" if self.bound else self.name


class Metric(NamedTuple):
    """A card: name, value, a line of detail, and an explanation."""

    name: str
    value: str
    detail: str
    help: str


HELP = {
    "Support vectors": "Points with α > 0: w is a sum over them alone. Free: 0 < α < C, "
    "exactly on the margin. Bound: α = C, mostly inside the margin or misclassified.",
    "Training accuracy": "Share of the points that f classifies correctly.",
    "Objective": "½‖w‖² + C Σ slack. The dual value bounds the optimum from below; the gap "
    "between the two bounds the distance to the optimum. The badge gives it relative to the dual.",
    "Margin width": "Distance between f = −1 and f = +1. For a curved boundary it is measured in "
    "the kernel's feature space, where the boundary is flat.",
    "Iterations": "Iterations of the solver, until it converged or reached its maximum.",
}
VIOLATION_HELP = (
    "The largest violation of an optimality (KKT) condition: for every point "
    "|clip(α + 1 − y f, 0, C) − α| with the hinge, and |Σ α y|. It is 0 only at the optimum. "
    "Dual > Points lists it point by point."
)
NO_MERCER = (
    "This kernel is not positive semi-definite: there is no feature space in which the value "
    "would be a width or a bound."
)


def listed(words: Sequence[object]) -> str:
    """The words in a row: "a", "a and b", "a, b and c"."""
    *first, last = map(str, words)
    return f"{', '.join(first)} and {last}" if first else last


def badge(run: Run) -> Badge:
    """The optimality badge: what the certificate proves, in three words."""
    if run.solution is None:
        if run.separation is None:
            return Badge("plain", "no model yet")
        return Badge("failed", run.separation.verdict.value)
    bounded = run.model is None or run.model.kernel.psd  # else no dual value is a bound
    return proof_badge(run.solution.status, run.solution.certificate, bounded=bounded)


def proof_badge(
    status: Status,
    certificate: Certificate,
    *,
    bounded: bool = True,
    relative_gap: float | None = None,
) -> Badge:
    """What a certificate proves, in three words.

    `bounded` says that its gap is the distance of two bounds; `relative_gap` is one that is said
    instead of its own.
    """
    worst = certificate.violation if math.isfinite(certificate.violation) else None
    if status is Status.OPTIMAL:
        gap = certificate.relative_gap if relative_gap is None else relative_gap
        return Badge("certified", "optimal", f"to {number(max(abs(gap), 1e-16), 1)}", worst)
    if status is Status.STATIONARY:
        return Badge("plain", "stationary point", violation=worst)
    if status is Status.DIVERGED:
        return Badge("failed", status.value)
    if status is Status.TIMEOUT:
        return Badge("failed", status.value, violation=worst)
    left = f"gap {number(certificate.gap, 2)}" if bounded else ""
    return Badge("failed", "not converged", left, worst)


def violation_text(badge: Badge) -> str:
    """The worst KKT violation, as it stands beside the badge; empty where none is known."""
    return "" if badge.violation is None else f"worst KKT violation {number(badge.violation, 2)}"


def sentence(run: Run, show: Sequence[str] | None = None) -> str:
    """The result in one plain sentence, and what to do where there is none.

    `show`, the layers of the picture that it stands below, lets it name that picture's marks.
    """
    n = len(run.data)
    if n == 0:
        return NO_TWO_CLASSES
    if len(set(run.data.y.tolist())) < 2:
        all_points = "Both points" if n == 2 else f"All {n} points"
        here = "There is only one point" if n == 1 else f"{all_points} share a class"
        missing = "+1" if run.data.y[0] < 0 else "−1"
        return f"{here}: add a point of class {missing} to train a model."
    text = _of_model(run, show) if run.solution is not None else _inseparable(run)
    if run.experiment.n_classes > 2:
        text = f"Class {run.experiment.plus} (+1) vs. rest: {text}"
    return f"{text} The board is full." if n >= MAX_POINTS else text


def _of_model(run: Run, show: Sequence[str] | None) -> str:
    assert run.solution is not None
    if run.constant and run.finished:
        return "The optimal f is constant: the same class is predicted everywhere."
    side = misclassified(int(run.wrong.sum()), show)
    if run.solution.status is Status.STATIONARY:  # beside a wide badge, in two lines
        return f"{split_support(run)}; {side}; a better solution may exist."
    if run.solution.status is not Status.OPTIMAL:
        return f"{_unfinished(run)}; {side}."
    marks = MARKS if "support" in (show or ()) else ()
    return f"{split_support(run, marks)}; {side}."


def _unfinished(run: Run) -> str:
    solution = run.solution
    assert solution is not None
    unit = solution.trace.unit if solution.n_iter == 1 else f"{solution.trace.unit}s"
    after = f"After {number(solution.n_iter)} {unit}"
    if solution.status is Status.DIVERGED:
        return f"{after} the numbers overflowed: a smaller learning rate helps"
    if solution.status is Status.TIMEOUT:
        return f"{after} the time limit was reached: fewer points or another solver help"
    gap = solution.certificate.relative_gap
    if solution.status is Status.STALLED and 0.0 <= gap < SMALL_GAP:
        digits = f"the cost is at most {number(100.0 * gap, 1)} % above the optimum"
        return f"{after} {digits}, and rounding errors prevent a better bound"
    if run.floor is None or not math.isfinite(solution.certificate.primal):
        return f"{after} the optimum is not reached: another solver may help"
    above = 100.0 * (solution.certificate.primal / run.floor - 1.0)
    return f"{after} the cost is {number(max(above, 0.0), 2)} % above the optimum"


def _inseparable(run: Run) -> str:
    if run.data.contradicts:
        return (
            "Two points of different classes lie at the same place, so no kernel separates them: "
            "choose the soft margin or move one."
        )
    linear = run.experiment.kernel == "linear"
    other = "another kernel" if linear else "a more flexible kernel"
    if run.separation is not None and run.separation.verdict is Separability.TOO_CLOSE:
        return (
            "The classes are too close for a hard margin in double precision: choose the soft "
            f"margin or {other}."
        )
    boundary = "straight line" if linear else "boundary of this kernel"
    return f"No {boundary} separates these points: choose the soft margin or {other}."


def metric_cards(run: Run) -> tuple[Metric, ...]:
    """The cards beside the picture: those that there is something to say on."""
    indefinite = run.model is not None and not run.model.kernel.psd
    help = HELP | dict.fromkeys(("Objective", "Margin width"), NO_MERCER) if indefinite else HELP
    return metrics(_values(run), help)


def cost_parts(run: Run) -> tuple[Metric, ...]:
    """The objective of a soft margin with its two parts; nothing for another model."""
    if run.solution is None or run.width is None or run.experiment.margin == "hard":
        return ()
    cost, half = run.solution.certificate.primal, 2.0 / run.width**2  # the width is 2/‖w‖
    weight = "C Σ ξ" if run.data.top == "C" else "Σ Cᵢ ξᵢ"
    parts = f"½‖w‖² {number(half, 4)} + {weight} {number(max(cost - half, 0.0), 4)}"
    return (Metric("Objective", number(cost, 4), parts, HELP["Objective"]),)


def metrics(found: Mapping[str, tuple[str, str]], help: Mapping[str, str]) -> tuple[Metric, ...]:
    """A card for each name of `help` that was found, in the order of `help`."""
    return tuple(Metric(name, *found[name], text) for name, text in help.items() if name in found)


def _values(run: Run) -> dict[str, tuple[str, str]]:
    if run.solution is None or run.model is None:
        return {}
    solution, certificate = run.solution, run.solution.certificate
    psd = run.model.kernel.psd
    held = int(run.support.sum())
    split = "points with y f ≤ 1"
    if run.finished:
        free, bound, _ = kinds(run)
        split = f"{free} on the margin, {bound} at α = {run.data.top}"
        if run.experiment.margin == "hard":
            split = "all on the margin"
    where = "" if run.experiment.kernel == "linear" else " in feature space"
    values = {
        "Support vectors": (str(held), split),
        "Training accuracy": accuracy(run.accuracy, int(run.wrong.sum())),
        "Objective": (
            number(certificate.primal, 4),
            bounds(certificate) if psd else "at a stationary point",
        ),
        "Iterations": (number(solution.n_iter), _needed(run, solution)),
    }
    if psd and run.width is not None:
        values["Margin width"] = (number(run.width, 4), f"2/‖w‖{where}")
    return values


def _needed(run: Run, solution: Solution) -> str:
    """What the card of the iterations says below their number, whose unit it may be already."""
    unit = solution.trace.unit
    unit = "" if unit == "iteration" else unit if solution.n_iter == 1 else f"{unit}s"
    if run.finished:
        return f"{unit} to converge".lstrip()
    return f"{unit}, not converged".removeprefix(", ")


def accuracy(share: float, wrong: int) -> tuple[str, str]:
    """Value and detail of the accuracy card: the share, and how many points are misclassified."""
    return f"{100.0 * share:.1f} %".replace(".0 %", " %"), f"{wrong or 'none'} wrong"


def bounds(certificate: Certificate) -> str:
    """The dual value and the gap between the two, which rounding may make negative."""
    return f"dual {number(certificate.dual, 4)}, gap {number(max(certificate.gap, 0.0), 1)}"
