"""The kernel trick: (1 + x'z)^2 multiplied out is an inner product of six coordinates."""

import numpy as np

from pages.derivations.model.question import Lit, Uses
from pages.derivations.model.two_classes import BoardCase, two_classes
from pages.derivations.text.kernel import KERNELS_BOOK, pair, pair_here
from pages.derivations.text.latex import bracketed, rows, signed, tex
from pages.derivations.text.step import Citation, DerivationStep, DerivationText
from pages.state.model.feature_maps import LIFTS, dimension, multiplications
from svmcore.arrays import Array

EXAMPLES = ((2, 2), (10, 100))  # degree p, features d
NAMES = (r"1", r"\sqrt{2}\,x_1", r"\sqrt{2}\,x_2", r"\sqrt{2}\,x_1x_2", r"x_1^2", r"x_2^2")


def _lit(case: BoardCase) -> Lit:
    return Lit(pair(case))


def _points(case: BoardCase) -> tuple[Array, Array]:
    i, j = pair(case)
    return case.X[i], case.X[j]


def _factors(case: BoardCase) -> tuple[Array, Array]:
    """The six coordinates of both points."""
    first, second = LIFTS["constant"].map(np.array(_points(case)))
    return first, second


def _value(case: BoardCase) -> float:
    x, z = _points(case)
    return float((1.0 + x @ z) ** 2)


def _kernel(case: BoardCase) -> str:
    x, z = _points(case)
    products = " + ".join(rf"{bracketed(a)}\cdot {bracketed(c)}" for a, c in zip(x, z, strict=True))
    return rows(
        rf"K &= (1 + {products})^2",
        rf"&= {bracketed(1.0 + float(x @ z), 4)}^2 = {tex(_value(case), 4)}",
    )


def _terms(case: BoardCase) -> str:
    first, *others = np.prod(_factors(case), axis=0)
    middle = len(others) // 2
    return rows(
        rf"K &= {tex(first)} {' '.join(signed(term) for term in others[:middle])}",
        rf"&\quad {' '.join(signed(term) for term in others[middle:])}",
        rf"&= {tex(_value(case), 4)}",
    )


def _products(case: BoardCase) -> str:
    lines = [
        rf"{name}:\ & {bracketed(a)}\cdot {bracketed(c)} = {tex(a * c)}"
        for name, a, c in zip(NAMES, *_factors(case), strict=True)
    ]
    return rows(*lines)


def _sum(case: BoardCase) -> str:
    first, second = _factors(case)
    return rows(
        rf"\varphi(x)^\top \varphi(z) &= {tex(float(first @ second), 4)}",
        rf"K(x, z) &= {tex(_value(case), 4)}",
    )


def _counts(case: BoardCase) -> str:
    lines = [
        rf"p = {p},\ d = {d}:\ & D = {tex(dimension(d, p))},\quad d + p - 1 = "
        rf"{multiplications(d, p)}"
        for p, d in EXAMPLES
    ]
    return rows(*lines)


def _dual_here(case: BoardCase) -> str:
    n = case.n
    return f"The dual of these {n} points needs {n * (n + 1) // 2:,} values of K, and no φ."


TRICK = DerivationText(
    "The kernel trick: (1 + xᵀz)²",
    Citation("Schölkopf, Smola, Learning with Kernels (2002), 2.1", KERNELS_BOOK),
    (
        DerivationStep(
            r"K(x, z) = (1 + x^\top z)^2 = (1 + x_1z_1 + x_2z_2)^2",
            "The polynomial kernel of degree 2 for two points x and z of the plane.",
            _kernel,
            pair_here,
            _lit,
        ),
        DerivationStep(
            rows(
                r"K(x, z) &= 1 + 2x_1z_1 + 2x_2z_2",
                r"&\quad + 2x_1x_2z_1z_2 + x_1^2z_1^2 + x_2^2z_2^2",
            ),
            "Multiply out: the square of a sum of three terms has six terms.",
            _terms,
            lit=_lit,
        ),
        DerivationStep(
            rows(
                r"1 &= 1\cdot 1",
                r"2x_1z_1 &= \sqrt{2}\,x_1\cdot \sqrt{2}\,z_1",
                r"2x_2z_2 &= \sqrt{2}\,x_2\cdot \sqrt{2}\,z_2",
                r"2x_1x_2z_1z_2 &= \sqrt{2}\,x_1x_2\cdot \sqrt{2}\,z_1z_2",
                r"x_1^2z_1^2 &= x_1^2\cdot z_1^2",
                r"x_2^2z_2^2 &= x_2^2\cdot z_2^2",
            ),
            "Write each term as a product: a number that depends on x alone, times the same number "
            "of z.",
            _products,
            lit=_lit,
        ),
        DerivationStep(
            rows(
                r"\varphi(x) &= (1,\ \sqrt{2}\,x_1,\ \sqrt{2}\,x_2,",
                r"&\qquad \sqrt{2}\,x_1x_2,\ x_1^2,\ x_2^2)",
                r"K(x, z) &= \varphi(x)^\top \varphi(z)",
            ),
            "Collect these numbers in a vector φ(x): the kernel is an inner product in a space of "
            "six dimensions.",
            _sum,
            lit=_lit,
        ),
        DerivationStep(
            rows(
                r"(1 + x^\top z)^p:\quad D &= \frac{(d + p)!}{d!\,p!}",
                r"\text{multiplications in } K &= d + p - 1",
            ),
            "In the same way (1 + xᵀz) to the power p, for d features, has a φ of D coordinates: "
            "all products of at most p features. K needs d multiplications for xᵀz and p − 1 for "
            "the power.",
            _counts,
        ),
        DerivationStep(
            r"\varphi(x)^\top \varphi(z) \;\to\; K(x, z)",
            "This is the kernel trick: a method that needs points in inner products only, as the "
            "dual does, computes K and works in the space of φ without computing φ.",
            here=_dual_here,
        ),
    ),
    two_classes,
    Uses("kept", "soft"),
)
