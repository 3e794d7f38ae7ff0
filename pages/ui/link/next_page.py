"""The page that a callback leads to: `st.switch_page` works in the script alone."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from pages.state.registry import PAGES
from pages.ui.link import address_bar
from pages.ui.visit.visit import remembered


@dataclass
class NextPage:
    """The folder of the page that the next run leads to, and the words to be opened there."""

    folder: str | None = None
    words: Mapping[str, str] | None = None


def lead_to(folder: str, words: Mapping[str, str] | None = None) -> None:
    """Open the page in this folder with the next run; the first page for one that is not there.

    words : of a link, to be opened on that page; Back then leads to what is open now.
    """
    following = remembered(NextPage)
    following.folder, following.words = folder if folder in PAGES else address_bar.FIRST, words


def follow(here: str) -> None:
    """Go to the page that a callback has led to, and open there what it wants to be opened.

    In this order: Streamlit writes the words of a switch to the address that is left, too.
    """
    following = remembered(NextPage)
    words = following.words
    if following.folder not in (None, here):
        kept = None if words is None else address_bar.words()
        st.switch_page(f"pages/{following.folder}/page.py", query_params=kept)
    if words is not None:
        address_bar.open_screen(dict(words))
    following.folder = following.words = None
