"""What the page Capacity shows, as words of a link."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from pages.capacity.model import DEGREES, FAR, KERNELS, LARGEST, Place
from pages.state.link.choices import CheckedChoices
from pages.state.screen.layers import LAYERS
from pages.state.screen.view import View
from svmcore.params import param

VIEWS = {
    "shattering": View("Shattering", layers=LAYERS[:2], parts=("boundary", "sentence", "controls")),
    "cover": View("Cover", layers=(), parts=("sentence", "charts", "controls")),
}
POINTS = {"three": 3, "four": 4}


@dataclass(frozen=True)
class CapacityView(CheckedChoices):
    """The view; how many points are labelled, by which kernel, and the labelling drawn large.

    features : the polynomial ones that Cover's theorem counts labellings for
    count : N, how many points these labellings are of
    """

    view: str = "shattering"
    points: str = "three"
    kernel: str = "linear"
    features: str = "linear"
    labelling: int = param(
        3,
        1,
        16,
        label="Labelling",
        help="Which of the small pictures is drawn large; each labelling is a number in base 2.",
    )
    count: int = param(
        6, 1, LARGEST, label="N", help="Number of points, drawn at random from those of the board."
    )

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "view": tuple(VIEWS),
        "points": tuple(POINTS),
        "kernel": tuple(KERNELS),
        "features": tuple(DEGREES),
    }

    @property
    def n(self) -> int:
        """How many points are labelled."""
        return POINTS[self.points]

    @property
    def shown(self) -> int:
        """The number of the labelling that is drawn large, from 0; the last one if it is none."""
        return min(self.labelling, int(2**self.n)) - 1


@dataclass(frozen=True)
class ShatteredPoints:
    """The places of up to four points: `corners` are x and y of the first, of the second, ...

    Raises ValueError if these are not eight numbers to which a drag can lead.
    """

    corners: tuple[float, ...] = (-1.2, -0.8, 1.3, -0.6, 0.9, 1.2, -1.0, 1.0)

    def __post_init__(self) -> None:
        if len(self.corners) != 8 or not all(abs(value) <= FAR for value in self.corners):
            raise ValueError(f"corners must be 8 numbers within {FAR:g} of 0, got {self.corners}")

    def places(self, n: int) -> tuple[Place, ...]:
        """The first `n` of them."""
        return tuple(zip(self.corners[::2], self.corners[1::2], strict=True))[:n]

    def moved(self, k: int, x: float, y: float) -> Self:
        """The points after number `k` was taken to (x, y), or as near to it as it can go."""
        there = (round(min(max(value, -FAR), FAR), 3) for value in (x, y))
        return replace(self, corners=(*self.corners[: 2 * k], *there, *self.corners[2 * k + 2 :]))
