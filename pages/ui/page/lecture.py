"""Lecture mode: the picture and what it says, large, for a hall; and alone in a slide's frame."""

from pathlib import Path

import streamlit as st

from pages.state.screen.presentation import Presentation
from pages.ui.page.layout import layout
from pages.ui.page.styles import show_styles
from pages.ui.server.observed import callback
from pages.ui.visit.visit import set_fields, value

ENTER, LEAVE = "Lecture", "Leave lecture"
ENTER_HELP = "Only the picture and its sentence, large enough for a hall (key M)"
LEAVE_HELP = "Back to the menus and controls (key M)"
KEY = "M"
_HERE = Path(__file__).parent
_FOCUS, _LECTURE, _EMBED = (_HERE / f"{name}.css" for name in ("focus", "lecture", "embed"))


def lecture_switch() -> None:
    """In the header of every page: the way into the lecture mode, and the way back.

    A frame in another page (`embed=true`) shows as little.
    """
    shown = layout()
    on = shown.lecture
    sheets = ((_FOCUS, shown.picture_only), (_LECTURE, on), (_EMBED, shown.embedded))
    show_styles(*(sheet for sheet, is_used in sheets if is_used))
    if "lecture" not in shown.header:
        return
    with st.container(key="lecture", width="content"):
        st.button(
            LEAVE if on else ENTER,
            key="lecture_switch",
            help=LEAVE_HELP if on else ENTER_HELP,
            shortcut=KEY,
            on_click=callback(_turn),
        )


def _turn() -> None:
    now = value(Presentation).lecture
    set_fields(Presentation, mode="desk" if now else "lecture")
