"""The pictures of the page on mathematics: what a visitor has made of them, and one of them shown.

Each picture is a frozen value that travels in links. Its widgets are set from it before they are
drawn, and change it when they are moved.
"""

from collections.abc import Callable
from typing import Any

import streamlit as st

from pages.mathematics.model import Picture
from pages.mathematics.settings import START
from pages.state.board.board import Edit
from pages.ui.board import display
from pages.ui.board.board_state import board_state
from pages.ui.canvas.canvas import canvas
from pages.ui.canvas.events import Event
from pages.ui.canvas.options import HANDLES, ONLY_LOOK, TWO_CLASSES, Handlers, Points
from pages.ui.page.screen_parts import alt_text
from pages.ui.server.observed import callback
from pages.ui.visit.visit import store, value


def picture_of(name: str) -> Any:
    """What this visitor has made of a picture."""
    return value(type(START[name]))


def move(name: str, events: list[Event]) -> None:
    """Handles were dragged; the link waits for the end of it."""
    picture, board = picture_of(name), board_state()
    live = False
    for event in events:
        if isinstance(event, Edit) and event.kind == "move":
            live = event.live
            for handle, (x, y) in zip(event.ids, event.points, strict=True):
                if handle < len(picture.names):
                    picture = picture.moved(handle, x, y)
    board.live = live
    store(picture)


def change(name: str, how: Callable[[Any, Any], Any], chosen: Any) -> None:
    """A control of a picture was moved."""
    store(how(picture_of(name), chosen))


def show_picture(name: str, draw: Callable[[Any], dict[str, Any]]) -> None:
    """A picture with its handles, and below it the sentence."""
    picture: Picture = picture_of(name)
    badge, text = picture.sentence()
    handles = range(len(picture.names))
    canvas(
        name,
        draw(picture),
        alt_text(f"{badge.text}. {text}" if badge else text, len(handles)),
        points=Points(ids=handles, labels=handles, names=picture.names or TWO_CLASSES),
        tools=HANDLES if picture.names else ONLY_LOOK,
        handlers=Handlers(edit=lambda events: move(name, events)),
    )
    display.picture_first()
    display.show_sentence(badge, text)


def reset(name: str) -> None:
    """A button that takes a picture back to where it began."""
    st.button(
        "Reset",
        key=f"reset_{name}",
        disabled=picture_of(name) == START[name],
        on_click=callback(lambda: store(START[name])),
    )
