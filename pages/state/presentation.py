"""How the pages are shown: for one visitor at a desk, or for a hall."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pages.state.choices import CheckedChoices

MODES = ("desk", "lecture")


@dataclass(frozen=True)
class Presentation(CheckedChoices):
    """The mode, one of `MODES`: in a lecture the picture and its sentence are all that is seen."""

    mode: str = "desk"

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"mode": MODES}

    @property
    def lecture(self) -> bool:
        """Whether the pages are shown to a hall."""
        return self.mode == "lecture"
