"""A line with its two margins, given by three handles, and the linear classifier that it is.

Two handles A and B lie on the line f = 0, the third on the margin f = +1. With the unit normal n of
the line and the signed distance h of the margin from it,

    f(x) = n . (x - A) / h,    w = n / h,    b = -n . A / h,    2/|w| = 2 |h|.

A negative h puts class +1 on the other side.
"""

import math
from dataclasses import dataclass

import numpy as np

from svmcore.arrays import Array

Place = tuple[float, float]
NARROWEST = 0.02  # for |h|: at 0 there is no f
NEAREST = 0.3  # for the distance of A and B: at 0 there is no line
FARTHEST = 6.0  # for |h|
EDGE = 3.0  # for the coordinates of A and B
LONG = 20.0  # half the length of a line, more than any window shows
DIGITS = 4  # of a handle's coordinates


@dataclass(frozen=True)
class DrawnLine:
    """The line through `first` and `second`; f = +1 is `distance` to the left of it."""

    first: Place
    second: Place
    distance: float

    @property
    def along(self) -> Array:
        """The unit vector from the first handle to the second; (1, 0) if they coincide."""
        x, y = self.second[0] - self.first[0], self.second[1] - self.first[1]
        length = math.hypot(x, y)
        return np.array([x, y]) / length if length >= 0.5 * NEAREST else np.array([1.0, 0.0])

    @property
    def normal(self) -> Array:
        """The unit vector to the left of the line."""
        return np.array([-self.along[1], self.along[0]])

    @property
    def half(self) -> float:
        """The signed distance of f = +1 from the line, never 0."""
        return math.copysign(max(abs(self.distance), NARROWEST), self.distance)

    @property
    def w(self) -> Array:
        """The normal vector n/h, (2,)."""
        return np.asarray(self.normal / self.half)

    @property
    def b(self) -> float:
        """The intercept -n . A/h."""
        return float(-self.w @ np.array(self.first))

    @property
    def width(self) -> float:
        """The distance of f = -1 and f = +1: 2/|w|."""
        return 2.0 * abs(self.half)

    def f(self, X: Array) -> Array:
        """w . x + b of rows x."""
        return np.asarray(X @ self.w + self.b)

    def level(self, c: float) -> Array:
        """The line f = c as a segment longer than any window, (2, 2)."""
        start = np.array(self.first) + c * self.half * self.normal
        return np.asarray(start + np.outer([-LONG, LONG], self.along))

    @property
    def handles(self) -> tuple[Place, Place, Place]:
        """A and B on the line, and the place on the margin f = +1 beside the middle of the two."""
        middle = 0.5 * (np.array(self.first) + np.array(self.second))
        x, y = middle + self.half * self.normal
        return self.first, self.second, (float(x), float(y))

    def moved(self, handle: int, x: float, y: float) -> "DrawnLine":
        """The line after a handle was taken to (x, y), or as near as it can go.

        A handle of the line turns it, with the same margins; that of the margin moves both margins,
        and across the line it exchanges the sides of the classes.
        """
        if handle == 2:
            across = float((np.array([x, y]) - np.array(self.first)) @ self.normal)
            size = min(max(abs(across), NARROWEST), FARTHEST)
            return DrawnLine(self.first, self.second, round(math.copysign(size, across), DIGITS))
        at = (min(max(x, -EDGE), EDGE), min(max(y, -EDGE), EDGE))
        at = (round(at[0], DIGITS), round(at[1], DIGITS))
        other = self.second if handle == 0 else self.first
        if math.dist(at, other) < NEAREST:
            return self
        ends = (at, other) if handle == 0 else (other, at)
        return DrawnLine(*ends, self.distance)
