"""Lagrange multipliers: f(x, y) = 2x + y on the circle g(x, y) = x^2 + y^2 - 1 = 0.

The Lagrangian is L(x, y, lambda) = 2x + y - lambda (x^2 + y^2 - 1), and where f is largest or
smallest on the circle its gradient is 0, so grad f = lambda grad g. Elsewhere grad f has a part
along the circle, and a step that way increases f. With grad f = (2, 1) and grad g = (2x, 2y) the
maximum is at (2, 1)/sqrt 5 with f = sqrt 5 and lambda = sqrt(5)/2, the minimum opposite.

Source: Boyd and Vandenberghe, Convex Optimization (2004), section 5.5.3.
"""

import math
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from pages.mathematics.model import BadgeAndText, Place
from pages.state.text.number_format import number
from pages.state.text.verdict import Badge, Metric
from svmcore.arrays import Array

GRADIENT = (2.0, 1.0)  # of f, the same everywhere
LARGEST = math.sqrt(5.0)
BEST = math.atan2(1.0, 2.0)  # the maximum's angle; the minimum is opposite
SNAP = math.radians(1.5)
EXACT = 1e-9
LONG = 8.0  # half the length of a contour, more than any window shows


def contour(c: float) -> Array:
    """2x + y = c as a segment, shape (2, 2)."""
    a, b = GRADIENT
    return np.asarray(c / LARGEST**2 * np.array([a, b]) + np.outer([-LONG, LONG], [-b, a]))


@dataclass(frozen=True)
class LagrangePicture:
    """The point (cos angle, sin angle)."""

    names: ClassVar[tuple[str, ...]] = ("point on the circle",)

    angle: float = math.radians(100.0)

    def __post_init__(self) -> None:
        if not abs(self.angle) <= 2.0 * math.pi:
            raise ValueError(f"angle must be from -2 pi to 2 pi, got {self.angle}")

    @property
    def point(self) -> Place:
        """(x, y) with x^2 + y^2 = 1."""
        return math.cos(self.angle), math.sin(self.angle)

    @property
    def normal(self) -> Place:
        """grad g = (2x, 2y)."""
        x, y = self.point
        return 2.0 * x, 2.0 * y

    @property
    def value(self) -> float:
        """f = 2x + y = sqrt 5 cos(angle - BEST)."""
        return LARGEST * math.cos(self.angle - BEST)

    @property
    def along(self) -> float:
        """The part of grad f along the circle, counter-clockwise: (2, 1) . (-y, x)."""
        return LARGEST * math.sin(BEST - self.angle)

    @property
    def turned(self) -> float:
        """By how much the point is turned away from the maximum, in (-pi, pi]."""
        return math.pi - (math.pi - self.angle + BEST) % (2.0 * math.pi)

    @property
    def larger(self) -> tuple[float, float]:
        """From which angle to which f is larger than here."""
        return BEST - abs(self.turned), BEST + abs(self.turned)

    @property
    def between(self) -> float:
        """The angle between grad f and grad g in degrees, from 0 to 180."""
        return math.degrees(abs(self.turned))

    @property
    def aligned(self) -> bool:
        """Whether grad f and grad g are parallel: one of the two solutions."""
        return abs(self.along) < EXACT

    @property
    def multiplier(self) -> float:
        """The lambda that brings lambda grad g nearest to grad f: (grad f . grad g)/|grad g|^2."""
        (a, b), (x, y) = GRADIENT, self.normal
        return (a * x + b * y) / (x * x + y * y)

    @property
    def lagrangian_gradient(self) -> tuple[float, float, float]:
        """grad L in x, y and lambda, at this lambda: grad f - lambda grad g, and -g = 0."""
        (a, b), (x, y), k = GRADIENT, self.normal, self.multiplier
        slopes = (0.0, 0.0) if self.aligned else (a - k * x, b - k * y)
        return *slopes, 0.0

    @property
    def handles(self) -> tuple[Place, ...]:
        """The point."""
        return (self.point,)

    def moved(self, handle: int, x: float, y: float) -> Self:
        """The point of the circle in the direction of (x, y), or the solution next to it."""
        if math.hypot(x, y) < EXACT:
            return self
        angle = math.atan2(y, x)
        for solution in (BEST, BEST - math.pi):
            if abs(math.remainder(angle - solution, 2.0 * math.pi)) < SNAP:
                angle = solution
        return replace(self, angle=angle)

    def sentence(self) -> BadgeAndText:
        """Maximum, minimum, or which way f increases."""
        f = f"f = {number(self.value, 4)}"
        if self.aligned:
            name, sign = ("maximum", "") if self.value > 0.0 else ("minimum", "−")
            text = f"{f} = {sign}√5: the contour touches the circle, and ∇f = λ∇g "
            text += f"with λ = {sign}√5/2 = {number(self.multiplier, 4)}."
            return Badge("certified", name), text
        way = "counter-clockwise" if self.along > 0.0 else "clockwise"
        text = f"{f}. The part of ∇f along the circle is {number(abs(self.along))}, "
        return Badge("plain", "not optimal"), f"{text}so moving {way} increases f."

    def cards(self) -> tuple[Metric, ...]:
        """The point, f, the angle, lambda."""
        x, y = self.point
        where = f"at ({number(x)}, {number(y)})"
        angle = "parallel" if self.aligned else "not parallel"
        degrees = f"{number(round(self.between, 1), 4)}°"
        if self.aligned:
            multiplier, rest = number(self.multiplier, 4), "∇f = λ∇g"
        else:
            multiplier, rest = "none", f"∇f = {number(self.multiplier)} ∇g + tangential part"
        return (
            Metric("f = 2x + y", number(self.value, 4), where, "The function to maximise."),
            Metric("Angle of ∇f and ∇g", degrees, angle, "0° at the maximum, 180° at the minimum."),
            Metric("λ", multiplier, rest, "The multiplier exists where ∇f is a multiple of ∇g."),
            Metric(
                "∇L",
                f"({', '.join(map(number, self.lagrangian_gradient))})",
                "all 0: a solution" if self.aligned else f"with λ = {number(self.multiplier)}",
                "The gradient of L = 2x + y − λ(x² + y² − 1) in x, y and λ, with the λ that makes "
                "it shortest. The last part is 0 on the circle.",
            ),
            Metric(
                "Along the circle",
                number(0.0 if self.aligned else self.along),
                self._steps(),
                "The part of ∇f along the circle, counter-clockwise: the slope of f there.",
            ),
        )

    def _steps(self) -> str:
        if not self.aligned:
            return "one way increases f"
        return "any step decreases f" if self.value > 0.0 else "any step increases f"
