"""What the page Classes shows, as parameters of a link."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pages.datasets.limits import MAX_CLASSES
from pages.state.link.choices import CheckedChoices
from pages.state.screen.layers import PLAIN_RINGS, SEVERAL_LAYERS
from pages.state.screen.view import View
from pages.state.text.publications import Cited
from svmcore.params import param

VIEWS = {
    "regions": View("Regions", SEVERAL_LAYERS, PLAIN_RINGS),
    "beside": View("Side by side", SEVERAL_LAYERS, PLAIN_RINGS),
    "descent": View(
        "Descent",
        SEVERAL_LAYERS,
        PLAIN_RINGS,
        sources=(
            Cited("losses", "weston-watkins"),
            Cited("losses", "crammer-singer"),
            Cited("losses", "rifkin"),
            Cited("subgradient method", "shor"),
        ),
    ),
}


@dataclass(frozen=True)
class ClassesView(CheckedChoices):
    """What the page Classes shows: a view; the model of class `first` against `second` (-1: the
    rest), none for -1; and the place that is asked about.
    """

    view: str = "regions"
    first: int = param(-1, -1, MAX_CLASSES - 1)
    second: int = param(-1, -1, MAX_CLASSES - 1)
    place: tuple[float, float] | None = None

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"view": tuple(VIEWS)}
