"""What is said of a point or a place that is asked about, and of a descent on its way."""

from __future__ import annotations

from svmcore.regression.descent import Course
from svmcore.regression.fitted import Fitted
from svmcore.report import Figure, beyond, number


def said_of_point(fitted: Fitted, k: int) -> str:
    """Where point number k lies, and what it does to f.

    "z lies 0.42 above f, outside the tube: it pulls with all it has, α = C = 1."
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
        return f"{where}, {tube} the tube. The point is kept apart: f has not learnt from it."
    name = "α" if fitted.coef[k] > 0.0 else "α*"
    value = max(float(fitted.alpha[k]), float(fitted.alpha_star[k]))
    if fitted.free[k]:
        return f"{where}, on the edge of the tube: it pulls with {name} = {number(value)}."
    if fitted.bound[k]:
        place = "outside the tube" if out else "on the edge of the tube"
        most = "C times its weight" if fitted.weighed else "C"
        return f"{where}, {place}: it pulls with all it has, {name} = {most} = {number(value)}."
    return f"{where}, inside the tube: α = α* = 0, and f would be the same without the point."


def said_at(fitted: Fitted, x: float) -> str:
    """f and its tube at a place."""
    if fitted.model is None:
        return ""
    f = float(fitted([x])[0])
    low, high = number(f - fitted.epsilon), number(f + fitted.epsilon)
    return f"At x = {number(x)}: f = {number(f)}, and the tube goes from {low} to {high}."


def course_sentence(course: Course, row: int) -> str:
    """How far a descent has come at one of its rows, and how it ended.

    "After 12 epochs the cost is 34.2, 5.1 % above the optimum."
    """
    epoch, cost = int(course.epochs[row]), number(float(course.terms.total[row]))
    when = "Before the first epoch" if epoch == 0 else f"After {epoch} epochs"
    when = "After 1 epoch" if epoch == 1 else when
    above = course.above
    how = f", {beyond(max(float(above[row]), 0.0))}" if above is not None else ""
    said = f"{when} the cost is {cost}{how}."
    if course.diverged:
        done = int(course.epochs[-1])
        said += f" After {done} epochs the numbers overflowed: choose a smaller η₀."
    return said


def course_cards(course: Course, row: int) -> tuple[Figure, ...]:
    """A descent's numbers at one of its rows."""
    total, best = float(course.terms.total[row]), course.best
    least = course.least
    optimum = "optimum unknown" if least is None else f"optimum {number(least, 4)}"
    test, above = float(course.test_loss[row]), course.above
    known = above is not None
    return (
        Figure(
            "Cost",
            number(total, 4),
            optimum,
            "J = ½‖w‖² + C Σ max(0, |z − f| − ε) over the points f learns from.",
        ),
        Figure(
            "Above the optimum",
            f"{number(100.0 * max(float(above[row]), 0.0))} %" if above is not None else "–",
            "of the least cost" if known else "nothing to compare with",
            "(J − J*) / J*, where J* is the cost of the exact f.",
        ),
        Figure(
            "Lowest of all",
            number(float(course.terms.total[best]), 4),
            f"epoch {int(course.epochs[best])}",
            "A subgradient step may lead uphill: the last machine need not be the best.",
        ),
        Figure(
            "Test loss",
            number(test) if test == test else "–",
            "mean slack" if test == test else "no test points",
            "Mean of max(0, |z − f| − ε) over the points kept apart.",
        ),
    )
