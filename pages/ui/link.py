"""The address bar holds the experiment: written after every change, read when it was changed.

Streamlit tells a script the query string the browser had when it asked for the run, which may be
older than what the script has written since. So a difference alone does not mean that the visitor
went back or edited the address: it does if no widget and no edit caused the run, and nothing is
waiting to be written.
"""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

from pages.ui.inside import inside_of
from pages.ui.session import Desk
from svmcore.board import History
from svmcore.figures.decision import SHOWN
from svmcore.racers import choice_of
from svmcore.share import descent_from_query, descent_to_query, from_query, to_query

HIDDEN = "hide"  # the word for what the picture does not show


def read(desk: Desk) -> None:
    """Open the link in the address bar, if it is one that this session did not write."""
    here = st.query_params.to_dict()
    if desk.written is None:
        if here:
            _open(desk, here)
            desk.fit()
            desk.history = History(desk.history.present)  # nothing to undo yet
        # a link that could be written more simply stays as it is until something changes
        desk.written = _words(desk)
    elif desk.arrived:
        # by Back to a link that is to be opened, or by a page's name, which has no words
        desk.arrived = False
        if here:
            _open(desk, here)
        desk.written = here
    elif not desk.touched and here != desk.written:
        _open(desk, here)
        desk.written = here


def write(desk: Desk) -> None:
    """Put the experiment into the address bar, unless a gesture is still going on."""
    if desk.live:
        return
    words = _words(desk)
    if words != desk.written:
        st.query_params.from_dict(words)
        desk.written = words
    desk.touched = False


def address(desk: Desk) -> str:
    """The link to what is on the desk, for a message or a slide."""
    base = (st.context.url or "").split("?")[0]
    words = urlencode(_words(desk))
    return f"{base}?{words}" if words else base


def _words(desk: Desk) -> dict[str, str]:
    hidden = [name for name in SHOWN if name not in desk.show]
    shown = {HIDDEN: ".".join(hidden)} if hidden else {}
    words = to_query(desk.experiment) | descent_to_query(desk.descent)
    return words | shown | desk.race.words() | desk.inside.words()


def _open(desk: Desk, words: dict[str, str]) -> None:
    """Put a link's words on the desk; those that make no sense are ignored."""
    hidden = words.get(HIDDEN, "").split(".")
    desk.show = tuple(name for name in SHOWN if name not in hidden)
    desk.descent = descent_from_query(words)
    desk.race = choice_of(words)
    opened = from_query(words)
    if opened != desk.experiment and to_query(opened) != to_query(desk.experiment):
        desk.load(opened)
    desk.inside = inside_of(words)  # another sample has let go of what was asked about
    desk.touched = False  # a run that is broken off here must not keep the next link from opening
