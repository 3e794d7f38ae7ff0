"""Distances of lines: w1 x + w2 y + c1 = 0, the parallel line with c2, the origin, and a point.

With w = (w1, w2), the line with c is at the distance |c|/|w| from the origin, parallel ones are
|c2 - c1|/|w| apart, and (x, y) is |w1 x + w2 y + c|/|w| away. Divided by |w| the equation is in
polar form, x cos theta + y sin theta = rho, with the angle theta of w and rho = -c/|w|.

Source: Schölkopf and Smola, Learning with Kernels (2002), section 7.1.
"""

import math
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from pages.mathematics.model import BadgeAndText, Place
from pages.mathematics.model.plane import EXACT, LONG, distance_between
from pages.state.text.number_format import number
from pages.state.text.verdict import Metric
from svmcore.arrays import Array

SHORTEST, LONGEST = 0.3, 2.0  # for |w|
FARTHEST = 1.8  # of a line from the origin, so that its handle stays in sight
EDGE = 2.0  # of the point, in x and in y
ALONG = (1.0, -1.0)  # the handles of the two lines are so far from the feet of their perpendiculars


@dataclass(frozen=True)
class DistancesPicture:
    """The lines with the normal w and the constants c1 and c2, and a point."""

    names: ClassVar[tuple[str, ...]] = ("tip of w", "line 1", "line 2", "point")

    normal: Place = (0.9, 0.6)
    c1: float = 1.0
    c2: float = -0.6
    p: Place = (-1.0, 1.6)

    def check_in_sight(self) -> None:
        """Raise ValueError where no drag can lead."""
        if not SHORTEST - EXACT <= self.length <= LONGEST + EXACT:
            raise ValueError(f"|normal| must be from {SHORTEST} to {LONGEST}, got {self.length}")
        for name in ("c1", "c2"):
            if not abs(getattr(self, name)) <= FARTHEST * LONGEST:
                raise ValueError(f"|{name}| must be at most {FARTHEST * LONGEST}")
        if not max(map(abs, self.p)) <= EDGE:
            raise ValueError(f"p must be from {-EDGE} to {EDGE}, got {self.p}")

    def in_sight(self) -> Self:
        """The same with both lines in sight."""
        c1, c2 = (self._near(c) for c in self.constants)
        return replace(self, c1=c1, c2=c2)

    def _near(self, c: float) -> float:
        furthest = FARTHEST * self.length
        return min(max(c, -furthest), furthest)

    @property
    def w(self) -> Array:
        """(w1, w2)."""
        return np.array(self.normal)

    @property
    def length(self) -> float:
        """|w|."""
        return math.hypot(*self.normal)

    @property
    def unit(self) -> Array:
        """w/|w| = (cos theta, sin theta)."""
        return self.w / self.length

    @property
    def along(self) -> Array:
        """The lines' direction, a quarter turn from w."""
        return np.array([-self.unit[1], self.unit[0]])

    @property
    def theta(self) -> float:
        """The angle of w in degrees."""
        return math.degrees(math.atan2(self.normal[1], self.normal[0]))

    def rho(self, c: float) -> float:
        """-c/|w|, the distance of a line from the origin with the sign of the side."""
        return -c / self.length + 0.0

    @property
    def apart(self) -> float:
        """The distance of the two lines."""
        return distance_between(self.w, self.c1, self.c2)

    def value(self) -> float:
        """w1 x + w2 y + c1 at the point."""
        return float(self.w @ self.p) + self.c1

    @property
    def away(self) -> float:
        """The distance of the point from line 1."""
        return abs(self.value()) / self.length

    def foot(self, c: float) -> Array:
        """The point of a line that is nearest to the origin."""
        return np.asarray(self.rho(c) * self.unit)

    def line(self, c: float) -> Array:
        """A line as a segment longer than any window, shape (2, 2)."""
        return self.foot(c) + np.outer([-LONG, LONG], self.along)

    @property
    def projection(self) -> Array:
        """The point of line 1 that is nearest to the point."""
        return np.array(self.p) - self.value() / self.length * self.unit

    @property
    def handles(self) -> tuple[Place, ...]:
        """The tip of w, a place on each line, and the point."""
        lines = (self.foot(c) + t * self.along for c, t in zip(self.constants, ALONG, strict=True))
        first, second = ((float(x), float(y)) for x, y in lines)
        return self.normal, first, second, self.p

    @property
    def constants(self) -> Place:
        """c1 and c2."""
        return self.c1, self.c2

    def moved(self, handle: int, x: float, y: float) -> Self:
        """w goes where it is taken with c1 and c2 unchanged; a line slides along w.

        w stays so long that both lines are in sight.
        """
        if handle == 3:
            px, py = (round(min(max(v, -EDGE), EDGE), 4) + 0.0 for v in (x, y))
            return replace(self, p=(px, py))
        if handle:
            c = round(self._near(-(self.normal[0] * x + self.normal[1] * y)), 4) + 0.0
            return replace(self, c1=c) if handle == 1 else replace(self, c2=c)
        length = math.hypot(x, y)
        way = (x / length, y / length) if length > EXACT else tuple(self.unit.tolist())
        shortest = max(SHORTEST, *(abs(c) / FARTHEST for c in self.constants))
        kept = min(max(length, shortest), LONGEST)
        return replace(self, normal=(float(kept * way[0]), float(kept * way[1])))

    def sentence(self) -> BadgeAndText:
        """How far the lines are from each other, the origin and the point."""
        text = f"The lines are |c₂ − c₁|/‖w‖ = {number(abs(self.c2 - self.c1))}/"
        text += f"{number(self.length)} = {number(self.apart)} apart; the origin is "
        text += f"{number(abs(self.rho(self.c1)))} and the point {number(self.away)} from line 1."
        return None, text

    def cards(self) -> tuple[Metric, ...]:
        """The distances, the polar form, the bias inside w."""
        w1, w2 = (number(v) for v in self.normal)
        x, y = (number(v) for v in self.p)
        c1, c2, rho = number(self.c1), number(self.c2), number(self.rho(self.c1))
        inside = "The same number with the bias as one more weight: every point gets a third "
        inside += "coordinate, always 1, and line 1 becomes a plane through the origin."
        polar = "Line 1 divided by ‖w‖: θ is the angle of w, and ρ = −c₁/‖w‖ the distance of the "
        polar += "origin, below 0 where w points away from the line."
        return (
            Metric(
                "|c₂ − c₁|/‖w‖",
                number(self.apart),
                f"c₁ = {c1}, c₂ = {c2}",
                "The distance of two parallel lines. Drag a line.",
            ),
            Metric(
                "|w·p + c₁|/‖w‖",
                number(self.away),
                f"p = ({x}, {y}), w = ({w1}, {w2})",
                "The distance of the point from line 1; of the origin it is |c₁|/‖w‖.",
            ),
            Metric(
                "x cos θ + y sin θ = ρ",
                f"ρ = {rho}",
                f"θ = {number(round(self.theta, 1) + 0.0, 4)}°",
                polar,
            ),
            Metric(
                "Bias inside w",
                f"{number(self.value() if abs(self.value()) > EXACT else 0.0)}",
                f"({w1}, {w2}, {c1})·({x}, {y}, 1)",
                inside,
            ),
        )
