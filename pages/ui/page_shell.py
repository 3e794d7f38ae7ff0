"""The frame of a page: the link, the sidebar, the buttons in the header."""

from collections.abc import Callable, Hashable
from urllib.parse import urlencode

import streamlit as st

from pages.export.program import Exports
from pages.state.layers import DECISION_LAYERS
from pages.state.registry import MAIN, PAGES
from pages.state.screen_parts import PARTS
from pages.state.sources import Cited, source_line
from pages.ui import address_bar, export, share
from pages.ui.board_state import BoardState, board_state
from pages.ui.detail import detail_switch
from pages.ui.kept_points import came_along
from pages.ui.observed import fragment
from pages.ui.pending import resting
from pages.ui.screen_parts import hide_controls
from pages.ui.show import ALPHA_RINGS, show_popover
from pages.ui.visit import value, visit
from pages.ui.widget_state import widget_state

Part = Callable[[BoardState], None]
OPEN = "Open in SVM Playground"
DERIVATION = "Derivation, step by step"


def run_page(
    sidebar: Part,
    show: Part,
    name: str = MAIN,
    layers: tuple[str, ...] = DECISION_LAYERS,
    rings: str = ALPHA_RINGS,
    parts: tuple[str, ...] = PARTS,
    follows: Callable[[], Hashable] = lambda: None,
    exports: Exports | None = None,
) -> None:
    """Run a page whose controls and whose stage are drawn by these two, from the board `name`.

    `layers` are what its picture can show or hide, `rings` what its rings mean, `parts` what of
    the screen can be hidden, `follows` what the sidebar depends on beside the experiment: the view,
    `exports` what of it can be taken: see `pages.ui.export`.
    """
    board = board_state(name)
    with st.sidebar:
        board.widgets_drawn()
        widget_state().behind = False
        drawn_for, kept = (follows(), _cited()), came_along(board)
        detail_switch()
        sidebar(board)
        show_sources()
    hide_controls()

    with resting():  # a click of somebody else comes before the rest of a whole page
        pass

    def behind() -> bool:
        noted = board.live or came_along(board) == kept
        return not board.is_shown_by_widgets() or (follows(), _cited()) != drawn_for or not noted

    _stage(board, show, behind)
    # outside the fragment: an edit need not build them again
    with st.container(key="actions", horizontal=True, width="content"):
        show_popover(layers, rings, parts)
        export.popover(board, exports)
        share.popover(board)


@fragment
def _stage(board: BoardState, show: Part, behind: Callable[[], bool]) -> None:
    """The fragment with the picture: an edit reruns only this, unless the sidebar is `behind`."""
    show(board)
    address_bar.write()
    _way_out()
    if behind():
        address_bar.rerun()


def carry_link() -> None:
    """For a page without a board: a reload there must not lose what is in the sessions."""
    address_bar.write()
    _way_out()


def export_button() -> None:
    """For a page without a board and without controls: Export alone."""
    with st.container(key="actions", horizontal=True, width="content"):
        export.popover(board_state())


def derivation_link(key: str) -> None:
    """A link to a derivation with what is in the sessions; a key of `DERIVATIONS` on its page.

    What the link had of another step or derivation is left out.
    """
    words = {name: word for name, word in address_bar.words().items() if name[:3] != "dv_"}
    words["dv_derivation"] = key
    st.page_link("pages/derivations/page.py", label=DERIVATION, query_params=words)


def parts_button(
    parts: tuple[str, ...], *, shared: bool = False, exports: Exports | None = None
) -> None:
    """For a page without a board: what of the screen is hidden, Export; Share if it is `shared`."""
    hide_controls()
    with st.container(key="actions", horizontal=True, width="content"):
        show_popover((), parts=parts)
        export.popover(board_state(), exports)
        if shared:
            share.popover(board_state())


def show_sources() -> None:
    """Where the formulas of the view come from, at the end of the sidebar or on the page."""
    if line := source_line(_cited()):
        with st.container(key="sources"):
            st.caption(line)


def _cited() -> tuple[Cited, ...]:
    """What the page that is open cites in its present view."""
    page = next((one for one in PAGES.values() if one.title == visit().address.page), None)
    if page is None:  # a script of a test, which is no page
        return ()
    return page.cited(getattr(value(one.kind), one.field) for one in page.names)


def _way_out() -> None:
    """In a frame of another page: a link that opens the same state in a tab of its own.

    It begins where the frame's own address is, which Streamlit does not tell: it tells the page's.
    """
    if st.context.is_embedded:
        with st.container(key="embedded"):
            st.link_button(OPEN, f"?{urlencode(address_bar.words())}", type="tertiary")
