"""Which picture the page on mathematics shows, as a word of a link."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from pages.mathematics.model import Picture
from pages.mathematics.model.convexity import ConvexityPicture
from pages.mathematics.model.distances import DistancesPicture
from pages.mathematics.model.lagrange import LagrangePicture
from pages.mathematics.model.plane import PlanePicture
from pages.mathematics.model.space import SpacePicture
from pages.mathematics.model.subgradient import SubgradientPicture
from pages.state.link.choices import CheckedChoices

# the pictures by name: what each begins with
START: Mapping[str, Picture] = {
    "subgradient": SubgradientPicture(),
    "convexity": ConvexityPicture(),
    "lagrange": LagrangePicture(),
    "plane": PlanePicture(),
    "distances": DistancesPicture(),
    "space": SpacePicture(),
}
TITLES = {
    "subgradient": "Subgradients",
    "convexity": "Convexity",
    "lagrange": "Lagrange",
    "plane": "Planes",
    "distances": "Distances",
    "space": "Planes in 3-D",
}
InSight = TypeVar("InSight", PlanePicture, DistancesPicture)


@dataclass(frozen=True)
class MathematicsView(CheckedChoices):
    """The picture, a key of `START`."""

    picture: str = "subgradient"

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"picture": tuple(START)}


def change_in_sight(picture: InSight, **changes: Any) -> InSight:
    """The picture with other fields; raises ValueError where its handles would be out of sight."""
    changed = replace(picture, **changes)
    changed.check_in_sight()
    return changed
