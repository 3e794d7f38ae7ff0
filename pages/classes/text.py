"""What there is to say of a descent for several classes: how it goes, how it ended, and why."""

import numpy as np

from pages.classes.model import MulticlassCourse
from pages.state.verdict import Badge, Metric, metrics, number
from svmcore.multiclass.subgradient_descent import End

HELP = {
    "Cost": "J of the model after this epoch, over all points: penalty and loss.",
    "Above the optimum": "(J − J*) / J*, where J* is the optimal cost, certified by its "
    "dual value to a relative gap of 1e-6.",
    "Learning rate": "η of the last update of this epoch.",
    "Wrong": "Points that are misclassified.",
}


def course_badge(found: MulticlassCourse, epoch: int) -> Badge:
    """Which epoch is shown."""
    if found.run is None:
        return Badge("plain", "no model yet")
    return Badge("plain", f"epoch {found.moment(epoch)} of {found.last}")


def course_sentence(found: MulticlassCourse, epoch: int) -> str:
    """The model after an epoch, and how the run ended."""
    if found.run is None:
        return found.why
    wrong = int(found.shown(epoch).wrong.sum())
    points = {0: "No point is", 1: "1 point is"}.get(wrong, f"{wrong} points are")
    return f"{points} misclassified. {ended(found)}"


def ended(found: MulticlassCourse) -> str:
    """How the run ended, as a sentence."""
    run = found.run
    if run is None:
        return found.why
    if run.end is End.DIVERGED:
        return (
            f"The run diverged at update {run.diverged}: its numbers became too large. "
            "Take a smaller η₀."
        )
    if run.end is End.TOL:
        tol = number(100.0 * (run.course.tol or 0.0))
        return (
            f"The run ended after {found.last} epochs: in the last {run.course.patience} the cost "
            f"fell by less than {tol} %."
        )
    return f"The run ended with its last epoch, {found.last}."


def course_figures(found: MulticlassCourse, epoch: int) -> tuple[Metric, ...]:
    """The cards beside the picture; dashes without a run."""
    run = found.run
    if run is None:
        return metrics({}, HELP)
    m = found.moment(epoch)
    rate = float(run.rate[m])
    wrong = int(found.shown(epoch).wrong.sum())
    above = "–" if found.floor is None else f"{number(100.0 * run.above(found.floor)[m], 3)} %"
    least = "optimum unknown" if found.floor is None else f"J* = {number(found.floor, 4)}"
    values = {
        "Cost": (
            number(run.total[m], 4),
            f"penalty {number(run.margin[m], 3)}, loss {number(run.loss[m], 3)}",
        ),
        "Above the optimum": (above, least),
        "Learning rate": (
            "–" if np.isnan(rate) else number(rate, 3),
            "no update yet" if np.isnan(rate) else f"update {run.update[m]}",
        ),
        "Wrong": (str(wrong), f"of {len(found.labels)} points"),
    }
    return metrics(values, HELP)
