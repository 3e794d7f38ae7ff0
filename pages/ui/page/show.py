"""The Show button: what is shown of the layers of a picture and of the parts of the screen."""

import streamlit as st

from pages.state.screen.layers import DECISION_LAYERS, Layers
from pages.state.screen.screen_parts import PARTS
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
ALPHA_RINGS = (
    "Rings are support vectors: heavy on the margin, thin with a dot at α = C "
    "(before training has converged: inside the margin)."
)
PLAIN_RINGS = "Rings are support vectors: α > 0 in at least one f."  # for pictures with one kind


def show_popover(
    names: tuple[str, ...] = DECISION_LAYERS,
    rings: str = ALPHA_RINGS,
    parts: tuple[str, ...] = PARTS,
) -> None:
    """What is shown of the layers `names` and of the `parts`, as switches behind a button.

    One choice for all pages. `rings` says what the rings in the picture mean.
    """
    shown = [name for name in names if name in shown_layers()]

    def changed(chosen: list[str]) -> None:
        others = (name for name in shown_layers() if name not in names)
        store(value(Layers).with_shown((*chosen, *others)))

    with st.popover("Show", key="show"):
        if names:
            switches("w_show", "Show", {n: SHOW_TITLES[n] for n in names}, shown, changed)
            st.caption(rings)
        part_switches(parts)
        answer_button(names, parts)
    answer_key(names, parts)
