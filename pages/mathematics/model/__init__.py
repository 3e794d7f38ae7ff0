"""What the page on mathematics shows: small pictures with handles, each a frozen value.

A picture knows where its handles are and what it becomes when one of them is moved; whatever
holds there by itself (on the curve, on the circle) holds after every move.
"""

from typing import ClassVar, Protocol, Self

from pages.state.text.verdict import Badge, Metric

Place = tuple[float, float]
# the verdict on a picture, if there is one to give, and the sentence with its numbers
BadgeAndText = tuple[Badge | None, str]


class Picture(Protocol):
    """What all pictures have."""

    names: ClassVar[tuple[str, ...]]
    """What the handles are called."""

    @property
    def handles(self) -> tuple[Place, ...]:
        """Where the handles are."""

    def moved(self, handle: int, x: float, y: float) -> Self:
        """The picture after a handle was taken to (x, y), or as near as it can go."""

    def sentence(self) -> BadgeAndText:
        """What there is to see, in words."""

    def cards(self) -> tuple[Metric, ...]:
        """The numbers, each with its explanation."""
