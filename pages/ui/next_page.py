"""The page that a callback leads to: `st.switch_page` works in the script alone."""

from collections.abc import Mapping

import streamlit as st

from pages.state.registry import TITLES
from pages.ui import address_bar

_NEXT = "next_page"  # its folder, and the words to be opened there


def lead_to(folder: str, words: Mapping[str, str] | None = None) -> None:
    """Open the page in this folder with the next run; the first page for one that is not there.

    words : of a link, to be opened on that page; Back then leads to what is open now.
    """
    st.session_state[_NEXT] = folder if folder in TITLES else address_bar.FIRST, words


def follow(here: str) -> None:
    """Go to the page that a callback has led to, and open there what it wants to be opened.

    In this order: Streamlit writes the words of a switch to the address that is left, too.
    """
    folder, words = st.session_state.get(_NEXT, (here, None))
    if folder != here:
        kept = None if words is None else address_bar.words()
        st.switch_page(f"pages/{folder}/page.py", query_params=kept)
    st.session_state.pop(_NEXT, None)
    if words is not None:
        address_bar.open_screen(dict(words))
