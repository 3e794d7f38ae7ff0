"""See inside the dual: who carries the machine, how SMO finds it, and what C does to it."""

from __future__ import annotations

import streamlit as st

from pages.ui import dual, link, share
from pages.ui.controls import show_popover
from pages.ui.session import Desk
from pages.ui.table import desk_of_page


@st.fragment
def stage(here: Desk) -> None:
    """The picture and what is to be seen beside it; an edit reruns only this."""
    dual.VIEWS[here.inside.dual](here)
    link.write(here)
    if here.stale():
        st.rerun()


here = desk_of_page()
link.read(here)
with st.sidebar:
    dual.sidebar(here)
stage(here)
with st.container(key="actions", horizontal=True, width="content"):
    show_popover(here)
    share.popover(here)
