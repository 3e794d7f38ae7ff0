"""Lecture mode: the picture and what it says, large, for a hall."""

from pathlib import Path

import streamlit as st

from pages.state.presentation import Presentation
from pages.ui.session import set_fields, value

ENTER, LEAVE = "Lecture", "Leave lecture"
ENTER_HELP = "Only the picture and its sentence, large enough for a hall (key M)"
LEAVE_HELP = "Back to the menus and controls (key M)"
KEY = "M"
_HERE = Path(__file__).parent
_FOCUS, _CSS = (_HERE / f"{name}.css" for name in ("focus", "lecture"))


def lecture_switch() -> None:
    """In the header of every page: the way into the lecture mode, and the way back."""
    on = value(Presentation).lecture
    if on:
        st.html(_FOCUS)
        st.html(_CSS)
    with st.container(key="lecture", width="content"):
        st.button(
            LEAVE if on else ENTER,
            key="lecture_switch",
            help=LEAVE_HELP if on else ENTER_HELP,
            shortcut=KEY,
            on_click=_turn,
        )


def _turn() -> None:
    now = value(Presentation).lecture
    set_fields(Presentation, mode="desk" if now else "lecture")
