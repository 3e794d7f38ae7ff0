"""Giving way to what the visitor has asked for while a run goes on."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from pages.ui.server.turns import TURNS
from pages.ui.streamlit_internals import let_fragment_begin_anew, requests_of_run
from pages.ui.visit.visit import KEY


@contextmanager
def resting() -> Iterator[None]:
    """Wait or sleep inside of it: see `FairTurns.rest`. The run ends where it has to give way."""
    with TURNS.rest(yield_to_pending_rerun, of=requests_of_run()):
        yield


def yield_to_pending_rerun() -> None:
    """Give way to a pending rerun before long work, or a wait; it starts anew in that rerun.

    That is one of the whole page, or one of all that this run draws, if the visitor has asked.
    """
    let_fragment_begin_anew()
    st.session_state.get(KEY)  # a script gives way where it asks for its state
