"""What stands around the picture of most pages: the link, the sidebar, the buttons above."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from pages.ui import link, share
from pages.ui.controls import ALPHA_RINGS, show_popover
from pages.ui.session import Desk
from pages.ui.sheets import MAIN
from pages.ui.table import desk_of_page
from svmcore.figures.decision import SHOWN

Part = Callable[[Desk], None]


def play(
    sidebar: Part,
    show: Part,
    sheet: str = MAIN,
    switches: tuple[str, ...] = SHOWN,
    rings: str = ALPHA_RINGS,
) -> None:
    """Run a page whose controls and whose stage are drawn by these two, from a sheet's desk.

    `switches` are what its picture can show or hide, `rings` what its rings mean.
    """
    here = desk_of_page(sheet)
    link.read()
    with st.sidebar:
        sidebar(here)
    _stage(here, show)
    # outside the fragment: an edit need not build them again
    with st.container(key="actions", horizontal=True, width="content"):
        show_popover(switches, rings)
        share.popover(here)


@st.fragment
def _stage(here: Desk, show: Part) -> None:
    """An edit reruns only this."""
    show(here)
    link.write()
    if here.stale():
        st.rerun()
