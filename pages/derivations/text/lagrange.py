"""Lagrange multipliers on a circle: the largest 2x + y."""

import math

import numpy as np

from pages.derivations.model.question import Lit
from pages.derivations.text.latex import rows, tex
from pages.derivations.text.step import Citation, DerivationStep, DerivationText
from svmcore.arrays import Array

X, Y = 2.0 / math.sqrt(5.0), 1.0 / math.sqrt(5.0)  # the maximum; the minimum is opposite
MAXIMUM = (X, Y)
MULTIPLIER = math.sqrt(5.0) / 2.0
SCALE = 0.42  # of gradients in the picture


def _at(*parts: str) -> Lit:
    """The picture's parts: "circle", "contour", "gradients", "maximum", "minimum"."""
    return Lit(parts=parts)


def arrows() -> tuple[Array, Array]:
    """The gradients of f and g at the maximum, drawn shorter than they are, (2, 2) each."""
    start = np.array([X, Y])
    return (
        np.array([start, start + SCALE * np.array([2.0, 1.0])]),
        np.array([start, start + SCALE * 2.0 * start]),
    )


LAGRANGE = DerivationText(
    "Lagrange multipliers on a circle",
    Citation(
        "Boyd, Vandenberghe, Convex Optimization, 5.1 and 5.5.3",
        "https://web.stanford.edu/~boyd/cvxbook/",
    ),
    (
        DerivationStep(
            rows(r"\max\ &f(x, y) = 2x + y", r"\text{with}\ &g(x, y) = x^2 + y^2 = 1"),
            "The largest 2x + y on the circle of radius 1.",
            lit=lambda case: _at("circle"),
        ),
        DerivationStep(
            r"\nabla f = \lambda\,\nabla g",
            "At the maximum no step along the circle increases f, so both gradients are parallel.",
            lambda case: rows(
                r"(2,\ 1) &= \lambda\,(2x,\ 2y)",
                rf"&= {tex(MULTIPLIER, 4)}\,({tex(2.0 * X, 4)},\ {tex(2.0 * Y, 4)})",
            ),
            lit=lambda case: _at("circle", "contour", "gradients", "maximum"),
        ),
        DerivationStep(
            r"\mathcal{L}(x, y, \lambda) = 2x + y - \lambda\,(x^2 + y^2 - 1)",
            "The Lagrangian puts the condition and the constraint into one function.",
            lambda case: rf"\mathcal{{L}} = {tex(2.0 * X + Y, 4)} - {tex(MULTIPLIER, 4)}\cdot 0",
            lit=lambda case: _at("circle", "contour", "maximum"),
        ),
        DerivationStep(
            rows(
                r"\frac{\partial \mathcal{L}}{\partial x} &= 2 - 2\lambda x = 0",
                r"\frac{\partial \mathcal{L}}{\partial y} &= 1 - 2\lambda y = 0",
                r"\frac{\partial \mathcal{L}}{\partial \lambda} &= 1 - x^2 - y^2 = 0",
            ),
            "∇L = 0: two equations for the gradients, and the constraint again.",
            lit=lambda case: _at("circle", "gradients", "maximum"),
        ),
        DerivationStep(
            r"x = \frac{1}{\lambda},\qquad y = \frac{1}{2\lambda}",
            "Solve the first two for x and y.",
            lambda case: rf"x = {tex(1.0 / MULTIPLIER, 4)},\quad y = {tex(0.5 / MULTIPLIER, 4)}",
            lit=lambda case: _at("circle", "maximum"),
        ),
        DerivationStep(
            r"\frac{1}{\lambda^2} + \frac{1}{4\lambda^2} = 1 \;\Rightarrow\; \lambda = "
            r"\pm\frac{\sqrt{5}}{2}",
            "Put them into the constraint, and solve for λ.",
            lambda case: rf"\lambda = \pm {tex(MULTIPLIER, 4)}",
            lit=lambda case: _at("circle", "maximum", "minimum"),
        ),
        DerivationStep(
            rows(
                r"(x, y) &= \Bigl(\frac{2}{\sqrt{5}},\ \frac{1}{\sqrt{5}}\Bigr),\quad f = \sqrt{5}",
                r"(x, y) &= \Bigl(\frac{-2}{\sqrt{5}},\ \frac{-1}{\sqrt{5}}\Bigr),\quad f = "
                r"-\sqrt{5}",
            ),
            "λ > 0 gives the maximum, λ < 0 the minimum opposite to it.",
            lambda case: rows(
                rf"(x, y) &= ({tex(X, 4)},\ {tex(Y, 4)}),\quad f = {tex(2.0 * X + Y, 4)}",
                rf"(x, y) &= ({tex(-X, 4)},\ {tex(-Y, 4)}),\quad f = {tex(-2.0 * X - Y, 4)}",
            ),
            lit=lambda case: _at("circle", "contour", "maximum", "minimum"),
        ),
    ),
)
