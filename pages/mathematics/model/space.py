"""A separating plane in three dimensions with its two margins: w.x + b = 0 and = -1, +1.

The planes f = -1 and f = +1 are 2/|w| apart. The model is the hard margin's: of all planes that
separate the sample, the one with the widest margin.

Source: Schölkopf and Smola, Learning with Kernels (2002), section 7.1.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, Self

import numpy as np

from pages.mathematics.model import BadgeAndText, Place
from pages.state.model.feature_maps import cut
from pages.state.model.scene import LEVELS
from pages.state.text.number_format import number
from pages.state.text.verdict import Metric, proof_badge
from svmcore.arrays import Array, Bools, read_only
from svmcore.engine import FeatureSpace, Result, hard_margin
from svmcore.params import check, param

EACH = 14  # points a class
SPREAD = 1.1  # across the direction in which the classes are apart
BOX = 3.0  # half a side of what is seen, at least
ROOM = 0.3  # around the points
NOTHING = 1e-9  # of the largest alpha: what is smaller are rounding errors


@dataclass(frozen=True, eq=False)
class SpaceModel:
    """The hard margin of points X, (n, 3), with labels y: w, (3,), b, alpha, and the proof."""

    X: Array
    y: Array
    w: Array
    b: float
    alpha: Array
    answer: Result

    @property
    def support(self) -> Bools:
        """alpha_i > 0 but for rounding."""
        return np.asarray(self.alpha > NOTHING * float(self.alpha.max()))

    @property
    def length(self) -> float:
        """|w|."""
        return float(np.linalg.norm(self.w))

    @property
    def width(self) -> float:
        """2/|w|, the distance of the planes f = -1 and f = +1."""
        return 2.0 / self.length

    @property
    def half(self) -> float:
        """Half a side of the box around points and planes."""
        return max(BOX, float(np.abs(self.X).max()) + ROOM)

    def plane(self, level: float) -> Array:
        """Where f = level cuts the box: corners in order, (k, 3)."""
        side = np.full(3, self.half)
        return cut(self.w, level - self.b, -side, side)

    @property
    def planes(self) -> tuple[Array, ...]:
        """f = -1, 0, +1."""
        return tuple(self.plane(level) for level in LEVELS)

    @property
    def street(self) -> Array:
        """A segment across, from f = -1 to f = +1, through the foot of the origin: (2, 3)."""
        return np.array([(level - self.b) / self.length**2 * self.w for level in (-1.0, 1.0)])


@dataclass(frozen=True)
class SpacePicture:
    """A sample of two classes in space, at least `gap` apart, by its number `draw`."""

    names: ClassVar[tuple[str, ...]] = ()

    gap: float = param(
        1.2, 0.2, 2.5, label="Gap", help="How far the classes are apart at least, along one axis."
    )
    draw: int = param(1, 0, 999, label="Sample number", help="Each number is another sample.")

    def __post_init__(self) -> None:
        check(self)

    @property
    def handles(self) -> tuple[Place, ...]:
        """None: the picture is turned."""
        return ()

    def moved(self, handle: int, x: float, y: float) -> Self:
        """The same."""
        return self

    def with_gap(self, gap: float) -> Self:
        """The same sample with its classes nearer or farther."""
        return replace(self, gap=gap)

    def redrawn(self, draw: int) -> Self:
        """Another sample."""
        return replace(self, draw=draw)

    @property
    def model(self) -> SpaceModel:
        """The hard margin."""
        return _model(self)

    def sentence(self) -> BadgeAndText:
        """The width, and what holds it."""
        found = self.model
        text = f"The planes f = −1 and f = +1 are 2/‖w‖ = {number(found.width)} apart, and "
        text += f"{int(found.support.sum())} of {len(found.y)} points are on them: the support "
        return proof_badge(found.answer.status, found.answer.certificate), f"{text}vectors."

    def cards(self) -> tuple[Metric, ...]:
        """w, b, the width, the support vectors."""
        found = self.model
        origin = abs(found.b) / found.length
        return (
            Metric(
                "‖w‖",
                number(found.length),
                f"w = ({', '.join(number(float(v)) for v in found.w)})",
                "w is the normal of the three planes.",
            ),
            Metric(
                "b",
                number(found.b),
                f"origin to the plane f = 0: |b|/‖w‖ = {number(origin)}",
                "The bias, outside w.",
            ),
            Metric(
                "2/‖w‖",
                number(found.width),
                f"gap of the sample: {number(self.gap)}",
                "The distance of the planes f = −1 and f = +1, at least the gap.",
            ),
            Metric(
                "Support vectors",
                str(int(found.support.sum())),
                f"of {len(found.y)} points",
                "Points on f = −1 or f = +1 with α > 0.",
            ),
        )


@lru_cache(maxsize=16)
def _model(picture: SpacePicture) -> SpaceModel:
    rng = np.random.default_rng(picture.draw)
    y = np.repeat([-1.0, 1.0], EACH)
    way = rng.standard_normal(3)
    way /= np.linalg.norm(way)
    X = SPREAD * rng.standard_normal((len(y), 3))
    side = y * (0.5 * picture.gap + 0.6 * np.abs(rng.standard_normal(len(y))))
    X += np.outer(side - X @ way, way)
    _, answer = hard_margin(FeatureSpace(X), y)
    if answer is None:
        raise ValueError(f"gap must be one that separates the classes, got {picture.gap}")
    coef = y * answer.alpha
    return SpaceModel(
        read_only(X), read_only(y), read_only(coef @ X), float(answer.v[0]), answer.alpha, answer
    )
