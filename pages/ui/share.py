"""Handing an experiment on: a link, or a short code for those without links."""

from __future__ import annotations

import streamlit as st

from pages.ui import link
from pages.ui.session import Desk
from svmcore.share import descent_from_query, descent_to_query, from_query, to_code, words_of_code


def popover(desk: Desk) -> None:
    """A button that opens the link, the code and a place to paste one."""
    with st.popover("Share", on_change=_turn, args=(desk,), key="share") as opened:
        if not opened.open:
            return
        st.markdown("**Link** to this experiment, points included")
        st.code(link.address(desk), language=None, wrap_lines=True)
        st.markdown("**Code**, where a link cannot be sent")
        code = to_code(desk.experiment, descent_to_query(desk.descent))
        st.code(code, language=None, wrap_lines=True)
        st.text_input(
            "Open a code",
            key="share_code",
            placeholder="SVM1-…",
            on_change=_open,
            args=(desk,),
        )
        if problem := st.session_state.get("share_problem"):
            st.error(problem)


def _turn(desk: Desk) -> None:
    """The popover opens or closes: what was typed last time is over."""
    desk.touch()
    st.session_state["share_code"] = st.session_state["share_problem"] = ""


def _open(desk: Desk) -> None:
    text = st.session_state["share_code"]
    problem = ""
    if text.strip():
        try:
            words = words_of_code(text)
            desk.descent = descent_from_query(words)
            desk.load(from_query(words))
        except ValueError as error:
            problem = f"{error}."
    st.session_state["share_problem"] = problem
