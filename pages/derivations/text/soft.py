"""Slack: what it is, its three ranges, and why the loss is cut off at 0."""

import numpy as np

from pages.derivations.model.question import Lit, Uses
from pages.derivations.model.two_classes import BoardCase, two_classes
from pages.derivations.text.latex import bracketed, points_text, rows, tex
from pages.derivations.text.step import Citation, DerivationStep, DerivationText
from pages.state.model.run import Run
from pages.state.text.number_format import number
from svmcore.arrays import Indices

FAR = 3  # points with the largest y f that are named


def free_of_slack(case: BoardCase) -> Indices:
    """The points with ξ = 0."""
    return np.flatnonzero(case.slack == 0.0)


def inside(case: BoardCase) -> Indices:
    """The points with 0 < ξ ≤ 1."""
    return np.flatnonzero((case.slack > 0.0) & (case.slack <= 1.0))


def beyond(case: BoardCase) -> Indices:
    """The points with ξ > 1."""
    return np.flatnonzero(case.slack > 1.0)


def _lit(points: Indices, *parts: str) -> Lit:
    return Lit(tuple(points.tolist()), parts)


def counted(points: Indices, n: int) -> str:
    """How many points these are, and which."""
    if not len(points):
        return f"None of the {n} points."
    return f"{len(points)} of {n}: {points_text(points.tolist())}."


def _slack_numbers(case: BoardCase) -> str:
    i, t = case.worst, float(case.t[case.worst])
    return rf"\max(0,\ 1 - {bracketed(t, 4)}) = {tex(case.slack[i], 4)}"


def _slack_here(case: BoardCase) -> str:
    how = "inspected" if case.at is not None else "with the least y f"
    return f"The point is number {case.worst + 1}, {how}; a click inspects another one."


def _range(case: BoardCase, points: Indices) -> str:
    if not len(points):
        return ""
    low, high = float(case.slack[points].min()), float(case.slack[points].max())
    ends = rf"{tex(low)} \le \xi_i \le {tex(high)}"
    return ends if high > low else rf"\xi_i = {tex(low)}"


def _outside_range(case: BoardCase) -> str:
    points = free_of_slack(case)
    if not len(points):
        return ""
    t = case.t[points]
    return rf"{tex(round(float(t.min()), 6))} \le y_i f(x_i) \le {tex(float(t.max()))}"


def _length(case: BoardCase) -> str:
    if case.norm <= 1e-9:
        return ""
    xi = float(case.slack[case.worst])
    return rf"\frac{{{tex(xi)}}}{{{tex(case.norm)}}} = {tex(xi / case.norm, 4)}"


def _length_lit(case: BoardCase) -> Lit:
    i = case.worst
    if case.model.weights is None or not case.slack[i] or case.norm <= 1e-9:
        return Lit((i,), ("margins",))
    foot = case.level(float(case.y[i]), case.X[i])
    return Lit((i,), ("margins",), (np.array([case.X[i], foot]),))


def _sums(case: BoardCase) -> str:
    plus, minus = case.unclipped
    return rows(
        rf"\textstyle\sum_i \max(0,\ 1 - y_i f_i) &= {tex(plus, 4)}",
        rf"\textstyle\sum_i (1 - y_i f_i) &= {tex(plus, 4)} - {tex(-minus, 4)}",
        rf"&= {tex(plus + minus, 4)}",
    )


def _sums_here(case: BoardCase) -> str:
    far = np.argsort(-case.t, kind="stable")[:FAR]
    far = far[case.t[far] > 1.0]
    if not len(far):
        return "No point has y f > 1 here, so the two sums are equal."
    takes = float((case.t[far] - 1.0).sum())
    return f"{points_text(sorted(far.tolist())).capitalize()} alone subtract {number(takes)}."


def _far_lit(case: BoardCase) -> Lit:
    return Lit(tuple(np.argsort(-case.t, kind="stable")[:FAR].tolist()))


def _averaging_here(case: BoardCase) -> str:
    wrong = case.averaging[1]
    hinge = int(_run(case).wrong.sum())
    return f"It misclassifies {wrong} of {case.n} points; the SVM, with max, {hinge}."


def _run(case: BoardCase) -> Run:
    return case.run


def _averaging_numbers(case: BoardCase) -> str:
    i = case.worst
    scores = case.averaging[0]
    return rows(
        rf"C &= {tex(case.C)},\quad b = {tex(case.C * case.y.sum(), 4)}",
        rf"y_i f(x_i) &= {tex(case.y[i] * scores[i])}\ \text{{(point {i + 1})}}",
    )


SLACK = DerivationText(
    "Slack and its three ranges",
    Citation(
        "Shalev-Shwartz, Ben-David, Understanding Machine Learning, 15.2",
        "https://www.cs.huji.ac.il/~shais/UnderstandingMachineLearning/",
    ),
    (
        DerivationStep(
            r"y_i f(x_i) \ge 1 - \xi_i,\qquad \xi_i \ge 0",
            "Every point may miss its margin by a slack ξᵢ, which costs C ξᵢ.",
            lambda case: rf"C\textstyle\sum_i \xi_i = {tex(case.C * case.slack.sum(), 4)}",
            lit=lambda case: _lit(np.flatnonzero(case.slack > 0.0), "margins"),
            erratum="A tutorial prints ξᵢ > 0; here it is ξᵢ ≥ 0, because a point on its margin or "
            "beyond it has no slack.",
        ),
        DerivationStep(
            r"\xi_i = \max(0,\ 1 - y_i f(x_i))",
            "Slack costs, so each ξᵢ is as small as the two constraints allow: the hinge loss.",
            _slack_numbers,
            _slack_here,
            lambda case: _length_lit(case),
        ),
        DerivationStep(
            r"\xi_i = 0 \;\Leftrightarrow\; y_i f(x_i) \ge 1",
            "No slack: on the margin or beyond it, classified correctly.",
            _outside_range,
            lambda case: counted(free_of_slack(case), case.n),
            lambda case: _lit(free_of_slack(case), "margins"),
            "The same tutorial prints that a point with ξᵢ = 0 lies exactly on the margin; here it "
            "lies on the margin or beyond it, because the constraint holds there without slack.",
        ),
        DerivationStep(
            r"0 < \xi_i \le 1 \;\Leftrightarrow\; 0 \le y_i f(x_i) < 1",
            "Inside the margin, on the correct side of the boundary, or, with ξ = 1, on it.",
            lambda case: _range(case, inside(case)),
            lambda case: counted(inside(case), case.n),
            lambda case: _lit(inside(case), "margins", "boundary"),
            "Some slides print ξᵢ = 0 for every point that is classified correctly; here it is "
            "above 0 inside the margin, because y f(x) is below 1 there.",
        ),
        DerivationStep(
            r"\xi_i > 1 \;\Leftrightarrow\; y_i f(x_i) < 0",
            "Beyond the boundary: misclassified.",
            lambda case: _range(case, beyond(case)),
            lambda case: counted(beyond(case), case.n),
            lambda case: _lit(beyond(case), "boundary"),
        ),
        DerivationStep(
            r"\text{distance to the margin} = \frac{\xi_i}{\|w\|}",
            "y f is ξᵢ short of the margin y f = 1, and f changes by ‖w‖ per unit of length; for "
            "other kernels than the linear one this is a distance in feature space.",
            _length,
            _slack_here,
            _length_lit,
        ),
        DerivationStep(
            r"\textstyle\sum_i (1 - y_i f(x_i))\ \text{ without max}",
            "Without max(0, ·) a point far on the correct side has a negative loss, which cancels "
            "the losses of the errors.",
            _sums,
            _sums_here,
            _far_lit,
        ),
        DerivationStep(
            rows(
                r"&\min\ \tfrac12(\|w\|^2 + b^2) + C\textstyle\sum_i (1 - y_i f(x_i))",
                r"&\Rightarrow\ w = C\textstyle\sum_i y_i\,\varphi(x_i),\quad b = "
                r"C\textstyle\sum_i y_i",
            ),
            "Set the derivatives to 0: without max every point has the same weight C, however far "
            "it is on the correct side. (b is penalised here: without that there is no minimum, "
            "unless both classes have as many points.)",
            _averaging_numbers,
            _averaging_here,
        ),
    ),
    two_classes,
    Uses("kept", "soft"),
)
