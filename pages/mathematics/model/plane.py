"""The geometry of planes: f(x) = s (w . x + b) and the lines f = -1, 0, +1.

The line f = 0 is at the distance |b|/|w| from the origin, and lines with the same w and with b1
and b2 are |b1 - b2|/|w| apart; so f = +-1 is 1/(s |w|) from f = 0 on either side. Scaling (w, b)
by s > 0 leaves the line f = 0 where it is.

Source: Schölkopf and Smola, Learning with Kernels (2002), section 7.1.
"""

import math
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from pages.mathematics.model import BadgeAndText, Place
from pages.state.text.number_format import number
from pages.state.text.verdict import Badge, Metric
from svmcore.arrays import Array
from svmcore.params import check, param

SHORTEST, LONGEST = 0.05, 2.2  # for |w|: at 0 there is no line
FARTHEST = 2.0  # for the line, so that its handle stays in sight
HANDLE_DISTANCE = 1.15  # the line's handle is so far from the foot of the perpendicular
SCALES = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0)
LONG = 20.0  # half the length of a line, more than any window shows
EXACT = 1e-6


def distance_between(w: Array, b1: float, b2: float) -> float:
    """The distance of w . x + b1 = 0 and w . x + b2 = 0: |b1 - b2|/|w|."""
    return abs(b1 - b2) / float(np.hypot(*w))


@dataclass(frozen=True)
class PlanePicture:
    """The function s (w . x + b) of the plane, with s = `scale`."""

    names: ClassVar[tuple[str, ...]] = ("tip of w", "line")

    w: Place = (1.2, 0.6)
    b: float = -1.2
    scale: float = param(1.0, SCALES[0], SCALES[-1], log=True)

    def __post_init__(self) -> None:
        check(self)

    def check_in_sight(self) -> None:
        """Raise ValueError where no drag can lead."""
        if not SHORTEST - EXACT <= self.length <= LONGEST + EXACT:
            raise ValueError(f"|w| must be from {SHORTEST} to {LONGEST}, got {self.length}")
        if not abs(self.b) <= FARTHEST * LONGEST:
            raise ValueError(f"|b| must be at most {FARTHEST * LONGEST}, got {self.b}")

    @property
    def length(self) -> float:
        """|w|."""
        return math.hypot(*self.w)

    @property
    def normal(self) -> Array:
        """w/|w|."""
        return np.array(self.w) / self.length

    @property
    def along(self) -> Array:
        """The line's direction, a quarter turn from w."""
        return np.array([-self.normal[1], self.normal[0]])

    @property
    def foot(self) -> Array:
        """The point of the line that is nearest to the origin: -b w/|w|^2."""
        return -self.b / self.length * self.normal

    @property
    def distance(self) -> float:
        """Of the line from the origin: |b|/|w|."""
        return distance_between(np.array(self.w), self.b, 0.0)

    @property
    def street(self) -> float:
        """The distance of f = -1 and f = +1: 2/(s |w|)."""
        s, b = self.scale, self.scale * self.b
        return distance_between(s * np.array(self.w), b - 1.0, b + 1.0)

    def f(self, x: Array) -> Array:
        """s (w . x + b), for rows x."""
        return np.asarray(self.scale * (x @ np.array(self.w) + self.b))

    def level(self, c: float) -> Array:
        """The point of f = c on the axis through the origin along w."""
        return self.foot + c / (self.scale * self.length) * self.normal

    def line(self, c: float) -> Array:
        """The line f = c as a segment longer than any window, shape (2, 2)."""
        return self.level(c) + np.outer([-LONG, LONG], self.along)

    @property
    def handles(self) -> tuple[Place, ...]:
        """The tip of w, and a place on the line."""
        x, y = self.foot + HANDLE_DISTANCE * self.along
        return self.w, (float(x), float(y))

    def moved(self, handle: int, x: float, y: float) -> Self:
        """The tip of w goes where it is taken, with b unchanged; the line slides along w.

        w stays longer than 0 and so long that the line stays in sight.
        """
        if handle == 1:
            w_x = self.w[0] * x + self.w[1] * y
            furthest = FARTHEST * self.length
            return replace(self, b=round(min(max(-w_x, -furthest), furthest), 4) + 0.0)
        length = math.hypot(x, y)
        direction = (x / length, y / length) if length > EXACT else tuple(self.normal)
        kept = min(max(length, self._shortest()), LONGEST)
        return replace(self, w=(float(kept * direction[0]), float(kept * direction[1])))

    def _shortest(self) -> float:
        return max(SHORTEST, abs(self.b) / FARTHEST)

    def scaled(self, s: float) -> Self:
        """The same (w, b), scaled by s."""
        return replace(self, scale=s)

    def sentence(self) -> BadgeAndText:
        """How far, how wide, and what scaling does."""
        street = number(self.street)
        if self.length < SHORTEST + EXACT:
            badge = Badge("failed", "w = 0 gives no line")
            return badge, f"‖w‖ is kept at {number(SHORTEST)}; the margin is {street} wide."
        if self.scale != 1.0:
            before = number(replace(self, scale=1.0).street)
            text = f"The line f = 0 stays; f is {number(self.scale)} times as large, and the "
            text += f"margin is {street} wide instead of {before}."
            return Badge("certified", "the same line"), text
        text = f"The line is {number(self.distance)} from the origin; the margin from f = −1 to "
        text += f"f = +1 is 2/‖w‖ = {street} wide."
        if self.length < self._shortest() + EXACT:
            text += " A shorter w would move it out of view."
        return None, text

    def cards(self) -> tuple[Metric, ...]:
        """Lengths and distances, after scaling."""
        s = "" if self.scale == 1.0 else "s"
        w = f"({number(self.scale * self.w[0])}, {number(self.scale * self.w[1])})"
        side = number(self.street / 2.0)
        away = "Of the line f = 0 from the origin. Scaling w and b by s does not change it."
        return (
            Metric(f"‖{s}w‖", number(self.scale * self.length), f"{s}w = {w}", "Drag its tip."),
            Metric(f"{s}b", number(self.scale * self.b), "slides the line", "Drag the line."),
            Metric("|b|/‖w‖", number(self.distance), "origin to the line", away),
            Metric(
                f"2/‖{s}w‖",
                number(self.street),
                f"1/‖{s}w‖ = {side} on each side",
                "The lines w·x + b₁ = 0 and w·x + b₂ = 0 are |b₁ − b₂|/‖w‖ apart: here b ± 1.",
            ),
        )
