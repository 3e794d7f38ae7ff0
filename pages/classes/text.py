"""What the page Classes says: of its models, of a descent, and of its controls."""

from collections.abc import Mapping, Sequence

import numpy as np

from pages.classes.model import BATCHES, COST, TOLS, MulticlassCourse
from pages.state.descent.explain_update import SUBSCRIPTS, Why
from pages.state.descent.multiclass_descent import OBJECTIVES, End, MulticlassDescentRun
from pages.state.multiclass.multiclass_run import MulticlassRun
from pages.state.multiclass.multiclass_scene import MulticlassScene
from pages.state.multiclass.multiclass_verdict import ZONES, unclear
from pages.state.text.conventions import WRITTEN
from pages.state.text.number_format import beyond, number
from pages.state.text.verdict import Badge, Metric, metrics

HELP = {
    "Cost": "J of the model that is drawn, over all points: penalty and loss.",
    "Above the optimum": "(J − J*) / J*, where J* is the optimal cost, certified by its "
    "dual value to a relative gap of 1e-6.",
    "Learning rate": "η of the update that is explained.",
    "Wrong": "Points that are misclassified.",
}
UNCALIBRATED = "Scores are not probabilities: only comparisons between classes mean something."
WHERE = "Inspect a place in the picture to see every class's score there."
COMPONENT = "Boundary and margins of"
COMPONENT_HELP = (
    "Each f has its own boundary f = 0 and margins; the regions follow from all of them."
)
TRAINING = "training"
HATCHED = (
    "Hatched: f > 0 for no class (/), f > 0 for several classes (\\\\), or tied votes (×). The "
    "joint schemes have one score per class, and ties only on lines."
)
FILM_HELP = {
    "place": "An update applies the rule once, to the points of a batch. An epoch is one pass over "
    "all points. Update 0 is the start.",
    "cost": "J = penalty + loss of the model that is drawn, over all points.",
    "above": "(J − J*) / J*, where J* is the optimal cost.",
}
# the constant of each way to write the cost, by the C of 1/2 |W|^2 + C sum
RELATIONS = {"average": "N C", "square": "2 N C", "square_sum": "2 C"}
RELATIONS |= {"lambda": "1/(N C)", "course": "1/(2 N C)"}
BATCH_TITLES = {name: f"{name} points" for name in BATCHES} | {"1": "1 point", "all": "all"}
STOPPING_LABEL = "Stop"
STOPPING_HELP = (
    "When the cost falls by less than a share of the lowest one before in five successive epochs; "
    "or when the cost, which some texts call L, is at most tol after an epoch."
)
STOPPING = {
    name: "After the last epoch" if tol is None else f"Cost falls by less than {100.0 * tol:g} %"
    for name, tol in TOLS.items()
} | {COST: "Cost at most tol (L ≤ tol)"}
START = "Start"
STARTS = {"zero": "W = 0", "random": "Random W"}
RANDOM = "Standard normal numbers: of W and b with the linear kernel, else of the coefficients."
FORGOTTEN = "With η = 1/(ρt) the first update multiplies W by 1 − ηρ = 0."


def hatched_text(hatches: Mapping[str, str]) -> str:
    """What the hatching of a picture means, by the kind of its zones; "" where there is none."""
    several = len(hatches) > 1
    found = [ZONES[kind] + (f" ({hatch})" if several else "") for kind, hatch in hatches.items()]
    return f"Hatched: {' or '.join(found)}." if found else ""


def course_badge(course: MulticlassCourse, epoch: int, update: int = 0) -> Badge:
    """Which epoch is shown, or which update."""
    if course.run is None:
        return Badge("plain", "no model yet")
    run, m = course.at(epoch, update)
    if run is not course.run:
        return Badge("plain", f"update {run.update[m]} of {course.run.update[-1]}")
    return Badge("plain", f"epoch {course.moment(epoch)} of {course.last}")


def course_sentence(course: MulticlassCourse, epoch: int, update: int = 0) -> str:
    """The model at a place in the run, and how the run ended."""
    if course.run is None:
        return course.why
    wrong = int(course.shown(epoch, update).wrong.sum())
    points = {0: "No point is", 1: "1 point is"}.get(wrong, f"{wrong} points are")
    return f"{points} misclassified. {ended(course)}"


def ended(course: MulticlassCourse) -> str:
    """How the run ended, as a sentence."""
    run = course.run
    if run is None:
        return course.why
    if run.end is End.DIVERGED:
        return (
            f"The run diverged at update {run.diverged}: its numbers became too large. "
            "Take a smaller η₀."
        )
    if run.end is End.TOL:
        tol = number(100.0 * (run.course.tol or 0.0))
        return (
            f"The run ended after {course.last} epochs: in the last {run.course.patience} the cost "
            f"fell by less than {tol} %."
        )
    if run.end is End.TARGET:
        after = (
            f"after {course.last} epoch{'s' * (course.last > 1)}" if course.last else "at its start"
        )
        return (
            f"The run ended {after}: the cost {number(float(run.total[-1]), 4)} is at most "
            f"tol = {number(run.course.target_cost or 0.0, 4)}."
        )
    return f"The run ended with its last epoch, {course.last}."


def course_figures(course: MulticlassCourse, epoch: int, update: int = 0) -> tuple[Metric, ...]:
    """The cards beside the picture; dashes without a run."""
    if course.run is None:
        return metrics({}, HELP)
    run, m = course.at(epoch, update)
    rate = float(run.rate[m])
    wrong = int(course.shown(epoch, update).wrong.sum())
    above = "–" if course.floor is None else f"{number(100.0 * run.above(course.floor)[m], 3)} %"
    least = "optimum unknown" if course.floor is None else f"J* = {number(course.floor, 4)}"
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
        "Wrong": (str(wrong), f"of {len(course.labels)} points"),
    }
    return metrics(values, HELP)


def film_words(course: MulticlassCourse, kept: MulticlassDescentRun) -> dict[str, list[str]]:
    """What the timeline says of every update that is kept."""
    total, per_epoch = int(kept.update[-1]), kept.plan.per_epoch
    cost, above = [], []
    for V, b in zip(kept.V, kept.b, strict=True):
        terms = kept.course.cost.terms_at(kept.data, V, b)
        J, margin, loss = float(terms.total), float(terms.margin), float(terms.loss)
        cost.append(f"cost {number(J, 4)} = {number(margin, 4)} + {number(loss, 4)}")
        above.append("" if course.floor is None else beyond(max(J / course.floor - 1.0, 0.0)))
    return {
        "place": [
            f"update {t} of {total} · epoch\u00a0{t / per_epoch:.1f}" for t in kept.update.tolist()
        ],
        "cost": cost,
        "above": above,
    }


def constant_text(way: str, C: float, mass: float) -> str:
    """The cost as it is written, and its constant for the C of the slider; mass: Σ of weights."""
    chosen, formula = OBJECTIVES[way], WRITTEN[way].formula
    if way not in RELATIONS or not mass:
        return f"{formula}."
    name = chosen.constant if chosen.constant == "λ" else "its C"
    own = number(chosen.constant_of(C, mass), 4)
    known = f"With C = {number(C)} and N = {number(mass)}"
    return f"{formula}. {known}, {name} = {RELATIONS[way]} = {own}."


def gradient_text(why: Why, classes: Sequence[int]) -> str:
    """The subgradient of the loss of the update's first point: an indicator times φ(x) a class."""
    parts = []
    for c, slope in zip(classes, why.slope[0].tolist(), strict=True):
        times = {0.0: "0", 1.0: "φ(x)", -1.0: "−φ(x)"}.get(slope, f"−{-slope:g} φ(x)")
        parts.append(f"∂loss/∂w{str(c).translate(SUBSCRIPTS)} = {times}")
    return f"Subgradient: {', '.join(parts)}."


def rings_text(update: int, points: Sequence[int], most: int) -> str:
    """Whose rings the picture shows, of the points of an update; none of more than `most`."""
    if len(points) == 1:
        return f" The ring in the picture marks the point of update {update}."
    if len(points) > most:
        return ""
    return f" The rings mark the points of update {update}; the thickest is point {points[0] + 1}."


def component_titles(classes: Sequence[int], *, rest: bool) -> dict[str, str]:
    """The classifiers by their names in the menu: each class vs. the rest, or each pair."""
    none = {"": "all classes together"}
    if rest:
        return none | {f"{c}": f"class {c} vs. rest" for c in classes}
    pairs = [(a, b) for k, a in enumerate(classes) for b in classes[k + 1 :]]
    return none | {f"{a} {b}": f"class {a} vs. class {b}" for a, b in pairs}


def cell_text(run: MulticlassRun, drawn: MulticlassScene) -> str:
    """What a scheme comes to, in a few words for its small picture."""
    if run.many is None:
        return "no model"
    words = f"{int(run.support.sum())} SVs, {int(run.wrong.sum())} wrong"
    shares = unclear(run, drawn)
    return f"{words}, {number(100.0 * sum(shares.values()), 2)} % ambiguous" if shares else words
