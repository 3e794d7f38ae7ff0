"""The Show button: what is shown of the layers of a picture and of the parts of the screen."""

import streamlit as st

from pages.state.layers import DECISION_LAYERS, Layers
from pages.state.parts import ANSWER, PARTS, Parts
from pages.ui.parts import part_switches
from pages.ui.session import session_of
from pages.ui.widgets import switches

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
HIDE_ANSWER, SHOW_ANSWER = "Hide the answer", "Show the answer"
ANSWER_HELP = "The points stay; what is drawn and said of the model goes, in the link as well."


def show_popover(
    names: tuple[str, ...] = DECISION_LAYERS,
    rings: str = ALPHA_RINGS,
    parts: tuple[str, ...] = PARTS,
) -> None:
    """What is shown of the layers `names` and of the `parts`, as switches behind a button.

    One choice for all pages. `rings` says what the rings in the picture mean.
    """
    session = session_of()
    shown = [name for name in names if name in session.show]

    def changed(chosen: list[str]) -> None:
        others = (name for name in session.show if name not in names)
        session.store(session.value(Layers).with_shown((*chosen, *others)))

    with st.popover("Show", key="show"):
        if names:
            switches("w_show", "Show", {n: SHOW_TITLES[n] for n in names}, shown, changed)
            st.caption(rings)
        part_switches(parts)
        _answer_button(names, tuple(name for name in parts if name in ANSWER))


def _answer_button(layers: tuple[str, ...], parts: tuple[str, ...]) -> None:
    """Hide all that tells how the model comes out, or show it again; each switch follows."""
    session = session_of()
    shown, seen = session.value(Layers).shown, session.value(Parts).shown
    hide = bool({*layers} & {*shown} or {*parts} & {*seen})

    def press() -> None:
        usual = () if hide else (name for name in Layers().shown if name in layers)
        others = (name for name in shown if name not in layers)
        session.store(session.value(Layers).with_shown((*usual, *others)))
        rest = (name for name in seen if name not in parts)
        session.store(session.value(Parts).with_shown((*(() if hide else parts), *rest)))

    title = HIDE_ANSWER if hide else SHOW_ANSWER
    st.button(title, key="answer", help=ANSWER_HELP, on_click=press, width="stretch")
