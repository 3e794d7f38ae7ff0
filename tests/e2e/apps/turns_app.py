"""A fragment with a button, whose rest is never its turn: another run computes meanwhile.

That one ends when the button is pressed again.
"""

from threading import Event, Thread

import streamlit as st

from pages.ui.server.pending import resting
from pages.ui.server.turns import TURNS
from pages.ui.streamlit_internals import change_streamlit

FOREVER = 1e6  # seconds


def compute(ended: Event) -> None:
    with TURNS.turn():
        ended.wait()


@st.fragment
def stage() -> None:
    st.button("Run")
    st.session_state["ended"].set()
    st.session_state["ended"], count = Event(), st.session_state["count"] + 1
    st.session_state["count"] = count
    with TURNS.turn():
        st.text(f"run {count}")
        Thread(target=compute, args=(st.session_state["ended"],), daemon=True).start()
        while TURNS.waiting == 0:
            pass
        if count > 1:
            with resting():
                pass
        st.text("rest")


change_streamlit()
TURNS._longest = TURNS._patience = FOREVER
st.session_state.setdefault("ended", Event())
st.session_state.setdefault("count", 0)
stage()
