"""A Newton step in the primal, and an update of Pegasos."""

import numpy as np

from pages.derivations.model.question import Lit, Uses
from pages.derivations.model.training import NewtonCase, PegasosCase, newton_case, pegasos_case
from pages.derivations.text.latex import rows, tex, vector
from pages.derivations.text.step import Citation, DerivationStep, DerivationText
from pages.state.text.number_format import number


def _inside(which: np.ndarray) -> Lit:
    return Lit(tuple(np.flatnonzero(which).tolist()), ("margins",))


def _start(case: NewtonCase) -> str:
    J = case.objective(np.zeros(case.n), 0.0)
    return rf"\beta = 0,\ b = 0:\quad J = {tex(case.C)}\cdot {case.n} = {tex(J, 4)}"


def _gradient(case: NewtonCase) -> str:
    g, gb = case.gradient(np.zeros(case.n), 0.0)
    return rows(
        rf"\|\nabla_\beta J\| &= {tex(float(np.linalg.norm(g)), 4)}",
        rf"\frac{{\partial J}}{{\partial b}} &= {tex(gb, 4)}",
    )


def _system(case: NewtonCase) -> str:
    ridge = 1.0 / (2.0 * case.C)
    i = int(np.flatnonzero(case.second.before)[0]) if case.second.before.any() else 0
    return rows(
        rf"\frac{{1}}{{2C}} &= {tex(ridge)}",
        rf"(K_{{SS}})_{{11}} + \frac{{1}}{{2C}} &= {tex(case.K[i, i] + ridge, 4)}",
    )


def _system_here(case: NewtonCase) -> str:
    m = int(case.second.before.sum())
    return f"Step {case.steps.index(case.second) + 1}: {m} + 1 equations for {m} β and b."


def _step(case: NewtonCase) -> str:
    found = case.second
    S = np.flatnonzero(found.before)[:3]
    J = case.objective(found.beta, found.b)
    values = ",\\ ".join(tex(found.beta[i]) for i in S)
    more = ",\\ \\dots" if found.before.sum() > len(S) else ""
    return rows(
        rf"\beta_S &= ({values}{more})",
        rf"b &= {tex(found.b, 4)},\quad J = {tex(J, 4)}",
    )


def _step_here(case: NewtonCase) -> str:
    found = case.second
    return (
        f"Inside the margin: {int(found.before.sum())} points before the step, "
        f"{int(found.after.sum())} after it."
    )


def _end(case: NewtonCase) -> str:
    counts = [int(step.before.sum()) for step in case.steps]
    shown = counts if len(counts) <= 8 else [*counts[:6], -1, counts[-1]]
    sizes = r",\ ".join(r"\dots" if v < 0 else str(v) for v in shown)
    J = case.objective(case.last.beta, case.last.b)
    return rows(rf"|S| &= {sizes}", rf"J &= {tex(J, 6)}")


def _end_here(case: NewtonCase) -> str:
    n = len(case.steps)
    if not case.ended:
        return (
            f"After {n} steps S still changes: here a step of length 1 is too long, and a line "
            "search is needed."
        )
    g, gb = case.gradient(case.last.beta, case.last.b)
    size = number(max(float(np.abs(g).max()), abs(gb)), 1)
    return f"{n} steps; the largest derivative is then {size}. The picture shows this model."


NEWTON = DerivationText(
    "Newton step in the primal",
    Citation(
        "Chapelle, Training a support vector machine in the primal (2007), quadratic loss",
        "https://doi.org/10.1162/neco.2007.19.5.1155",
    ),
    (
        DerivationStep(
            rows(
                r"J(\beta, b) &= \tfrac12\beta^\top K\beta + C\textstyle\sum_i \max(0,\ 1 - "
                r"y_i f_i)^2",
                r"f &= K\beta + b",
            ),
            "The kernel SVM without a dual: f is a sum of kernels, and the squared hinge has a "
            "derivative everywhere. (The paper has λ = 1/(2C).)",
            _start,
        ),
        DerivationStep(
            rows(
                r"\nabla_\beta J &= K\bigl[\beta + 2C\,I_S(f - y)\bigr]",
                r"\frac{\partial J}{\partial b} &= 2C\textstyle\sum_{i \in S} (f_i - y_i)",
            ),
            "Only the points S with y f < 1 have a loss; I with the index S is 1 on their "
            "diagonal, else 0.",
            _gradient,
            lambda case: "At β = 0 and b = 0 all points are in S.",
        ),
        DerivationStep(
            r"H = K + 2C\,K I_S K",
            "The second derivative in β: J is a parabola as long as S stays the same.",
            lambda case: rf"2C = {tex(2.0 * case.C)},\quad |S| = {int(case.second.before.sum())}",
            lit=lambda case: _inside(case.second.before),
        ),
        DerivationStep(
            rows(
                r"\bigl(K_{SS} + \tfrac{1}{2C} I\bigr)\,\beta_S + b\,1 &= y_S",
                r"1^\top \beta_S = 0,\quad \beta_i &= 0 \ (i \notin S)",
            ),
            "Newton's step goes to the minimum of that parabola, where both derivatives are 0.",
            _system,
            _system_here,
            lambda case: _inside(case.second.before),
        ),
        DerivationStep(
            r"\beta_S = \bigl(K_{SS} + \tfrac{1}{2C} I\bigr)^{-1}(y_S - b\,1)",
            "Solve for β; without a bias this is the paper's formula.",
            _step,
            _step_here,
            lambda case: _inside(case.second.after),
        ),
        DerivationStep(
            r"S \leftarrow \{i : y_i f_i < 1\}",
            "Repeat with the new S. When S stays the same, the minimum of J is reached.",
            _end,
            _end_here,
            lambda case: _inside(case.last.after),
        ),
    ),
    newton_case,
    Uses("kept", "soft"),
)


def _point(case: PegasosCase, *parts: str) -> Lit:
    return Lit((case.i,), parts)


def _loss(case: PegasosCase) -> str:
    t = case.margin
    return rf"\ell({tex(t)}) = {tex(max(0.0, 1.0 - t))},\quad \ell' = {-1 if case.active else 0}"


def _reg(case: PegasosCase) -> str:
    n, C = case.n, case.C
    return rf"\lambda = \frac{{1}}{{{n}\cdot {tex(C)}}} = {tex(case.reg)}"


def _summand(case: PegasosCase) -> str:
    penalty, loss = 0.5 * case.reg * float(case.before @ case.before), max(0.0, 1.0 - case.margin)
    return rf"{tex(penalty)} + {tex(loss)} = {tex(penalty + loss)}"


def _subgradient(case: PegasosCase) -> str:
    sign = "-" if case.y[case.i] > 0.0 else "+"
    lines = [rf"w &= {vector(case.before)}", rf"g &= {tex(case.reg)}\,w"]
    if case.active:
        lines[1] += rf" {sign} {vector(case.x)}"
    return rows(*lines, rf"&= {vector(case.g)}")


def _point_here(case: PegasosCase) -> str:
    how = "inspected" if case.at is not None else "the first inside its margin"
    if case.at is None and not case.active:
        how = "no point is inside its margin"
    return (
        f"After one pass over the {case.n} points: update {case.t}, with point {case.i + 1}, {how}."
    )


def _update(case: PegasosCase) -> str:
    lines = [rf"w &\leftarrow {tex(1.0 - 1.0 / case.t, 4)}\,w"]
    if case.active:
        sign = "+" if case.y[case.i] > 0.0 else "-"
        lines[0] += rf" {sign} {tex(case.eta)}\,{vector(case.x)}"
    return rows(*lines, rf"&= {vector(case.moved)}")


def _ball(case: PegasosCase) -> str:
    length = float(np.linalg.norm(case.moved))
    relation = r"\le" if length <= case.radius else ">"
    return rows(
        rf"\|w\| &= {tex(length)} {relation} {tex(case.radius)}",
        rf"w &\leftarrow {vector(case.after)}",
    )


PEGASOS = DerivationText(
    "Subgradient of the hinge and a Pegasos step",
    Citation(
        "Shalev-Shwartz, Singer, Srebro, Cotter, Pegasos (2011), 2",
        "https://doi.org/10.1007/s10107-010-0420-4",
    ),
    (
        DerivationStep(
            rows(
                r"\ell(t) &= \max(0,\ 1 - t)",
                r"t < 1&:\ \partial \ell = \{-1\}",
                r"t > 1&:\ \partial \ell = \{0\}",
                r"t = 1&:\ \partial \ell = [-1, 0]",
            ),
            "The hinge has a derivative except at its kink t = 1, where every slope between "
            "the two "
            "is a subgradient; 0 is taken.",
            _loss,
            _point_here,
            lambda case: _point(case, "margins"),
        ),
        DerivationStep(
            r"J(w) = \frac{\lambda}{2}\|w\|^2 + \frac1n\textstyle\sum_i \ell(y_i\langle w, "
            r"x_i\rangle)",
            "The cost with the mean loss, λ = 1/(nC), and b as the last weight: every x has a last "
            "coordinate 1.",
            _reg,
        ),
        DerivationStep(
            r"J(w) = \frac1n\textstyle\sum_i \Bigl(\frac{\lambda}{2}\|w\|^2 + "
            r"\ell(y_i\langle w, x_i\rangle)\Bigr)",
            "The penalty goes into the sum: it stands there n times, and the mean of n equal terms "
            "is the term. So J is a mean of n costs, one for each point.",
            _summand,
            lambda case: f"The cost of point {case.i + 1} before its update.",
            lambda case: _point(case, "margins"),
        ),
        DerivationStep(
            r"g = \lambda w - [\,y_i\langle w, x_i\rangle < 1\,]\; y_i x_i",
            "A subgradient of the cost of one point: the mean over all points is one of J.",
            _subgradient,
            lambda case: (
                f"y⟨w, x⟩ = {number(case.margin)}, so the loss is "
                f"{'active' if case.active else 'not active'}."
            ),
            lambda case: _point(case, "margins"),
        ),
        DerivationStep(
            r"\eta_t = \frac{1}{\lambda t}",
            "The learning rate of Pegasos.",
            lambda case: (
                rf"\eta_{{{case.t}}} = \frac{{1}}{{{tex(case.reg)}\cdot {case.t}}} = "
                rf"{tex(case.eta)}"
            ),
        ),
        DerivationStep(
            r"w \leftarrow w - \eta_t\,g = \Bigl(1 - \frac1t\Bigr) w + \frac{[\cdot]\; y_i "
            r"x_i}{\lambda t}",
            "A step against the subgradient: w shrinks, and the point is added if its loss is "
            "active.",
            _update,
            lit=lambda case: _point(case, "w", "margins"),
        ),
        DerivationStep(
            r"w \leftarrow \min\Bigl(1,\ \frac{1}{\sqrt{\lambda}\,\|w\|}\Bigr)\, w",
            "The optimum has ‖w‖ ≤ 1/√λ, so w is projected onto that ball. The picture shows the "
            "model after it.",
            _ball,
            lit=lambda case: _point(case, "margins", "boundary"),
        ),
    ),
    pegasos_case,
)
