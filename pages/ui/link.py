"""The address bar holds what is on the desks: written after every change, read when it was changed.

Streamlit tells a script the query string the browser had when it asked for the run, which may be
older than what the script has written since. So a difference alone does not mean that the visitor
went back or edited the address: it does if no widget and no edit caused the run, and nothing is
waiting to be written.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import streamlit as st

from pages.ui.inside import inside_of
from pages.ui.looks import SWITCHES
from pages.ui.session import Desk, desk, desks, value
from pages.ui.sheets import SHEETS, VALUES
from svmcore.board import History
from svmcore.racers import choice_of
from svmcore.share import descent_from_query, descent_to_query
from svmcore.words import from_words, to_words

HIDDEN = "hide"  # the word for what the picture does not show


def read() -> None:
    """Open the link in the address bar, if it is one that this session did not write."""
    main, here = desk(), st.query_params.to_dict()
    if main.written is None:
        if here:
            _open(here)
            for one in desks().values():
                one.fit()
                one.history = History(one.history.present)  # nothing to undo yet
        # a link that could be written more simply stays as it is until something changes
        main.written = words()
    elif main.arrived:
        # by Back to a link that is to be opened, or by a page's name, which has no words
        main.arrived = False
        if here:
            _open(here)
        else:
            main.bare[main.page] = words()
        main.written = here
    elif not any(one.touched for one in desks().values()) and here != main.written:
        if here or main.page not in main.bare:
            _open(here)
            main.written = here
        else:
            # by Back to where the page's name was clicked on. Nothing is written: that would be a
            # new place of the browser's history, and Back from it would lead here again
            _open(main.bare[main.page])
            main.written = words()


def write() -> None:
    """Put what is on the desks into the address bar, unless a gesture is still going on."""
    main, used = desk(), desks().values()
    if any(one.live for one in used):
        return
    found = words()
    if found != main.written:
        st.query_params.from_dict(found)
        main.written = found
    for one in used:
        one.touched = False


def address() -> str:
    """The link to what is on the desks, for a message or a slide."""
    base = (st.context.url or "").split("?")[0]
    text = urlencode(words())
    return f"{base}?{text}" if text else base


def words() -> dict[str, str]:
    """All that differs from the usual, as the link says it."""
    main = desk()
    hidden = [name for name in SWITCHES if name not in main.show]
    found = {HIDDEN: ".".join(hidden)} if hidden else {}
    for one in desks().values():
        found |= one.sheet.to_query(one.experiment)
    for mark in VALUES:
        found |= to_words(value(mark), mark)
    return found | descent_to_query(main.descent) | main.race.words() | main.inside.words()


def take(found: dict[str, str]) -> None:
    """The visitor hands over the words of a link."""
    _open(found)
    desk().touched = True


def _open(found: dict[str, str]) -> None:
    """Put a link's words on the desks; those that make no sense are ignored."""
    main = desk()
    hidden = found.get(HIDDEN, "").split(".")
    main.show = tuple(name for name in SWITCHES if name not in hidden)
    main.descent = descent_from_query(found)
    main.race = choice_of(found)
    for name, sheet in SHEETS.items():
        opened = sheet.from_query(found)
        if name in desks() or opened != sheet.start:
            _put(desk(name), opened)
    main.values = {mark: from_words(kind(), found, mark) for mark, kind in VALUES.items()}
    main.inside = inside_of(found)  # another sample has let go of what was asked about


def _put(here: Desk, opened: Any) -> None:
    write = here.sheet.to_query
    if opened != here.experiment and write(opened) != write(here.experiment):
        here.load(opened)
    here.touched = False  # a run that is broken off here must not keep the next link from opening
