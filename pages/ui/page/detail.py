"""Basic or Expert: the switch, and what stands under Expert only."""

from collections.abc import Callable, Iterable

import streamlit as st

from pages.state.screen.detail import DETAILS, Detail, hidden_sentence
from pages.ui.controls.widgets import choice, controlled
from pages.ui.visit.visit import choices, value


def detail_switch() -> None:
    """The choice between Basic and Expert, on every page with controls."""
    choice("Level of detail", DETAILS, **controlled(choices(Detail), "detail"))


def is_expert() -> bool:
    """Whether this visitor has chosen Expert."""
    return value(Detail).expert


def more_settings(draw: Callable[[], None], changed: Iterable[str]) -> None:
    """Under Expert the controls that `draw` draws; else one sentence with what of them is set."""
    if is_expert():
        with st.expander("More settings"):
            draw()
    elif text := hidden_sentence(changed):
        st.caption(text)
