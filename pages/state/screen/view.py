"""A view of a page: all that follows from which one is open, but for the drawing itself."""

from dataclasses import dataclass

from pages.state.screen.layers import ALPHA_RINGS, DECISION_LAYERS
from pages.state.screen.screen_parts import PARTS
from pages.state.text.publications import Cited


@dataclass(frozen=True)
class View:
    """One view of a page.

    title : on the switch between the views, and in the title of a screen.
    layers : what its picture can show or hide.
    rings : what the rings in its picture mean.
    parts : what of the screen can be hidden.
    sources : what it cites, beside what all views of the page do.
    """

    title: str = ""
    layers: tuple[str, ...] = DECISION_LAYERS
    rings: str = ALPHA_RINGS
    parts: tuple[str, ...] = PARTS
    sources: tuple[Cited, ...] = ()
