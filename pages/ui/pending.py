"""What a visitor asks for while a run goes on, and giving way to it.

Streamlit ends a run where the whole page is to run again. Where a fragment is, it lets the run go
on to its end, also if that is a run of the same fragment: on a busy server a click would wait for
what belongs to the picture before it, which waits for the pictures of all others.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests, ScriptRequestType

from pages.ui.turns import TURNS

ASK = ("request_rerun", "request_stop")


def wake_for_requests() -> None:
    """Tell a run that waits for its rest what its visitor asks for, once in the server's life."""
    for name in ASK:
        ask = getattr(ScriptRequests, name, None)  # another version may have another name
        if ask is not None and not hasattr(ask, "__wrapped__"):
            setattr(ScriptRequests, name, waking(ask))


def waking(ask: Callable[..., Any]) -> Callable[..., Any]:
    """The same method, which wakes the run that waits, too."""

    @wraps(ask)
    def asked(requests: ScriptRequests, *what: Any) -> Any:
        found = ask(requests, *what)
        TURNS.wake(requests)
        return found

    return asked


@contextmanager
def resting() -> Iterator[None]:
    """Wait or sleep inside of it: see `FairTurns.rest`. The run ends where it has to give way."""
    run = get_script_run_ctx()
    with TURNS.rest(yield_to_pending_rerun, of=run and run.script_requests):
        yield


def yield_to_pending_rerun() -> None:
    """Give way to a pending rerun before long work, or a wait; it starts anew in that rerun.

    That is one of the whole page, or one of all that this run draws, if the visitor has asked.
    """
    run = get_script_run_ctx()
    requests = run and run.script_requests
    if requests is not None and getattr(requests, "_state", None) is ScriptRequestType.RERUN:
        pending, drawn = requests._rerun_data, set(run.fragment_ids_this_run or ())
        anew = drawn and drawn <= set(pending.fragment_id_queue)
        if anew and not pending.is_auto_rerun:
            requests.request_rerun(replace(pending, is_fragment_scoped_rerun=True))
    st.session_state.get("session")  # a script gives way where it asks its session
