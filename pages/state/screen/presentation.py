"""How the pages are shown: for one visitor at a desk, or for a hall."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pages.state.link.choices import CheckedChoices

MODES = ("desk", "lecture")
_NAME = re.compile("[a-z_]{0,24}")


@dataclass(frozen=True)
class Presentation(CheckedChoices):
    """The mode, one of `MODES`: in a lecture the picture and its sentence are all that is seen.

    large : the key of the figure that stands in the place of the picture, on the view that has it.
    """

    mode: str = "desk"
    large: str = ""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"mode": MODES}

    def __post_init__(self) -> None:
        super().__post_init__()
        if not _NAME.fullmatch(self.large):
            raise ValueError(f"large must be the name of a figure, got {self.large[:24]!r}")

    @property
    def lecture(self) -> bool:
        """Whether the pages are shown to a hall."""
        return self.mode == "lecture"
