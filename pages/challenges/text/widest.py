"""What is said of a line that was drawn by hand."""

import math

import numpy as np

from pages.challenges.model.widest import Drawing
from pages.state.text.number_format import number
from pages.state.text.verdict import Badge, Metric

NAMES = ("first point of the line", "second point of the line", "margin f = +1")
FORMULAS = {
    "hard": r"\min_{w,\,b}\; \tfrac12\lVert w\rVert^2 \quad\text{with}\quad y_i f(x_i) \ge 1",
    "soft": r"\begin{gathered}\min_{w,\,b}\; \tfrac12\lVert w\rVert^2 + C\textstyle\sum_i \xi_i \\"
    r"\xi_i = \max(0,\, 1 - y_i f(x_i))\end{gathered}",
}
TASKS = {
    "hard": "Drag the two handles on the line to turn it, and the one on the margin to widen it. "
    "Get the margin as wide as you can with no point inside it.",
    "soft": "These points are noisy: a line that separates them need not exist. Find the line and "
    "the margin with the least cost. Each violating point costs C times its slack ξ.",
}
SHOW, UNSHOW = "Show optimum", "Hide optimum"
SHOW_HELP = "The SVM's line and margins, and how near yours are to them."
NEW, NEW_HELP = "New sample", "Another random sample: a new task."
RESET, RESET_HELP = "Reset line", "Put the handles back to where they began."
HIDDEN = "hidden"


def badge(drawing: Drawing) -> Badge:
    """Whether the line is a feasible point of the problem."""
    if drawing.feasible:
        return Badge("certified", "no violation")
    if drawing.hard:
        return Badge("failed", "not feasible")
    return Badge("plain", "with slack")


def sentence(drawing: Drawing, shown: bool) -> str:
    """The state of the line in one sentence; with the optimum its score too, if that is `shown`."""
    text = _cost(drawing) if not drawing.hard else _width(drawing)
    return f"{text} {_score(drawing)}" if shown else text


def _width(drawing: Drawing) -> str:
    if drawing.feasible:
        width = f"The margin is {number(drawing.line.width, 4)} wide"
        return f"{width}, and y f(x) ≥ 1 holds for all {len(drawing.y)} points."
    return f"y f(x) ≥ 1 is violated by {_violations(drawing)}."


def _cost(drawing: Drawing) -> str:
    cost = f"The cost is {number(drawing.cost, 4)}"
    if drawing.feasible:
        return f"{cost}, and no point has slack."
    return f"{cost}, with the slack of {_violations(drawing)}."


def _violations(drawing: Drawing) -> str:
    """How many points violate a constraint, and of which kind: "4 points (3 inside ...)"."""
    inside, wrong = int(drawing.inside.sum()), int(drawing.wrong.sum())
    total = inside + wrong
    kinds = []
    if inside:
        kinds.append(f"{inside} inside the margin ({'ring' if inside == 1 else 'rings'})")
    if wrong:
        kinds.append(f"{wrong} misclassified ({'cross' if wrong == 1 else 'crosses'})")
    return f"{total} {'point' if total == 1 else 'points'}: {' and '.join(kinds)}"


def _score(drawing: Drawing) -> str:
    score = percent_below(drawing.score())
    if not drawing.hard:
        least = number(drawing.least_cost(), 4)
        return f"The least cost is {least}: your score is {score}."
    best = f"The widest margin is {number(drawing.optimum().width or 0.0, 4)}"
    if not drawing.feasible:
        return f"{best}: your score is 0 while a constraint is violated."
    return f"{best}: your score is {score}."


def percent_below(share: float) -> str:
    """A share in percent with one decimal, rounded down: 100 % is the optimum alone."""
    return f"{number(math.floor(1000.0 * share) / 10.0, 4)} %"


def cards(drawing: Drawing, shown: bool) -> tuple[Metric, ...]:
    """The numbers of the line."""
    line, hard = drawing.line, drawing.hard
    w = f"w = ({number(line.w[0])}, {number(line.w[1])}), b = {number(line.b)}"
    violating, wrong = int(drawing.violating.sum()), int(drawing.wrong.sum())
    slack = float(drawing.slack.sum())
    terms = (
        f"{number(drawing.norm_term)} + {number(drawing.experiment.C)} × {number(slack)} of slack"
    )
    return (
        Metric(
            "Margin width",
            number(line.width, 4),
            w,
            "2/‖w‖, the distance between f = −1 and f = +1.",
        ),
        Metric(
            "Objective",
            number(drawing.cost, 4),
            "½‖w‖²" if hard else terms,
            "½‖w‖²: half the square of 2 divided by the width."
            if hard
            else "½‖w‖² + C Σ ξ: a wide margin against the slack ξ.",
        ),
        Metric(
            "Violations",
            str(violating),
            f"{wrong} misclassified",
            "Points with y f(x) < 1: inside the margin or misclassified.",
        ),
        Metric("Score", *_score_card(drawing, shown), _score_help(hard)),
    )


def _score_card(drawing: Drawing, shown: bool) -> tuple[str, str]:
    if not shown:
        return HIDDEN, "until you show the optimum"
    if drawing.hard and not drawing.feasible:
        return "0", f"{int(drawing.violating.sum())} violated"
    least = "least cost" if not drawing.hard else "widest"
    best = drawing.least_cost() if not drawing.hard else drawing.optimum().width or 0.0
    return percent_below(drawing.score()), f"{least} {number(best, 4)}"


def _score_help(hard: bool) -> str:
    if hard:
        return "Your width divided by the largest; 0 if a constraint is violated."
    return "The least cost divided by yours."


def remark(drawing: Drawing) -> str:
    """What the line shows of the idea of the SVM."""
    if not drawing.separates:
        n = int(drawing.wrong.sum())
        if 2 * n > len(drawing.y):
            return "Most points are misclassified: drag the margin's handle across the line."
        return ""
    nearest = float(np.abs(drawing.line.f(drawing.X)).min()) * abs(drawing.line.half)
    text = "Your line separates the classes, and so do infinitely many others near it: the "
    text += f"nearest point is {number(nearest)} away. "
    return text + "The SVM takes the one with the widest margin."
