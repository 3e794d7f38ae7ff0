"""The dual of the hard and of the soft margin."""

from pages.derivations.model.question import Lit, Uses
from pages.derivations.model.two_classes import BoardCase, two_classes
from pages.derivations.text.geometry import MML, with_line
from pages.derivations.text.latex import rows, tex
from pages.derivations.text.multipliers import (
    BURGES,
    at_points,
    balance_numbers,
    free_b,
    free_b_here,
    kinds_here,
    lit_examples,
    put_back_numbers,
    supported,
    values_numbers,
    weight_sum,
    with_w,
    zero,
)
from pages.derivations.text.step import Citation, DerivationStep, DerivationText


def _products(case: BoardCase) -> str:
    found = at_points(case, (1, 0))
    lines = [
        rf"\alpha_{{{i + 1}}}(\dots) &= {tex(case.alpha[i])}\cdot"
        rf"{tex(zero(float(case.t[i]) - 1.0))} = "
        rf"{tex(zero(float(case.alpha[i] * (case.t[i] - 1.0))))}"
        for i in found
    ]
    return rows(*lines)


# the derivatives in w and b, which both margins share
STATIONARY = (
    DerivationStep(
        r"\frac{\partial L}{\partial w} = 0 \;\Rightarrow\; w = \textstyle\sum_i \alpha_i "
        r"y_i x_i",
        "L is convex in w, so its minimum is where the derivative is 0: w is a sum over the "
        "support vectors.",
        weight_sum,
        lit=with_w,
    ),
    DerivationStep(
        r"\frac{\partial L}{\partial b} = 0 \;\Rightarrow\; \textstyle\sum_i \alpha_i y_i = 0",
        "L is linear in b, so its minimum is −∞ unless this derivative is 0: both classes have the "
        "same sum of multipliers.",
        balance_numbers,
        lit=supported,
    ),
)

HARD = DerivationText(
    "Dual of the hard margin",
    Citation(
        "Burges, A tutorial on support vector machines (1998), 3.1 and 3.2; Boyd, Vandenberghe, "
        "Convex Optimization, 5.2 and 5.5",
        BURGES,
    ),
    (
        DerivationStep(
            rows(
                r"\min_{w,b}\ &\tfrac12\|w\|^2",
                r"\text{with}\ &y_i(\langle w, x_i\rangle + b) - 1 \ge 0",
            ),
            "The primal problem: the widest margin with every point classified correctly.",
            lambda case: rf"\tfrac12\|w\|^2 = {tex(case.primal, 4)}",
            lambda case: f"{case.n} constraints, 3 unknowns.",
            lambda case: Lit(parts=("margins",)),
        ),
        DerivationStep(
            rows(
                r"L(w, b, \alpha) = &\tfrac12\|w\|^2",
                r"&- \textstyle\sum_i \alpha_i \bigl[y_i(\langle w, x_i\rangle + b) - "
                r"1\bigr],\quad \alpha_i \ge 0",
            ),
            "The Lagrangian: a multiplier αᵢ ≥ 0 for each constraint. For given α its minimum over "
            "w and b is the dual value D(α).",
            lambda case: rf"L = {tex(case.primal, 4)} - 0",
            lambda case: (
                f"At the solution each product is 0; {len(case.support)} multipliers are > 0."
            ),
            supported,
        ),
        *STATIONARY,
        DerivationStep(
            rows(
                r"L &= \tfrac12\|w\|^2 - \|w\|^2 - b\cdot 0 + \textstyle\sum_i \alpha_i",
                r"&= \textstyle\sum_i \alpha_i - \tfrac12\sum_{i,j} \alpha_i\alpha_j y_i y_j "
                r"\langle x_i, x_j\rangle",
            ),
            "Put both back into L: w and b are gone, and the minimum D(α) is left.",
            put_back_numbers,
        ),
        DerivationStep(
            rows(
                r"\max_\alpha\ &D(\alpha) = \textstyle\sum_i \alpha_i - \tfrac12\sum_{i,j} "
                r"\alpha_i\alpha_j y_i y_j \langle x_i, x_j\rangle",
                r"\text{with}\ &\alpha_i \ge 0,\quad \textstyle\sum_i \alpha_i y_i = 0",
            ),
            "The dual problem, with the points in inner products only. For feasible w, b and α, "
            "D(α) ≤ L(w, b, α) ≤ ½‖w‖²: D is a minimum of L, and no product in L is below 0 (weak "
            "duality).",
            values_numbers,
        ),
        DerivationStep(
            r"\alpha_i\,\bigl[y_i f(x_i) - 1\bigr] = 0",
            "A convex problem with linear constraints has multipliers that fulfil the KKT "
            "conditions: either α = 0, or the point lies on its margin. Then D(α) = L = ½‖w‖², and "
            "both optimal values are equal (strong duality).",
            _products,
            kinds_here,
            lambda case: lit_examples(case, (1, 0)),
        ),
        DerivationStep(
            r"b = y_s - \textstyle\sum_i \alpha_i y_i \langle x_i, x_s\rangle,\quad \alpha_s > 0",
            "Solve yₛ f(xₛ) = 1 for b at any support vector s.",
            free_b,
            free_b_here,
            lambda case: lit_examples(case, (1,)),
        ),
    ),
    with_line,
    Uses("linear", "hard"),
)


def _mu_numbers(case: BoardCase) -> str:
    lines = [
        rf"\alpha_{{{i + 1}}} &= {tex(case.C)} - {tex(zero(case.C - case.alpha[i]))} = "
        rf"{tex(case.alpha[i])}"
        for i in at_points(case, (2, 1, 0))
    ]
    return rows(*lines)


def _two_products(case: BoardCase) -> str:
    lines = []
    for i in at_points(case, (2, 1, 0)):
        a, xi = float(case.alpha[i]), float(case.slack[i])
        short = zero(float(case.t[i]) - 1.0 + xi)
        lines.append(
            rf"\text{{point {i + 1}:}}\ & {tex(a)}\cdot {tex(short)} = "
            rf"{tex(zero(a * short))},\quad "
            rf"{tex(zero(case.C - a))}\cdot {tex(xi)} = {tex(zero((case.C - a) * xi))}"
        )
    return rows(*lines)


def _primal(case: BoardCase) -> str:
    cost = case.C * float(case.slack.sum())
    return rf"{tex(0.5 * case.square, 4)} + {tex(cost, 4)} = {tex(case.primal, 4)}"


SOFT = DerivationText(
    "Dual of the soft margin",
    Citation("Deisenroth, Faisal, Ong, Mathematics for Machine Learning, 12.3.1", MML),
    (
        DerivationStep(
            rows(
                r"\min_{w,b,\xi}\ &\tfrac12\|w\|^2 + C\textstyle\sum_i \xi_i",
                r"\text{with}\ &y_i(\langle w, x_i\rangle + b) \ge 1 - \xi_i,\quad \xi_i \ge 0",
            ),
            "The primal problem, with two families of constraints.",
            _primal,
            lambda case: f"{2 * case.n} constraints, {case.n + 3} unknowns.",
            lambda case: Lit(parts=("margins",)),
        ),
        DerivationStep(
            rows(
                r"L = \tfrac12&\|w\|^2 + C\textstyle\sum_i \xi_i",
                r"&- \textstyle\sum_i \alpha_i\bigl[y_i(\langle w, x_i\rangle + b) - 1 + "
                r"\xi_i\bigr]",
                r"&- \textstyle\sum_i \mu_i \xi_i,\qquad \alpha_i, \mu_i \ge 0",
            ),
            "The Lagrangian: αᵢ for the first family, μᵢ for ξᵢ ≥ 0 (some texts write γᵢ). Its "
            "minimum over w, b and ξ is the dual value.",
            lambda case: rf"L = {tex(case.primal, 4)} - 0 - 0",
            lit=supported,
        ),
        *STATIONARY,
        DerivationStep(
            r"\frac{\partial L}{\partial \xi_i} = 0 \;\Rightarrow\; \alpha_i = C - \mu_i \le C",
            "L is linear in ξᵢ, too, so this derivative is 0: because μᵢ ≥ 0, no multiplier "
            "exceeds C.",
            _mu_numbers,
            lit=lambda case: lit_examples(case, (2, 1, 0)),
        ),
        DerivationStep(
            rows(
                r"L &= \tfrac12\|w\|^2 - \|w\|^2 - b\cdot 0 + \textstyle\sum_i \alpha_i",
                r"&\quad + \textstyle\sum_i \xi_i\,(C - \alpha_i - \mu_i)",
            ),
            "Put all three back into L: the last sum is 0, so w, b and ξ are gone.",
            put_back_numbers,
        ),
        DerivationStep(
            rows(
                r"\max_\alpha\ &\textstyle\sum_i \alpha_i - \tfrac12\sum_{i,j} "
                r"\alpha_i\alpha_j y_i y_j \langle x_i, x_j\rangle",
                r"\text{with}\ &0 \le \alpha_i \le C,\quad \textstyle\sum_i \alpha_i y_i = 0",
            ),
            "The dual problem: that of the hard margin with the upper bound C. No dual value is "
            "above a primal one: D is a minimum of L, and L is the cost minus products that are at "
            "least 0 (weak duality).",
            values_numbers,
        ),
        DerivationStep(
            r"\alpha_i\bigl[y_i f(x_i) - 1 + \xi_i\bigr] = 0,\quad \mu_i\,\xi_i = 0",
            "A convex problem with linear constraints has multipliers that fulfil the KKT "
            "conditions: of each pair of factors one is 0. Then L is the cost, and both optimal "
            "values are equal (strong duality).",
            _two_products,
            lit=lambda case: lit_examples(case, (2, 1, 0)),
        ),
        DerivationStep(
            rows(
                r"\alpha_i = 0 &\Rightarrow y_i f(x_i) \ge 1",
                r"0 < \alpha_i < C &\Rightarrow y_i f(x_i) = 1",
                r"\alpha_i = C &\Rightarrow y_i f(x_i) \le 1",
            ),
            "The three cases: beyond the margin, on it, inside it or misclassified; the first and "
            "the last may lie on the margin too.",
            here=kinds_here,
            lit=supported,
        ),
        DerivationStep(
            r"b = y_s - \textstyle\sum_i \alpha_i y_i \langle x_i, x_s\rangle,\quad 0 < "
            r"\alpha_s < C",
            "Solve yₛ f(xₛ) = 1 for b at a free support vector s.",
            free_b,
            free_b_here,
            lambda case: lit_examples(case, (1,)),
        ),
    ),
    two_classes,
)
