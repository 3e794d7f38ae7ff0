"""Why C bounds the multipliers, and when b is not unique."""

import numpy as np

from pages.derivations.model.question import Lit, Uses
from pages.derivations.model.two_classes import BoardCase, two_classes
from pages.derivations.text.latex import bracketed, points_text, rows, tex
from pages.derivations.text.multipliers import (
    BURGES,
    at_points,
    example,
    free_b,
    lit_examples,
    zero,
)
from pages.derivations.text.step import Citation, DerivationStep, DerivationText
from pages.state.text.number_format import number

NONE_BOUND = "No point has α = C here."
ABOVE = 1.5  # times C: a multiplier that is too large
WIDE = 1e-5  # of an interval of b, relative to its ends: a narrower one is one number


def _terms(case: BoardCase) -> str:
    i = case.worst
    C, a, xi = case.C, float(case.alpha[i]), float(case.slack[i])
    mu = zero(C - a)
    return rows(
        rf"&{tex(C)}\cdot {tex(xi)} - {tex(a)}\cdot {tex(xi)} - {tex(mu)}\cdot {tex(xi)}",
        rf"&= {tex(zero((C - a - mu) * xi))}\quad\text{{(point {i + 1})}}",
    )


def _derivative(case: BoardCase) -> str:
    lines = [
        rf"{tex(case.C)} - {tex(case.alpha[i])} - {tex(zero(case.C - case.alpha[i]))} &= 0"
        rf"\quad\text{{(point {i + 1})}}"
        for i in at_points(case, (2, 1, 0))
    ]
    return rows(*lines)


def _largest(case: BoardCase) -> str:
    return rf"\max_i \alpha_i = {tex(case.alpha.max(), 4)} \le {tex(case.C, 4)} = C"


def _at_bound(case: BoardCase) -> str:
    found = case.kind(2)
    if not len(found):
        return NONE_BOUND
    return f"α = C for {len(found)} of {case.n} points: {points_text(found.tolist())}."


def _unbounded(case: BoardCase) -> str:
    a = ABOVE * case.C
    return (
        rf"\alpha_i = {tex(a)}:\quad ({tex(case.C)} - {tex(a)})\,\xi_i = "
        rf"{tex(case.C - a)}\,\xi_i \to -\infty"
    )


BOUND = DerivationText(
    "Why is C an upper bound of α?",
    Citation("Burges, A tutorial on support vector machines (1998), 3.5", BURGES),
    (
        DerivationStep(
            r"L = \dots + C\,\xi_i - \alpha_i\,\xi_i - \mu_i\,\xi_i",
            "Of the Lagrangian of the soft margin, these are the terms with the slack ξᵢ: its "
            "cost, "
            "and the multipliers of its two constraints.",
            _terms,
            lit=lambda case: Lit((case.worst,), ("margins",)),
        ),
        DerivationStep(
            r"\frac{\partial L}{\partial \xi_i} = C - \alpha_i - \mu_i = 0",
            "L is linear in ξᵢ, and its minimum over ξᵢ is finite only if this slope is 0.",
            _derivative,
            lit=lambda case: lit_examples(case, (2, 1, 0)),
        ),
        DerivationStep(
            r"\alpha_i = C - \mu_i,\quad \mu_i \ge 0 \;\Rightarrow\; \alpha_i \le C",
            "The multiplier μᵢ of an inequality is not negative, so αᵢ is at most C.",
            _largest,
            _at_bound,
            lambda case: Lit(tuple(case.kind(2).tolist())),
        ),
        DerivationStep(
            r"\alpha_i > C:\quad \min_{\xi_i \ge 0} (C - \alpha_i)\,\xi_i = -\infty",
            "With αᵢ > C the dual value would be −∞: paying C for slack is cheaper than αᵢ. The "
            "hard margin has no slack, so there C = ∞ and no bound.",
            _unbounded,
        ),
    ),
    two_classes,
    Uses("kept", "soft"),
)


def ranges(case: BoardCase) -> tuple[float, float]:
    """The least and the largest b."""
    low, high = case.b_range
    return min(low, high), max(low, high)


def unique(case: BoardCase) -> bool:
    """Whether b is one number: a free support vector, or an interval without length."""
    low, high = ranges(case)
    return bool(len(case.free)) or high - low <= WIDE * max(1.0, abs(low), abs(high))


def sides(case: BoardCase) -> tuple[np.ndarray, np.ndarray]:
    """The points that bound b from below, and those that bound it from above."""
    kind, plus = case.conditions.case, case.y > 0.0
    lower = np.where(plus, kind < 2, kind > 0)
    upper = np.where(plus, kind > 0, kind < 2)
    return np.flatnonzero(lower), np.flatnonzero(upper)


def _kinks(case: BoardCase) -> np.ndarray:
    return np.asarray(case.y - case.K_beta)


def _ends(case: BoardCase) -> tuple[int | None, int | None]:
    """The point that sets the least b, and the one that sets the largest."""
    lower, upper = sides(case)
    kinks = _kinks(case)
    low = int(lower[kinks[lower].argmax()]) if len(lower) else None
    high = int(upper[kinks[upper].argmin()]) if len(upper) else None
    return low, high


def _one_side(case: BoardCase, kind: int) -> str:
    lines = []
    for sign in (1.0, -1.0):
        found = [i for i in case.kind(kind) if case.y[i] == sign]
        if found:
            i = int(found[0])
            rising = (sign > 0.0) == (kind == 0)
            relation = r"\ge" if rising else r"\le"
            kink = case.y[i] - case.K_beta[i]
            lines.append(
                rf"b &{relation} {tex(sign, 1)} - {bracketed(case.K_beta[i], 4)} = {tex(kink, 4)}"
                rf"\quad\text{{(point {i + 1})}}"
            )
    return rows(*lines) if lines else ""


def _interval(case: BoardCase) -> str:
    low, high = ranges(case)
    return rows(
        rf"b_{{\min}} &= {tex(low, 4)}",
        rf"b_{{\max}} &= {tex(high, 4)}",
    )


def _interval_here(case: BoardCase) -> str:
    low, high = ranges(case)
    if unique(case):
        return f"b = {number(case.b, 4)} is unique."
    i, j = _ends(case)
    ends = "" if i is None or j is None else f", set by points {i + 1} and {j + 1}"
    return (
        f"b is not unique: any b from {number(low, 4)} to {number(high, 4)} is optimal{ends}. "
        "The model in "
        f"the picture has b = {number(case.b, 4)}."
    )


def _interval_lit(case: BoardCase) -> Lit:
    return Lit(tuple(k for k in dict.fromkeys(_ends(case)) if k is not None), ("boundary",))


def _free_here(case: BoardCase) -> str:
    found = case.free
    if not len(found):
        return "No support vector is free here: this equation holds for no point."
    s = example(case, 1)
    assert s is not None
    number = f"{len(found)} {'is' if len(found) == 1 else 'are'} free"
    return f"{number}: {points_text(found.tolist())}. The numbers are those of point {s + 1}."


def _counts(case: BoardCase) -> str:
    plus, minus = (float(case.alpha[case.y == sign].sum()) for sign in (1.0, -1.0))
    return (
        rf"\textstyle\sum_{{y_i = 1}} \alpha_i = {tex(plus, 4)},\quad \sum_{{y_i = -1}} "
        rf"\alpha_i = {tex(minus, 4)}"
    )


def _counts_here(case: BoardCase) -> str:
    if case.hard:
        return "The hard margin has no bound C, so every support vector is free."
    bound = case.kind(2)
    plus = int((case.y[bound] > 0.0).sum())
    text = f"α = C for {plus} of class +1 and {len(bound) - plus} of class −1"
    return f"{text}, and {len(case.free)} free." if len(case.free) else f"{text}, none free."


BIAS = DerivationText(
    "When is b not unique?",
    Citation(
        "Burges, Crisp, Uniqueness of the SVM solution (1999)",
        "https://papers.nips.cc/paper_files/paper/1999/hash/"
        "c4492cbe90fbdbf88a5aec486aa81ed5-Abstract.html",
    ),
    (
        DerivationStep(
            r"0 < \alpha_s < C \;\Rightarrow\; b = y_s - \textstyle\sum_i \alpha_i y_i K(x_i, x_s)",
            "A free support vector lies on its margin, which gives one equation for b: with one, b "
            "is unique.",
            free_b,
            _free_here,
            lambda case: Lit(tuple(case.free.tolist()), ("margins",)),
        ),
        DerivationStep(
            rows(
                r"\alpha_i = 0:\quad &y_i f(x_i) \ge 1",
                r"y_i = +1:\quad &b \ge 1 - \textstyle\sum_j \alpha_j y_j K(x_j, x_i)",
                r"y_i = -1:\quad &b \le -1 - \textstyle\sum_j \alpha_j y_j K(x_j, x_i)",
            ),
            "A point with α = 0 is on its margin or beyond it, which only bounds b on one side.",
            lambda case: _one_side(case, 0),
            lambda case: "" if len(case.kind(0)) else "No point has α = 0 here.",
        ),
        DerivationStep(
            rows(
                r"\alpha_i = C:\quad &y_i f(x_i) \le 1",
                r"y_i = +1:\quad &b \le 1 - \textstyle\sum_j \alpha_j y_j K(x_j, x_i)",
                r"y_i = -1:\quad &b \ge -1 - \textstyle\sum_j \alpha_j y_j K(x_j, x_i)",
            ),
            "A point with α = C is on its margin or inside it, which bounds b on the other side.",
            lambda case: _one_side(case, 2),
            lambda case: "" if len(case.kind(2)) else NONE_BOUND,
            lambda case: Lit(tuple(case.kind(2).tolist())),
        ),
        DerivationStep(
            r"b_{\min} \le b \le b_{\max}",
            "The largest lower bound and the smallest upper bound: every b between them "
            "fulfils all "
            "conditions with the same w.",
            _interval,
            _interval_here,
            _interval_lit,
            "Lecture notes print that the soft margin has a unique solution; here w is unique and "
            "b may not be, because J is strictly convex in w, but not in b.",
        ),
        DerivationStep(
            r"\text{none free:}\quad \textstyle\sum_i \alpha_i y_i = C\,(n_+ - n_-) = 0",
            "Without a free support vector every α is 0 or C. So with α = C for n₊ points of class "
            "+1 and n₋ of class −1, n₊ = n₋; then b may move until a point reaches its margin.",
            _counts,
            _counts_here,
            lambda case: Lit(tuple(case.kind(2).tolist())),
        ),
    ),
    two_classes,
    Uses("kept", "kept"),
)
