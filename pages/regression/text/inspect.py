"""What is said of a point or a place that is asked about, and of a descent on its way."""

from collections.abc import Sequence

from pages.regression.model.descent import TubeDescent
from pages.regression.model.drawing import TubeDrawing
from pages.regression.model.fitted import RegressionFit
from pages.state.text.number_format import beyond, number
from pages.state.text.verdict import Metric

LITTLE = 1e-6  # of the larger of a point's two multipliers: what is nothing beside it


def point_sentence(fitted: RegressionFit, k: int) -> str:
    """Where point number k lies, and what it does to f.

    "z lies 0.42 above f, outside the tube: at its upper bound, α = C = 1."
    """
    if fitted.model is None:
        return f"A point at x = {number(fitted.x[k])}, z = {number(fitted.z[k])}."
    r = float(fitted.residuals[k])
    off = abs(r)
    side = "above" if r > 0.0 else "below"
    where = f"z lies {number(off)} {side} f" if off > fitted.rounding else "z lies on f"
    out = fitted.outside[k]
    if fitted.test[k]:
        tube = "outside" if out else "inside"
        return f"{where}, {tube} the tube. It is a test point, not used for training."
    name = "α" if fitted.coef[k] > 0.0 else "α*"
    less, value = sorted((float(fitted.alpha[k]), float(fitted.alpha_star[k])))
    place = "outside the tube" if out else "on the edge of the tube"
    if not fitted.finished:
        place = place if fitted.support[k] else "inside the tube"
        return f"{where}, {place}. Its α is not known: the optimum is not reached."
    if fitted.support[k] and less > LITTLE * value:  # only where the tube has no width
        both = f"α = {number(fitted.alpha[k])} and α* = {number(fitted.alpha_star[k])}"
        return f"{where}, {place}: {both}."
    if fitted.free[k]:
        return f"{where}, {place}: {name} = {number(value)}."
    if fitted.bound[k]:
        most = "C times its weight" if fitted.weighed else "C"
        return f"{where}, {place}: at its upper bound, {name} = {most} = {number(value)}."
    return f"{where}, inside the tube: α = α* = 0, and f would be the same without the point."


def place_sentence(fitted: RegressionFit, x: float) -> str:
    """f and its tube at a place."""
    if fitted.model is None:
        return ""
    return f"At x = {number(x)}: {_tube_at(float(fitted([x])[0]), fitted.epsilon)}"


def point_sentence_at_epoch(drawn: TubeDrawing, k: int) -> str:
    """Where point number k lies from the curve of an epoch.

    "After 7 epochs z lies 0.42 above f, outside the tube."
    """
    r = float(drawn.residuals[k])
    side = "above" if r > 0.0 else "below"
    where = f"{number(abs(r))} {side} f" if abs(r) > drawn.fitted.rounding else "on f"
    tube = "outside" if drawn.outside[k] else "inside"
    apart = " It is a test point, not used for training." if drawn.fitted.test[k] else ""
    return f"{_when(drawn.epoch or 0)} z lies {where}, {tube} the tube.{apart}"


def said_at_on_the_way(course: TubeDescent, row: int, x: float) -> str:
    """f of an epoch and its tube at a place."""
    f = float(course.curves([x], [row])[0, 0])
    text = _tube_at(f, course.fitted.epsilon)
    return f"{_when(int(course.epochs[row]))}, at x = {number(x)}: {text}"


def _tube_at(f: float, epsilon: float) -> str:
    low, high = number(f - epsilon), number(f + epsilon)
    return f"f = {number(f)}, and the tube goes from {low} to {high}."


def _when(epoch: int) -> str:
    if epoch == 0:
        return "Before the first epoch"
    return "After 1 epoch" if epoch == 1 else f"After {epoch} epochs"


def course_sentence(course: TubeDescent, row: int) -> str:
    """How far a descent has come at one of its rows, and how it ended.

    "After 12 epochs the cost is 34.2, 5.1 % above the optimum."
    """
    cost, when = number(float(course.terms.total[row])), _when(int(course.epochs[row]))
    above = course.above
    how = f", {beyond(max(float(above[row]), 0.0))}" if above is not None else ""
    text = f"{when} the cost is {cost}{how}."
    if course.diverged:
        last = int(course.epochs[-1]) + 1
        text += f" In epoch {last} the numbers overflowed: choose a smaller η₀."
    return text


def film_words(course: TubeDescent, rows: Sequence[int]) -> dict[str, list[str]]:
    """What the timeline says of these rows of a descent."""
    terms, above, last = course.terms, course.above, int(course.epochs[-1])
    parts = [(terms.total[k], terms.margin[k], terms.loss[k]) for k in rows]
    return {
        "place": [f"epoch {int(course.epochs[k])} of {last}" for k in rows],
        "cost": [
            f"cost {number(float(J), 4)} = {number(float(margin), 4)} + {number(float(loss), 4)}"
            for J, margin, loss in parts
        ],
        "above": [] if above is None else [beyond(max(float(above[k]), 0.0)) for k in rows],
    }


def course_cards(course: TubeDescent, row: int) -> tuple[Metric, ...]:
    """A descent's numbers at one of its rows."""
    total, best = float(course.terms.total[row]), course.best
    least = course.least
    optimum = "optimum unknown" if least is None else f"optimum {number(least, 4)}"
    test, above = float(course.test_loss[row]), course.above
    known = above is not None
    return (
        Metric(
            "Cost",
            number(total, 4),
            optimum,
            "J = ½‖w‖² + C Σ max(0, |z − f| − ε) over the training points; a point of weight "
            "2 counts as two.",
        ),
        Metric(
            "Above the optimum",
            f"{number(100.0 * max(float(above[row]), 0.0))} %" if above is not None else "–",
            "of the least cost" if known else "optimum unknown",
            "(J − J*) / J*, where J* is the cost of the exact f.",
        ),
        Metric(
            "Lowest cost",
            number(float(course.terms.total[best]), 4),
            f"epoch {int(course.epochs[best])}",
            "A subgradient step may increase the cost: the last model need not be the best.",
        ),
        Metric(
            "Test loss",
            number(test) if test == test else "–",
            "mean slack" if test == test else "no test points",
            "Mean of max(0, |z − f| − ε) over the test points.",
        ),
    )
