"""An app that can forget what was done, so that one browser tab serves many tests."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import streamlit as st


def run_visits(show: Callable[[], None]) -> None:
    """Draw the app by `show`, and below it a button that begins anew."""
    st.set_page_config(layout="wide")
    visit = st.session_state.setdefault("visit", 0)
    # in another place of the page than before, the browser builds all of it again
    with st.container() if visit % 2 else contextlib.nullcontext():
        show()
    st.button("Start anew", on_click=_start_anew)


def _start_anew() -> None:
    visit = st.session_state["visit"] + 1
    st.session_state.clear()
    st.session_state["visit"] = visit
