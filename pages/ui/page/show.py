"""The Show button: what is shown of the layers of a picture and of the parts of the screen."""

import streamlit as st

from pages.state.screen.layers import Layers
from pages.state.screen.view import View
from pages.ui.board.answer import answer_button, answer_key
from pages.ui.controls.widgets import switches
from pages.ui.page.screen_parts import part_switches
from pages.ui.visit.visit import shown_layers, store, value

SHOW_TITLES = {
    "regions": "regions",
    "margins": "margins",
    "support": "support vectors",
    "slack": "slack",
    "weights": "w and width",
    "zones": "ambiguous regions",
    "tube": "tube",
}


def show_popover(view: View) -> None:
    """What is shown of the layers and parts of a view, as switches behind a button.

    One choice for all pages. Nothing for a view that has neither.
    """
    names, parts = view.layers, view.parts
    if not names and not parts:
        return
    shown = [name for name in names if name in shown_layers()]

    def changed(chosen: list[str]) -> None:
        others = (name for name in shown_layers() if name not in names)
        store(value(Layers).with_shown((*chosen, *others)))

    with st.popover("Show", key="show"):
        if names:
            switches("w_show", "Show", {n: SHOW_TITLES[n] for n in names}, shown, changed)
            st.caption(view.rings)
        part_switches(parts)
        answer_button(names, parts)
    answer_key(names, parts)
