"""All that tells how a model comes out, hidden and shown again at once, by a button or a key."""

from dataclasses import dataclass, field

import streamlit as st

from pages.state.screen.layers import Layers
from pages.state.screen.screen_parts import ANSWER, Parts
from pages.ui.server.observed import callback
from pages.ui.visit.visit import remembered, store, value

KEY = "H"
HIDE, SHOW = "Hide the answer", "Show the answer"
HELP = f"The points stay; what is drawn and said of the model goes, in the link as well (key {KEY})"


@dataclass
class BeforeHidden:
    """The layers that were shown before the answer was hidden.

    guessing : whether it was hidden by hand: then the next step of a lesson hides it again.
    """

    layers: Layers = field(default_factory=Layers)
    guessing: bool = False


def hide_answer() -> None:
    """Hide all layers and all parts that tell how the model comes out."""
    layers = value(Layers)
    if layers.shown:
        remembered(BeforeHidden).layers = layers
    store(layers.with_shown(()), value(Parts).with_shown(_others()))


def show_answer() -> None:
    """Show the parts again, and the layers that were shown before."""
    store(remembered(BeforeHidden).layers, value(Parts).with_shown((*_others(), *ANSWER)))


def answer_button(layers: tuple[str, ...], parts: tuple[str, ...]) -> None:
    """The button for a page that has these layers and parts."""
    title = HIDE if _is_seen(layers, parts) else SHOW
    of = {"on_click": _turn, "args": (layers, parts)}
    st.button(title, key="answer", help=HELP, width="stretch", **of)


def answer_key(layers: tuple[str, ...], parts: tuple[str, ...]) -> None:
    """What hears the key: the button itself is not on the page while its menu is closed."""
    with st.container(key="answer_key"):
        st.button(
            HIDE, key="answer_by_key", shortcut=KEY, on_click=callback(_turn), args=(layers, parts)
        )


def _turn(layers: tuple[str, ...], parts: tuple[str, ...]) -> None:
    hide = _is_seen(layers, parts)
    remembered(BeforeHidden).guessing = hide
    if hide:
        hide_answer()
    else:
        show_answer()


def _is_seen(layers: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    """Whether anything of the answer is on such a page."""
    shown, seen = value(Layers).shown, value(Parts).shown
    return not {*layers}.isdisjoint(shown) or not ({*parts} & {*ANSWER}).isdisjoint(seen)


def _others() -> tuple[str, ...]:
    return tuple(name for name in value(Parts).shown if name not in ANSWER)
