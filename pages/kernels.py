"""See what a kernel does: side by side, lifted up, as a matrix, and taken apart."""

from __future__ import annotations

import streamlit as st

from pages.ui import kernels, link, share
from pages.ui.controls import show_popover
from pages.ui.session import Desk
from pages.ui.table import desk_of_page


@st.fragment
def stage(here: Desk) -> None:
    """The picture and what is to be seen beside it; an edit reruns only this."""
    kernels.VIEWS[here.inside.kernels](here)
    link.write(here)
    if here.stale():
        st.rerun()


here = desk_of_page()
link.read(here)
with st.sidebar:
    kernels.sidebar(here)
stage(here)
with st.container(key="actions", horizontal=True, width="content"):
    show_popover(here)
    share.popover(here)
