"""What of a page is drawn, decided before it is: what a layout leaves out is not sent."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Layout:
    """What of a page is drawn, and which of its figures is large.

    lecture : whether it is shown to a hall, large.
    embedded : whether it is in the frame of another page.
    large : the key of the figure that stands in the place of the picture; "" for none.
    """

    lecture: bool = False
    embedded: bool = False
    large: str = ""

    @property
    def picture_only(self) -> bool:
        """Whether the picture, its sentence and what is talked about are all that is drawn.

        What plays the picture stays, and so does a figure that is large.
        """
        return self.lecture or self.embedded

    @property
    def controls(self) -> Literal["all", "live", "none"]:
        """Which controls are in the sidebar: in a lecture those that are moved while one talks."""
        if self.lecture:
            return "live"
        return "none" if self.embedded else "all"

    @property
    def header(self) -> tuple[str, ...]:
        """The buttons in the header; the room of Export is the controls' in a lecture."""
        if self.embedded:
            return ()
        return (
            ("show", "share", "lecture") if self.lecture else ("show", "export", "share", "lecture")
        )
