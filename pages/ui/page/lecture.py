"""Lecture mode: the picture and what it says, large, for a hall; and alone in a slide's frame."""

from pathlib import Path

import streamlit as st

from pages.model_selection.kernel_formula import KERNELS
from pages.state.screen.presentation import Presentation
from pages.ui.page.styles import show_styles
from pages.ui.server.observed import callback
from pages.ui.streamlit_internals import streamlit_style
from pages.ui.visit.visit import set_fields, value
from svmcore.params import parameters

ENTER, LEAVE = "Lecture", "Leave lecture"
ENTER_HELP = "Only the picture and its sentence, large enough for a hall (key M)"
LEAVE_HELP = "Back to the menus and controls (key M)"
KEY = "M"
_HERE = Path(__file__).parent
_FOCUS, _CSS, _EMBED = (_HERE / f"{name}.css" for name in ("focus", "lecture", "embed"))
# what a lecture moves, by the names of the controls; in the order of the sidebar, as many as fit
_KERNELS = (p.name for kernel in KERNELS.values() for p in parameters(kernel))
LIVE = tuple(dict.fromkeys(("C", "nu", "epsilon", "eta0", *_KERNELS)))
_LIVE = ", ".join(['[class*="st-key-w_constant_"]', *(f".st-key-w_{name}" for name in LIVE)])


def lecture_switch() -> None:
    """In the header of every page: the way into the lecture mode, and the way back.

    A frame in another page (`embed=true`) shows as little.
    """
    on = value(Presentation).lecture
    sheets = []
    if on or st.context.is_embedded:
        sheets.append(_FOCUS)
    if on:
        sheets.append(_CSS)
        st.html(f"<style>{streamlit_style('live').replace('LIVE', _LIVE)}</style>")
    if st.context.is_embedded:
        sheets.append(_EMBED)
    if sheets:
        show_styles(*sheets)
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
