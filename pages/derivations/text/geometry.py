"""Distances of points and lines, and the width of the margin."""

import numpy as np

from pages.derivations.model.question import Lit, Question, Subject, Uses
from pages.derivations.model.two_classes import BoardCase, two_classes
from pages.derivations.text.latex import bracketed, rows, signed, tex, vector
from pages.derivations.text.step import Citation, DerivationStep, DerivationText
from svmcore.arrays import Array

MML = "https://mml-book.github.io/"
KEPT = Uses("linear", "kept")


def with_line(uses: Uses, question: Question) -> Subject:
    """A linear model with w ≠ 0."""
    return two_classes(uses, question, line=True)


def equation(case: BoardCase) -> str:
    """⟨w, x⟩ + b with its numbers."""
    w1, w2 = case.w
    return rf"{tex(w1)}\,x_1 {signed(w2)}\,x_2 {signed(case.b)}"


def product(case: BoardCase, x: Array) -> str:
    """⟨w, x⟩ with its numbers."""
    (w1, w2), (x1, x2) = case.w, x
    return rf"{tex(w1)}\cdot {bracketed(x1)} {signed(w2)}\cdot {bracketed(x2)}"


def _foot(case: BoardCase) -> Array:
    return case.level(0.0, case.X[case.nearest])


def _perpendicular(case: BoardCase) -> str:
    a, c = case.line(0.0, 1.0)
    u = (c - a) / np.linalg.norm(c - a)
    return rows(
        rf"u - v &= {vector(u)}",
        rf"\langle w, u - v\rangle &= {product(case, u)}",
        rf"&= {tex(round(float(case.w @ u), 12))}",
    )


def _foot_numbers(case: BoardCase) -> str:
    x = case.X[case.nearest]
    return rows(rf"x &= {vector(x)}", rf"x_0 &= {vector(x)} - t\,{vector(case.w)}")


def _t(case: BoardCase) -> float:
    return float(case.f[case.nearest]) / float(case.w @ case.w)


def _t_numbers(case: BoardCase) -> str:
    k, square = case.nearest, float(case.w @ case.w)
    return rows(
        rf"f(x) &= {product(case, case.X[k])} {signed(case.b)}",
        rf"&= {tex(case.f[k])}",
        rf"t &= \frac{{{tex(case.f[k])}}}{{{tex(square)}}} = {tex(_t(case))}",
        rf"x_0 &= {vector(_foot(case))}",
    )


def _distance_numbers(case: BoardCase) -> str:
    f = abs(float(case.f[case.nearest]))
    return rf"d = \frac{{{tex(f)}}}{{{tex(case.norm)}}} = {tex(f / case.norm, 4)}"


def _distance_here(case: BoardCase) -> str:
    how = "inspected" if case.at is not None else "nearest to the line"
    return f"The point is number {case.nearest + 1}, {how}; a click inspects another one."


def _origin_numbers(case: BoardCase) -> str:
    cos, sin = case.w / case.norm
    return rows(
        rf"{tex(cos)}\,x_1 {signed(sin)}\,x_2 &= {tex(-case.b / case.norm)}",
        rf"d &= {tex(abs(case.b) / case.norm, 4)}",
    )


def _segment(case: BoardCase) -> Lit:
    k = case.nearest
    return Lit((k,), ("boundary",), (np.array([case.X[k], _foot(case)]),))


DISTANCE = DerivationText(
    "Distance of a point to a line",
    Citation("Deisenroth, Faisal, Ong, Mathematics for Machine Learning, 12.1 and 12.2.1", MML),
    (
        DerivationStep(
            r"f(x) = \langle w, x\rangle + b = 0",
            "The line is the set of all x with f(x) = 0.",
            lambda case: f"{equation(case)} = 0",
            lit=lambda case: Lit(parts=("boundary",)),
        ),
        DerivationStep(
            r"\langle w, u - v\rangle = f(u) - f(v) = 0",
            "Subtract f at two places u and v of the line: w is perpendicular to the line.",
            _perpendicular,
            lit=lambda case: Lit(parts=("boundary", "w")),
        ),
        DerivationStep(
            r"x_0 = x - t\,w,\qquad f(x_0) = 0",
            "Go from the point x perpendicular to the line until it is reached, at x₀: against w "
            "where f(x) > 0, along w (t < 0) where f(x) < 0.",
            _foot_numbers,
            _distance_here,
            _segment,
        ),
        DerivationStep(
            r"f(x) - t\,\|w\|^2 = 0 \;\Rightarrow\; t = \frac{f(x)}{\|w\|^2}",
            "Put x₀ into f, and solve for t.",
            _t_numbers,
            lit=_segment,
        ),
        DerivationStep(
            r"d = \|x - x_0\| = |t|\,\|w\| = \frac{|\langle w, x\rangle + b|}{\|w\|}",
            "The distance is the length of t w.",
            _distance_numbers,
            lit=_segment,
        ),
        DerivationStep(
            rows(
                r"d(0) &= \frac{|b|}{\|w\|}",
                r"x_1\cos\theta + x_2\sin\theta &= \rho = -\frac{b}{\|w\|}",
            ),
            "For the origin x = 0 only |b| is left; divided by ‖w‖, the equation of the line has "
            "the polar form with the direction θ of w.",
            _origin_numbers,
            lit=lambda case: Lit(
                (), ("boundary",), (np.array([[0.0, 0.0], case.level(0.0, np.zeros(2))]),)
            ),
        ),
    ),
    with_line,
    KEPT,
)


def _levels(case: BoardCase) -> tuple[Array, Array]:
    """A place of the first line, and the nearest one of the second."""
    start = case.level(case.c1, case.X.mean(axis=0))
    return start, case.level(case.c2, start)


def _parallel(case: BoardCase) -> Lit:
    lines = (case.line(case.c1), case.line(case.c2))
    return Lit((), (), (np.array(_levels(case)),), lines)


def _lines_numbers(case: BoardCase) -> str:
    return rows(
        rf"{equation(case)} &= {tex(case.c1)}",
        rf"{equation(case)} &= {tex(case.c2)}",
    )


def _shift_numbers(case: BoardCase) -> str:
    a, c = _levels(case)
    return rows(rf"u_1 &= {vector(a)}", rf"u_2 &= {vector(c)}")


def _shift_t(case: BoardCase) -> str:
    square = float(case.w @ case.w)
    t = (case.c2 - case.c1) / square
    return rf"t = \frac{{{tex(case.c2)} - {bracketed(case.c1)}}}{{{tex(square)}}} = {tex(t)}"


def _parallel_numbers(case: BoardCase) -> str:
    gap = abs(case.c2 - case.c1)
    return rf"d = \frac{{{tex(gap)}}}{{{tex(case.norm)}}} = {tex(gap / case.norm, 4)}"


PARALLEL = DerivationText(
    "Distance of two parallel lines",
    Citation(
        "Boyd, Vandenberghe, Convex Optimization, 8.6.1", "https://web.stanford.edu/~boyd/cvxbook/"
    ),
    (
        DerivationStep(
            r"\langle w, x\rangle + b = c_1,\quad \langle w, x\rangle + b = c_2",
            "Two lines with the same w are parallel. Move c₁ and c₂.",
            _lines_numbers,
            lit=lambda case: Lit(lines=(case.line(case.c1), case.line(case.c2))),
        ),
        DerivationStep(
            r"u_2 = u_1 + t\,w",
            "Go from a place u₁ of the first line along w to u₂ on the second.",
            _shift_numbers,
            lit=_parallel,
        ),
        DerivationStep(
            r"c_2 = c_1 + t\,\|w\|^2 \;\Rightarrow\; t = \frac{c_2 - c_1}{\|w\|^2}",
            "Put u₂ into its equation, and solve for t.",
            _shift_t,
            lit=_parallel,
        ),
        DerivationStep(
            r"d = |t|\,\|w\| = \frac{|c_2 - c_1|}{\|w\|}",
            "The distance is the length of t w.",
            _parallel_numbers,
            lit=_parallel,
        ),
        DerivationStep(
            r"c_1 = -1,\ c_2 = +1:\quad d = \frac{2}{\|w\|}",
            "The margins f = −1 and f = +1 are such lines: this is the width of the margin.",
            lambda case: rf"\frac{{2}}{{{tex(case.norm)}}} = {tex(2.0 / case.norm, 4)}",
            lit=lambda case: Lit(parts=("margins",)),
        ),
    ),
    with_line,
    KEPT,
    sliders=("c1", "c2"),
)
