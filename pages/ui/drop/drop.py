"""A file that is dropped anywhere on a page, the picture too: an experiment's file is opened."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from pages.export.experiment_file import MOST_BYTES, TOO_LARGE, read_experiment
from pages.state.registry import PAGES
from pages.state.table.table_settings import TableSettings
from pages.state.text.markdown import unmarked
from pages.ui.component import component
from pages.ui.link import address_bar
from pages.ui.link.next_page import lead_to
from pages.ui.server.observed import callback
from pages.ui.table.visitor_table import own
from pages.ui.visit.visit import remembered, value

_KEY = "dropped_file"
HINT = "Drop the JSON file of an experiment here to open it."
OPENED = "The file is open: it was saved on the page {}. Share leads back to what was open before."
NO_PAGE = "The file must be of a page that this app has, got {}."
GO_BACK = "Back to what was open before the file"


@dataclass
class FileMemory:
    """What is to be said of the last file, and the page and words that were open before it."""

    message: str = ""
    before: tuple[str, dict[str, str]] | None = None


def file_drop() -> None:
    """Listen for files that are dropped on the page, and say what came of the last one."""
    memory = remembered(FileMemory)
    if memory.message:
        st.toast(unmarked(memory.message), duration="long")
        memory.message = ""
    with st.container(key="file_drop"):
        data = {"hint": HINT, "most": MOST_BYTES}
        _drop(key=_KEY, height="content", data=data, on_file_change=callback(_dropped))


def open_file(content: bytes) -> None:
    """Open an experiment's file, lead to its page, and say so there.

    Raises ValueError with one sentence about what is wrong; nothing is changed then.
    """
    page, words, table = read_experiment(content)
    if page not in PAGES:
        raise ValueError(NO_PAGE.format(page))
    memory = remembered(FileMemory)
    memory.before = address_bar.folder(), address_bar.words()
    if table is not None:
        here = own()
        here.leave(value(TableSettings))
        here.take(table)
    lead_to(page, words)
    memory.message = OPENED.format(PAGES[page].title)


def way_back() -> None:
    """A button that opens again what was open before the last file."""
    if before := remembered(FileMemory).before:
        st.button(GO_BACK, key="file_back", on_click=callback(_go_back), args=before)


def _go_back(folder: str, words: dict[str, str]) -> None:
    lead_to(folder, words)
    remembered(FileMemory).before = None


def _dropped() -> None:
    found = st.session_state.get(_KEY, {}).get("file")
    text = found.get("text") if isinstance(found, Mapping) else None
    try:
        open_file(_content(text))
    except ValueError as error:
        remembered(FileMemory).message = str(error)


def _content(text: object) -> bytes:
    """The browser sends no text of a file that is too large."""
    if not isinstance(text, str):
        raise ValueError(TOO_LARGE)
    return text.encode(errors="replace")  # half of a pair of signs has no bytes


_drop = component("drop", '<div class="svm-drop" hidden></div>')
