"""From the widest margin to a quadratic program, and why its solution is unique."""

from pages.derivations.model.question import Lit, Uses
from pages.derivations.model.two_classes import BoardCase
from pages.derivations.text.geometry import with_line
from pages.derivations.text.latex import bracketed, points_text, rows, signed, tex, vector
from pages.derivations.text.step import Citation, DerivationStep, DerivationText

STRETCHED = 2.0  # (s w, s b) fulfils the constraints for every s > 1


def _margins(case: BoardCase) -> Lit:
    return Lit(parts=("margins",))


def _constraints_here(case: BoardCase) -> str:
    least = tex(round(float(case.t.min()), 6))
    where = points_text(sorted(case.support.tolist()))
    return f"All {case.n} constraints hold. The least y f is {least}, at {where}."


def _row(case: BoardCase) -> str:
    i = int(case.support[0])
    x, y = case.X[i], case.y[i]
    return rows(
        rf"z &= {vector([*case.w, case.b])}",
        rf"\tfrac12 z^\top P z &= {tex(0.5 * case.square, 4)}",
        rf"{tex(-y * x[0])}\,z_1 {signed(-y * x[1])}\,z_2 {signed(-y)}\,z_3 &\le -1",
    )


def _row_here(case: BoardCase) -> str:
    return (
        f"3 unknowns and {case.n} constraints; the row is that of point "
        f"{int(case.support[0]) + 1}, which is equal to −1 at the solution."
    )


def _half(case: BoardCase) -> str:
    half, s = 0.5 * float(case.w @ case.w), STRETCHED
    middle = (0.5 * (1.0 + s)) ** 2 * half
    mean = 0.5 * (1.0 + s**2) * half
    ends = rf"\tfrac12\,({tex(half, 4)} + {tex(s * s * half, 4)})"
    return rows(rf"u = 2w:\quad {tex(middle, 4)} &< {ends}", rf"&= {tex(mean, 4)}")


def _b_numbers(case: BoardCase) -> str:
    plus, minus = case.ends
    assert plus is not None
    assert minus is not None
    found = [(case.y[k], float(case.w @ case.X[k])) for k in (plus, minus)]
    return rows(
        *(rf"{tex(y)} - {bracketed(wx, 4)} &= {tex(y - wx, 4)}" for y, wx in found),
    )


OBJECTIVE = DerivationText(
    "From the widest margin to ½‖w‖²",
    Citation(
        "Boser, Guyon, Vapnik, A training algorithm for optimal margin classifiers (1992), 2",
        "https://doi.org/10.1145/130385.130401",
    ),
    (
        DerivationStep(
            rows(
                r"\max_{w,b}\ &\frac{2}{\|w\|}",
                r"\text{with}\ &y_i(\langle w, x_i\rangle + b) \ge 1",
            ),
            "Of all lines that classify every point correctly, take the one with the widest "
            "margin. (s w, s b) is the same line for every s > 0: choose s such that the least y f "
            "is 1; the margin is then 2/‖w‖ wide.",
            lambda case: rf"\frac{{2}}{{\|w\|}} = {tex(2.0 / case.norm, 4)}",
            _constraints_here,
            lambda case: Lit(tuple(case.support.tolist()), ("margins",)),
            "A tutorial prints f(x) ≥ 1 and f(x) ≤ −1 without saying for which points; here the "
            "first is for class +1 and the second for class −1, because no f(x) fulfils both.",
        ),
        DerivationStep(
            r"\max \frac{2}{\|w\|} \;\Leftrightarrow\; \min \|w\|",
            "2/‖w‖ decreases in ‖w‖, so the widest margin has the shortest w.",
            lambda case: rf"\|w\| = {tex(case.norm, 4)}",
            lit=lambda case: Lit(parts=("margins", "w")),
            erratum="The same tutorial prints min 2/‖w‖; here it is max, because a small 2/‖w‖ is "
            "a narrow margin.",
        ),
        DerivationStep(
            r"\min \|w\| \;\Leftrightarrow\; \min \tfrac12\|w\|^2",
            "The square increases for ‖w‖ ≥ 0, so the minimiser stays; with the half the gradient "
            "is w, without a root.",
            lambda case: rf"\tfrac12\|w\|^2 = {tex(0.5 * case.square, 4)}",
            lit=_margins,
        ),
        DerivationStep(
            rows(
                r"\min_z\ &\tfrac12 z^\top P z,\quad z = (w_1, w_2, b)",
                r"\text{with}\ &-y_i (x_{i1} z_1 + x_{i2} z_2 + z_3) \le -1",
            ),
            "Quadratic objective, P = diag(1, 1, 0), and linear constraints: a quadratic program.",
            _row,
            _row_here,
            lambda case: Lit((int(case.support[0]),), ("margins",)),
        ),
        DerivationStep(
            rows(
                r"&\tfrac12\bigl\|\tfrac12(w + u)\bigr\|^2",
                r"&= \tfrac14\|w\|^2 + \tfrac14\|u\|^2 - \tfrac18\|w - u\|^2",
                r"&< \tfrac12\bigl(\tfrac12\|w\|^2 + \tfrac12\|u\|^2\bigr)",
            ),
            "½‖w‖² is strictly convex: between two solutions w ≠ u there would be a shorter one, "
            "which fulfils the linear constraints too. So w is unique.",
            _half,
            lit=lambda case: Lit(parts=("w",)),
        ),
        DerivationStep(
            r"b = y_s - \langle w, x_s\rangle",
            "A constraint of each class is an equation at the solution, else b could be moved and "
            "w made shorter. So b is unique too.",
            _b_numbers,
            lambda case: f"Both equations, of {points_text(_both(case))}, give the same b.",
            lambda case: Lit(_both(case), ("margins",)),
        ),
    ),
    with_line,
    Uses("linear", "hard"),
)


def _both(case: BoardCase) -> tuple[int, ...]:
    return tuple(k for k in case.ends if k is not None)
