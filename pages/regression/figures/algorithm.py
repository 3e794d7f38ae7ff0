"""The descent to a tube as pseudocode, and what the last update of an epoch executes of it."""

from typing import Any

import numpy as np

from pages.regression.model.descent import RegressionDescent, TubeDescent
from pages.state.descent.pseudocode import CHOSEN, Line, as_film, rate_line
from pages.state.text.number_format import number
from svmcore.kernels import Linear
from svmcore.objective import CONVENTIONS
from svmcore.sgd.schedule import SCHEDULES

TITLES = {
    "one": "Stochastic gradient descent",
    "some": "Mini-batch gradient descent",
    "all": "Gradient descent",
}
LAST_UPDATE = "The lines of the last update of the epoch are highlighted."
OF_KERNEL = "w = Σ aᵢ φ(xᵢ), so w·φ(x) = Σ aᵢ K(xᵢ, x)."


def algorithm(course: TubeDescent, steps: RegressionDescent) -> dict[str, Any]:
    """The pseudocode, with a row for each epoch that a descent was looked at."""
    step, fitted = course.epochs > 0, course.fitted
    never, linear = np.zeros(len(step), dtype=bool), isinstance(_kernel(course), Linear)
    x = "x" if linear else "φ(x)"
    total = steps.plan(int(fitted.learned.sum()), 0).total
    weight, epsilon = "ω " if fitted.weighed else "", number(fitted.epsilon)
    push, receive = f"N C {weight}sign(r)", CHOSEN["shuffled"]
    single = [
        Line(receive.format("(x, z)"), 1, step),
        Line(f"r ← w·{x} + b − z", 1, step),
        Line(f"if |r| > {epsilon}: v ← w + {push} {x}, u ← {push}", 1, course.active & step, True),
        Line("else: v ← w, u ← 0", 1, ~course.active & step, True),
    ]
    size, among = ("N", "the points") if steps.batch == "all" else ("|B|", "the points of B")
    mean = f"1/{size} Σ {weight}sign(r) ({x}, 1) over {among} with |r| > {epsilon}"
    batch = [
        *([] if steps.batch == "all" else [Line(receive.format("a batch B of points"), 1, step)]),
        Line(f"(p, q) ← {mean}, r = w·{x} + b − z", 1, step),
        Line("v ← w + N C p, u ← N C q", 1, step),
    ]
    lines = [
        Line("w ← 0, b ← 0", 0, ~step),
        Line(f"for t = 1, …, {total}", 0, never),
        *(single if steps.batch == "one" else batch),
        Line(rate_line(SCHEDULES[steps.schedule].formula, CONVENTIONS["sum"]), 1, step),
        Line("w ← w − η v, b ← b − η u", 1, step),
    ]
    note = LAST_UPDATE if linear else f"{OF_KERNEL} {LAST_UPDATE}"
    return as_film(TITLES[steps.batch], lines, note)


def _kernel(course: TubeDescent) -> Any:
    return course.fitted.regression.build_kernel()
