"""The frame of a page: the link, the sidebar, the buttons in the header."""

from collections.abc import Callable, Hashable, Mapping
from urllib.parse import urlencode

import streamlit as st

from pages.export.program import Exports
from pages.state.registry import MAIN
from pages.state.screen.view import View
from pages.state.text.publications import Cited, source_line
from pages.ui.board.board_state import BoardState, board_state
from pages.ui.board.kept_points import came_along
from pages.ui.export import export
from pages.ui.link import address_bar, share
from pages.ui.page.detail import detail_switch
from pages.ui.page.layout import layout, rest, sidebar_place
from pages.ui.page.screen_parts import is_shown
from pages.ui.page.show import show_popover
from pages.ui.page.views import page_open, view_name, view_open
from pages.ui.server.observed import fragment
from pages.ui.server.pending import resting
from pages.ui.visit.visit import value
from pages.ui.visit.widget_state import widget_state

Part = Callable[[BoardState], None]
OPEN = "Open in SVM Playground"
DERIVATION = "Derivation, step by step"


def run_page(
    sidebar: Part | None,
    views: Part | Mapping[str, Part],
    board: str = MAIN,
    *,
    follows: Callable[[], Hashable] = lambda: None,
    adapted: Callable[[View], View] = lambda view: view,
    exports: Exports | None = None,
) -> None:
    """Run the page that is open: its sidebar, its stage, and the buttons in the header.

    sidebar : draws the controls; None for a page without any. views : what draws the stage, by the
    name of the view if it differs. What else follows from page and view is in `PAGE`.
    board : the name of the board that both are drawn from. follows : what the sidebar depends on
    beside the experiment and the view. adapted : what of a view depends on more than its name.
    exports : what can be taken of the page, see `pages.ui.export.export`.
    """
    state, page = board_state(board), page_open()

    def show(state: BoardState) -> None:
        (views[view_name()] if isinstance(views, Mapping) else views)(state)
        if sidebar is None:
            show_sources()

    def followed() -> Hashable:
        return follows(), view_name(), _cited()

    view = adapted(view_open())
    with sidebar_place(hidden="controls" in view.parts and not is_shown("controls")):
        state.widgets_drawn()
        widget_state().behind = False
        drawn_for, kept = followed(), came_along(state)
        if page is None or page.detail:
            detail_switch()
        if sidebar is not None:
            sidebar(state)
            show_sources()

    with resting():  # a click of somebody else comes before the rest of a whole page
        pass

    def behind() -> bool:
        noted = state.live or came_along(state) == kept
        return not state.is_shown_by_widgets() or followed() != drawn_for or not noted

    _stage(state, show, behind)
    # outside the fragment: an edit need not build them again
    header = layout().header
    if header:
        with st.container(key="actions", horizontal=True, width="content"):
            show_popover(view)
            if "export" in header:
                export.popover(state, exports)
            share.popover()


@fragment
def _stage(board: BoardState, show: Part, behind: Callable[[], bool]) -> None:
    """The fragment with the picture: an edit reruns only this, unless the sidebar is `behind`."""
    show(board)
    address_bar.write()
    _way_out()
    if behind():
        address_bar.rerun()


def derivation_link(key: str) -> None:
    """A link to a derivation with what was chosen; a key of `DERIVATIONS` on its page.

    What the link had of another step or derivation is left out.
    """
    words = {name: word for name, word in address_bar.words().items() if name[:3] != "dv_"}
    words["dv_derivation"] = key
    st.page_link("pages/derivations/page.py", label=DERIVATION, query_params=words)


def show_sources() -> None:
    """Where the formulas of the view come from, at the end of the sidebar or on the page."""
    if line := source_line(_cited()):
        with rest(), st.container(key="sources"):
            st.caption(line)


def _cited() -> tuple[Cited, ...]:
    """What the page that is open cites in its present view."""
    page = page_open()
    if page is None:
        return ()
    return page.cited(getattr(value(naming.kind), naming.field) for naming in page.screens)


def _way_out() -> None:
    """In a frame of another page: a link that opens the same state in a tab of its own.

    It begins where the frame's own address is, which Streamlit does not tell: it tells the page's.
    """
    if layout().embedded:
        with st.container(key="embedded"):
            st.link_button(OPEN, f"?{urlencode(address_bar.words())}", type="tertiary")
