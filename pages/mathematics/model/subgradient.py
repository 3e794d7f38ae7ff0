"""The hinge and its subgradients: a line through a point of the loss, below all of it or not.

g is a subgradient of a convex f at t0 if f(t) - f(t0) >= g (t - t0) for all t. The subgradients
are the interval from the left to the right derivative at t0.

Source: Rockafellar, Convex Analysis (1970), sections 23 and 24.
"""

import math
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np
from scipy.optimize import brentq

from pages.mathematics.model import BadgeAndText, Place
from pages.state.text.number_format import number
from pages.state.text.verdict import Badge, Metric
from svmcore.arrays import Array
from svmcore.losses import LOSSES, Loss

WINDOW = (-1.5, 3.0, -1.0, 3.3)  # what is seen: t from, to, loss from, to
TIMES = np.arange(-150, 301) / 100.0  # the kink at t = 1 is one of them
HIGHEST, RIGHTMOST = 2.3, 2.0  # for the point, so that both handles stay in sight
ARM = 0.9  # from the point to the handle of the slope
STEEPEST = 4.0
AT_KINK, ON_SLOPE = 0.06, 0.03  # a handle this near snaps to the kink, to a subgradient
FAN = (-1.0, -0.75, -0.5, -0.25, 0.0)
EXACT = 1e-9
FAR = 1e4  # a line that is above the loss up to here is above it for ever


def leftmost(loss: str) -> float:
    """The least t0 at which the point of a loss stays in sight."""
    return float(TIMES[LOSSES[loss]()(TIMES) <= HIGHEST][0])


def _in_sight(loss: str, t: float) -> float:
    return round(float(min(max(t, leftmost(loss)), RIGHTMOST)), 4)


@dataclass(frozen=True)
class SubgradientPicture:
    """The line of slope `slope` through the point of the loss at `t0`."""

    names: ClassVar[tuple[str, ...]] = ("point", "slope")

    loss: str = "hinge"
    t0: float = 1.0
    slope: float = -0.4

    def __post_init__(self) -> None:
        if self.loss not in LOSSES:
            raise ValueError(f"loss must be one of {', '.join(LOSSES)}, got {self.loss!r}")
        first = leftmost(self.loss)
        if not first <= self.t0 <= RIGHTMOST:
            raise ValueError(f"t0 must be from {first} to {RIGHTMOST}, got {self.t0}")
        if not abs(self.slope) <= STEEPEST:
            raise ValueError(f"slope must be from -{STEEPEST} to {STEEPEST}, got {self.slope}")

    @property
    def f(self) -> Loss:
        """The loss as a function."""
        return LOSSES[self.loss]()

    @property
    def value(self) -> float:
        """f(t0)."""
        return float(self.f(np.array([self.t0]))[0])

    @property
    def interval(self) -> tuple[float, float]:
        """The left and the right derivative at t0; a smooth loss has one number twice."""
        beside = np.nextafter(self.t0, [-np.inf, np.inf])
        low, high = self.f.slope(beside)
        return (float(low), float(high)) if high - low > EXACT else (float(high), float(high))

    @property
    def at_kink(self) -> bool:
        """Whether more than one slope is a subgradient at t0."""
        return self.interval[0] < self.interval[1]

    @property
    def holds(self) -> bool:
        """Whether the slope is a subgradient at t0."""
        low, high = self.interval
        return low - EXACT <= self.slope <= high + EXACT

    def line(self, t: Array) -> Array:
        """f(t0) + g (t - t0)."""
        return np.asarray(self.value + self.slope * (t - self.t0))

    def excess(self, t: Array) -> Array:
        """How far the line is above the loss."""
        return np.asarray(self.line(t) - self.f(t))

    @property
    def stretch(self) -> tuple[float, float] | None:
        """The open interval where the line is above the loss, which begins or ends at t0.

        It is one interval because the excess is concave. None for a subgradient.
        """
        if self.holds:
            return None
        way = 1.0 if self.slope > self.interval[1] else -1.0

        def above(distance: float) -> float:
            return float(self.excess(np.array([self.t0 + way * distance]))[0])

        reach = 1e-6
        while above(reach) > 0.0 and reach < FAR:
            reach *= 2.0
        end = math.inf if reach >= FAR else float(brentq(above, reach / 2.0, reach))
        return (self.t0, self.t0 + end) if way > 0.0 else (self.t0 - end, self.t0)

    @property
    def witness(self) -> float | None:
        """The t in sight where the line is the farthest above the loss; None for a subgradient."""
        return None if self.holds else float(TIMES[self.excess(TIMES).argmax()])

    @property
    def handles(self) -> tuple[Place, ...]:
        """The point, and a place on the line to its right."""
        x = ARM / math.hypot(1.0, self.slope)
        return (self.t0, self.value), (self.t0 + x, self.value + self.slope * x)

    def moved(self, handle: int, x: float, y: float) -> Self:
        """The point slides along the curve, the other handle turns the line around it.

        A line that is below the loss stays below it while the point slides.
        """
        if handle == 0:
            return self._slid(x)
        right = max(x - self.t0, 1e-3)
        slope = min(max((y - self.value) / right, -STEEPEST), STEEPEST)
        return replace(self, slope=round(slope, 4))._snapped(ON_SLOPE)

    def with_loss(self, loss: str) -> Self:
        """The same with another loss; a subgradient becomes one of that loss."""
        other = replace(self, loss=loss, t0=_in_sight(loss, self.t0))
        return other._snapped(math.inf if self.holds else 0.0)._slid(self.t0)

    def _slid(self, t: float) -> Self:
        t0 = _in_sight(self.loss, t)
        if self.loss == "hinge" and abs(t0 - 1.0) < AT_KINK:
            t0 = 1.0
        return replace(self, t0=t0)._snapped(math.inf if self.holds else ON_SLOPE)

    def _snapped(self, within: float) -> Self:
        low, high = self.interval
        nearest = min(max(self.slope, low), high)
        return replace(self, slope=nearest) if abs(nearest - self.slope) < within else self

    def sentence(self) -> BadgeAndText:
        """Whether the slope is a subgradient, and where it shows if not."""
        g, at = number(self.slope), f"t₀ = {number(self.t0)}"
        low, high = (number(end) for end in self.interval)
        if self.witness is None:
            rest = f"at the kink every slope from {low} to {high} is one."
            rest = rest if self.at_kink else "it is the derivative, and no other slope is one."
            return Badge("certified", "below the loss"), f"g = {g} is a subgradient at {at}: {rest}"
        t = np.array([self.witness])
        line, loss = number(float(self.line(t)[0])), number(float(self.f(t)[0]))
        these = f"every slope from {low} to {high}" if self.at_kink else f"only g = {low}"
        text = f"At t = {number(self.witness)} the line is at {line} and the loss at {loss}; "
        return Badge("failed", "no subgradient"), f"{text}at {at} {these} is a subgradient."

    def cards(self) -> tuple[Metric, ...]:
        """The point, the slope, all subgradients, where the line is too high."""
        low, high = (number(end) for end in self.interval)
        these = f"[{low}, {high}]" if self.at_kink else "{" + low + "}"
        kind = "an interval: the kink" if self.at_kink else "one: the derivative"
        wrong = "nowhere" if self.stretch is None else _between(*self.stretch)
        verdict = "a subgradient" if self.holds else "not a subgradient"
        where = "Where f(t) − f(t₀) ≥ g (t − t₀) fails."
        return (
            Metric("t₀", number(self.t0), f"f(t₀) = {number(self.value)}", "Drag the point."),
            Metric("g", number(self.slope), verdict, "The slope of the line. Drag its handle."),
            Metric("∂f(t₀)", these, kind, "All subgradients of the loss f at t₀."),
            Metric("Line above the loss", wrong, "" if self.holds else "for these t", where),
        )


def _between(low: float, high: float) -> str:
    if math.isinf(high):
        return f"t > {number(low)}"
    return f"t < {number(high)}" if math.isinf(low) else f"{number(low)} to {number(high)}"
