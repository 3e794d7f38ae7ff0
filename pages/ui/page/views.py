"""The views of a page: what draws each of them, what follows from it, and the switch."""

from collections.abc import Callable
from dataclasses import dataclass

from pages.state.registry import PAGES, Page
from pages.state.screen.layers import DECISION_LAYERS
from pages.state.screen.screen_parts import PARTS
from pages.ui.board.board_state import BoardState
from pages.ui.controls.widgets import segments
from pages.ui.page.show import ALPHA_RINGS
from pages.ui.visit.visit import choices, value, visit


@dataclass(frozen=True)
class View:
    """One view of a page.

    show : draws it, from the page's board.
    layers : what its picture can show or hide.
    rings : what the rings in its picture mean.
    parts : what of the screen can be hidden.
    """

    show: Callable[[BoardState], None]
    layers: tuple[str, ...] = DECISION_LAYERS
    rings: str = ALPHA_RINGS
    parts: tuple[str, ...] = PARTS


def page_open() -> Page | None:
    """The page that is open; None for a script of a test, which is no page."""
    title = visit().address.page
    return next((page for page in PAGES.values() if page.title == title), None)


def view_open() -> str:
    """The name of the view that is open; "" on a page with one view."""
    page = page_open()
    if page is None or page.views is None:
        return ""
    view: str = getattr(value(page.views.kind), page.views.field)
    return view


def view_switch() -> None:
    """The switch between the views of the page that is open."""
    page = page_open()
    assert page is not None
    assert page.views is not None
    segments(
        choices(page.views.kind), page.views.field, page.views.titles, label="View", key="w_view"
    )
