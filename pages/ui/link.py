"""The address bar holds the experiment: written after every change, read when it was changed.

Streamlit tells a script the query string the browser had when it asked for the run, which may be
older than what the script has written since. So a difference alone does not mean that the visitor
went back or edited the address: it does if no widget and no edit caused the run, and nothing is
waiting to be written.
"""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

from pages.ui.session import Desk
from svmcore.board import History
from svmcore.share import from_query, to_query


def read(desk: Desk) -> None:
    """Open the link in the address bar, if it is one that this session did not write."""
    here = st.query_params.to_dict()
    if desk.written is None:
        if here:
            desk.load(from_query(here))
            desk.fit()
            desk.history = History(desk.history.present)  # nothing to undo yet
        # a link that could be written more simply stays as it is until something changes
        desk.written = to_query(desk.experiment)
    elif not desk.touched and here != desk.written:
        opened = from_query(here)
        if to_query(opened) != desk.written:
            desk.load(opened)
            desk.written = here


def write(desk: Desk) -> None:
    """Put the experiment into the address bar, unless a gesture is still going on."""
    if desk.live:
        return
    words = to_query(desk.experiment)
    if words != desk.written:
        st.query_params.from_dict(words)
        desk.written = words
    desk.touched = False


def address(desk: Desk) -> str:
    """The link to what is on the desk, for a message or a slide."""
    base = (st.context.url or "").split("?")[0]
    words = urlencode(to_query(desk.experiment))
    return f"{base}?{words}" if words else base
