"""What is looked at on the pages that show several things: words of the link, and nothing more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from svmcore.board import MAX_LABELS
from svmcore.figures.decision import SHOWN
from svmcore.params import param
from svmcore.words import checked

VIEWS = {"regions": "Regions", "beside": "Side by side", "descent": "Descent"}
SWITCHES = (*SHOWN, "zones", "tube")  # what can be hidden in some picture


@dataclass(frozen=True)
class Look:
    """What the page Classes shows: a view; the machine of class `first` against `second` (-1: the
    rest), none for -1; and the place that is asked about.
    """

    view: str = "regions"
    first: int = param(-1, -1, MAX_LABELS - 1)
    second: int = param(-1, -1, MAX_LABELS - 1)
    place: tuple[float, float] | None = None

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"view": tuple(VIEWS)}

    def __post_init__(self) -> None:
        checked(self)
