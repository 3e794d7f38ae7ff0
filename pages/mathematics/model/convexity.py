"""Convex functions: the chord between two points of the graph is nowhere below the graph.

f is convex if f(a x + (1 - a) z) <= a f(x) + (1 - a) f(z) for all x, z and all a from 0 to 1. A
local minimum of a convex function is a global one.

Sources: Boyd and Vandenberghe, Convex Optimization (2004), section 3.1.1; the sigmoid loss is that
of Mason, Baxter, Bartlett and Frean, Boosting algorithms as gradient descent (NIPS 1999).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, NamedTuple, Self

import numpy as np

from pages.mathematics.model import BadgeAndText, Place
from pages.mathematics.model.subgradient import TIMES, WINDOW
from pages.state.text.number_format import number
from pages.state.text.verdict import Badge, Metric
from svmcore.arrays import Array
from svmcore.losses import Hinge, SquaredHinge, ZeroOneLoss

SLOPES = np.array([1.5, 0.8, -0.6, 2.0])  # y x of the points of J, along the line w = s d
HIGHEST = 3.0  # for the ends of the chord, so that their handles stay in sight
EXACT = 1e-9
NEAREST = 1e-6  # of two ends: nearer ones have no chord


def objective(s: Array) -> Array:
    """J = s^2/2 + C/n sum_i max(0, 1 - y_i x_i s) with C = 1, along a line w = s d, |d| = 1."""
    return np.asarray(0.5 * s**2 + np.maximum(0.0, 1.0 - np.multiply.outer(s, SLOPES)).mean(-1))


def sigmoid_loss(t: Array) -> Array:
    """1 - tanh t."""
    return np.asarray(1.0 - np.tanh(t))


class ChordFunction(NamedTuple):
    """A function with a name, what its argument is called, and whether it is convex."""

    title: str
    axis: str
    f: Callable[[Array], Array]
    convex: bool


MARGIN = "margin t = y f(x)"
CURVES: Mapping[str, ChordFunction] = {
    "squared_hinge": ChordFunction("Squared hinge", MARGIN, SquaredHinge(), True),
    "hinge": ChordFunction("Hinge", MARGIN, Hinge(), True),
    "objective": ChordFunction("J along a line", "s, along the line w = s d", objective, True),
    "sigmoid": ChordFunction("Sigmoid loss", MARGIN, sigmoid_loss, False),
    "zero_one": ChordFunction("0-1", MARGIN, ZeroOneLoss(), False),
}


@dataclass(frozen=True)
class ConvexityPicture:
    """The chord from x = `left` to z = `right`, and the place `mix` x + (1 - mix) z."""

    names: ClassVar[tuple[str, ...]] = ("x", "z", "point of the chord")

    curve: str = "squared_hinge"
    left: float = -0.5
    right: float = 1.8
    mix: float = 0.5

    def __post_init__(self) -> None:
        if self.curve not in CURVES:
            raise ValueError(f"curve must be one of {', '.join(CURVES)}, got {self.curve!r}")
        low, high = reach(self.curve)
        for name in ("left", "right"):
            if not low <= getattr(self, name) <= high:
                got = getattr(self, name)
                raise ValueError(f"{name} must be from {low:g} to {high:g}, got {got}")
        if not 0.0 <= self.mix <= 1.0:
            raise ValueError(f"mix must be from 0 to 1, got {self.mix}")

    @property
    def kind(self) -> ChordFunction:
        """The function with its name."""
        return CURVES[self.curve]

    def f(self, t: Array | float) -> Array:
        """The function."""
        return self.kind.f(np.atleast_1d(np.asarray(t, dtype=float)))

    def at(self, t: float) -> float:
        """Its value at one place."""
        return float(self.f(t)[0])

    @property
    def middle(self) -> float:
        """mix x + (1 - mix) z."""
        return self.mix * self.left + (1.0 - self.mix) * self.right

    @property
    def chord(self) -> float:
        """mix f(x) + (1 - mix) f(z)."""
        return self.mix * self.at(self.left) + (1.0 - self.mix) * self.at(self.right)

    @property
    def excess(self) -> float:
        """By how much the curve is above the chord."""
        return self.at(self.middle) - self.chord

    @property
    def holds(self) -> bool:
        """Whether the inequality holds here."""
        return self.excess <= EXACT

    def between(self) -> tuple[Array, Array]:
        """Places from x to z, and the chord above them."""
        share = np.linspace(0.0, 1.0, 401)
        places = share * self.left + (1.0 - share) * self.right
        return places, share * self.at(self.left) + (1.0 - share) * self.at(self.right)

    @property
    def worst(self) -> float | None:
        """The place from x to z where the curve is farthest above the chord; None if nowhere."""
        places, chord = self.between()
        above = self.f(places) - chord
        k = int(above.argmax())
        return float(places[k]) if above[k] > EXACT else None

    @property
    def handles(self) -> tuple[Place, ...]:
        """Both ends of the chord, and the point on it."""
        ends = [(t, self.at(t)) for t in (self.left, self.right)]
        return ends[0], ends[1], (self.middle, self.chord)

    def moved(self, handle: int, x: float, y: float) -> Self:
        """An end slides along the curve, the point along the chord."""
        if handle == 2:
            length = self.left - self.right
            if abs(length) < NEAREST:
                return self
            return replace(self, mix=round(min(max((x - self.right) / length, 0.0), 1.0), 4))
        low, high = reach(self.curve)
        place = round(min(max(x, low), high), 4)
        return replace(self, left=place) if handle == 0 else replace(self, right=place)

    def with_curve(self, curve: str) -> Self:
        """The same chord on another curve, as far as that is in sight."""
        low, high = reach(curve)
        left, right = (min(max(t, low), high) for t in (self.left, self.right))
        return replace(self, curve=curve, left=left, right=right)

    def sentence(self) -> BadgeAndText:
        """Whether the inequality holds here, and what that says of the function."""
        here = f"At {number(self.middle)} the curve is at {number(self.at(self.middle))} and the "
        here += f"chord at {number(self.chord)}"
        if not self.holds:
            text = f"{here}, {number(self.excess)} below the curve: the function is not convex."
            return Badge("failed", "inequality fails"), text
        if self.kind.convex:
            return Badge("certified", "convex"), f"{here}. No chord is below the curve anywhere."
        if self.worst is not None:
            text = f"{here}, but at {number(self.worst)} this chord is below the curve: the "
            return Badge("plain", "holds here"), f"{text}function is not convex."
        x, z = witness(self.curve)
        text = f"{here}, but the chord from {number(x)} to {number(z)} is below the curve: the "
        return Badge("plain", "holds here"), f"{text}function is not convex."

    def cards(self) -> tuple[Metric, ...]:
        """Both sides of the inequality, their difference, the mixture."""
        ends = f"x = {number(self.left)}, z = {number(self.right)}"
        gap = number(abs(self.excess) if abs(self.excess) > EXACT else 0.0)
        side = "the chord is below the curve" if not self.holds else "the curve is not above"
        return (
            Metric("λ", number(self.mix), ends, "The share of x. Drag the point on the chord."),
            Metric(
                "φ(λx + (1 − λ)z)",
                number(self.at(self.middle)),
                f"λx + (1 − λ)z = {number(self.middle)}",
                "The curve below or above the point of the chord.",
            ),
            Metric(
                "λφ(x) + (1 − λ)φ(z)",
                number(self.chord),
                f"φ(x) = {number(self.at(self.left))}, φ(z) = {number(self.at(self.right))}",
                "The point of the chord.",
            ),
            Metric("Difference", gap, side, "How far the two sides of the inequality are apart."),
        )


@lru_cache
def reach(curve: str) -> Place:
    """From and to which place an end of the chord is in sight."""
    low = TIMES[CURVES[curve].f(TIMES) <= HIGHEST]
    return float(low[0]), float(min(low[-1], WINDOW[1]))


@lru_cache
def witness(curve: str) -> Place:
    """The ends of the chord that the curve of a function that is not convex is farthest above.

    Looked for among ends 0.1 apart, at the middle of the chord.
    """
    low, high = reach(curve)
    ends = np.round(np.arange(low, high + EXACT, 0.1), 4)
    x, z = np.meshgrid(ends, ends, indexing="ij")
    f = CURVES[curve].f
    above = f(0.5 * (x + z)) - 0.5 * (f(x) + f(z))
    k = np.unravel_index(int(above.argmax()), above.shape)
    return float(x[k]), float(z[k])
