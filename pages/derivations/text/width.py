"""The width of the margin, as a projection of the difference of two support vectors."""

import numpy as np

from pages.derivations.model.question import Lit
from pages.derivations.model.two_classes import BoardCase
from pages.derivations.text.geometry import KEPT, MML, product, with_line
from pages.derivations.text.latex import bracketed, rows, signed, tex, vector
from pages.derivations.text.step import Citation, DerivationStep, DerivationText
from svmcore.arrays import Array


def margin_places(case: BoardCase) -> tuple[Array, Array]:
    """A free support vector of each class; without one the place of its margin at the middle."""
    middle = case.X.mean(axis=0)
    plus, minus = case.ends
    return (
        case.level(1.0, middle) if plus is None else case.X[plus],
        case.level(-1.0, middle) if minus is None else case.X[minus],
    )


def _ends_here(case: BoardCase) -> str:
    plus, minus = case.ends
    names = [
        f"{name} is point {k + 1}"
        if k is not None
        else f"{name} is a place on its margin, no point"
        for name, k in (("x₊", plus), ("x₋", minus))
    ]
    free = "" if None not in (plus, minus) else " No free support vector lies on that margin."
    return f"{names[0]}, {names[1]}.{free}"


def _ends_lit(case: BoardCase) -> Lit:
    return Lit(tuple(k for k in case.ends if k is not None), ("margins",))


def _across(case: BoardCase) -> Lit:
    plus, minus = margin_places(case)
    points = tuple(k for k in case.ends if k is not None)
    return Lit(points, ("margins", "w"), (np.array([minus, plus]),))


def _ends_numbers(case: BoardCase) -> str:
    plus, minus = margin_places(case)
    return rows(
        rf"{product(case, plus)} {signed(case.b)} &= {tex(float(case.w @ plus) + case.b)}",
        rf"{product(case, minus)} {signed(case.b)} &= {tex(float(case.w @ minus) + case.b)}",
    )


def _projection(case: BoardCase) -> str:
    plus, minus = margin_places(case)
    width = float((plus - minus) @ case.w) / case.norm
    return rows(
        rf"x_+ - x_- &= {vector(plus - minus)}",
        rf"\frac{{w}}{{\|w\|}} &= {vector(case.w / case.norm)}",
        rf"\text{{width}} &= {tex(width, 4)}",
    )


def _split(case: BoardCase) -> str:
    plus, minus = (float(case.w @ x) for x in margin_places(case))
    return (
        rf"\frac{{{tex(plus, 4)}}}{{{tex(case.norm)}}} - "
        rf"\frac{{{tex(minus, 4)}}}{{{tex(case.norm)}}}"
    )


def _put_in(case: BoardCase) -> str:
    a, c = tex(1.0 - case.b, 4), bracketed(1.0 + case.b, 4)
    return rf"\frac{{{a} + {c}}}{{{tex(case.norm)}}}"


WIDTH = DerivationText(
    "Width of the margin: 2/‖w‖",
    Citation("Deisenroth, Faisal, Ong, Mathematics for Machine Learning, 12.2.2", MML),
    (
        DerivationStep(
            rows(
                r"\langle w, x_+\rangle + b &= +1",
                r"\langle w, x_-\rangle + b &= -1",
            ),
            "Take a free support vector on each margin.",
            _ends_numbers,
            _ends_here,
            _ends_lit,
        ),
        DerivationStep(
            r"\text{width} = \Bigl\langle x_+ - x_-,\ \frac{w}{\|w\|}\Bigr\rangle",
            "Project the difference onto the unit vector that is perpendicular to the boundary.",
            _projection,
            lit=_across,
        ),
        DerivationStep(
            r"= \frac{\langle w, x_+\rangle}{\|w\|} - \frac{\langle w, x_-\rangle}{\|w\|}",
            "The inner product is linear: take the two terms apart.",
            _split,
            lit=_across,
        ),
        DerivationStep(
            r"= \frac{(1 - b) + (1 + b)}{\|w\|}",
            "On the margins ⟨w, x₊⟩ = 1 − b and ⟨w, x₋⟩ = −1 − b.",
            _put_in,
            lit=lambda case: Lit(parts=("margins",)),
        ),
        DerivationStep(
            r"= \frac{2}{\|w\|}",
            "b cancels: the width depends on w alone, and half of it lies on each side.",
            lambda case: rf"\frac{{2}}{{{tex(case.norm)}}} = {tex(2.0 / case.norm, 4)}",
            lit=lambda case: Lit(parts=("margins", "boundary")),
        ),
    ),
    with_line,
    KEPT,
)
