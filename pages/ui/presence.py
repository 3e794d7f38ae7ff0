"""Who is looking, and whether still."""

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import SessionState


def server() -> Any:
    """The server of this process; None where there is none, as in a test without a browser."""
    found = Runtime.instance() if Runtime.exists() else None
    return found if isinstance(found, Runtime) else None


def visitor() -> str:
    """Who is looking: a name for this browser tab."""
    context = get_script_run_ctx()
    return "" if context is None else context.session_id


def connection() -> Callable[[], bool]:
    """Whether this visitor's browser is connected, asked at any time."""
    context = get_script_run_ctx()
    there = server()
    if context is None or there is None:
        return lambda: True
    who = context.session_id
    return lambda: bool(there.is_active_session(who))


class Ended(NamedTuple):
    """How many sessions were ended, and how many are left, connected or not."""

    ended: int
    left: int


def _forget(state: SessionState) -> None:
    """Empty the state of a session.

    `clear` leaves out what its widgets call, which holds what they were made for: a table, a job.
    """
    state.clear()
    state._new_widget_state.widget_metadata.clear()


def end_closed() -> Ended | None:
    """End the sessions whose tab was closed `server.disconnectedSessionTTL` ago.

    Streamlit ends them too, but not before another tab is closed: a lecture's last ones stay. None
    where there is no server, or it keeps its sessions in another way.
    """
    there = server()
    sessions = getattr(getattr(there, "_session_mgr", None), "_session_storage", None)
    stored = getattr(sessions, "_cache", None)
    if not hasattr(stored, "expire"):  # of another version of Streamlit
        return None

    async def end() -> Ended:  # where Streamlit itself changes its sessions
        over = stored.expire()
        for _, one in over:
            one.session.shutdown()
            # the server's loop has the last session in a variable until another one comes
            _forget(one.session.session_state)
            one.session._fragment_storage.clear()
        return Ended(len(over), len(there._session_mgr.list_sessions()))

    return asyncio.run_coroutine_threadsafe(end(), there._get_async_objs().eventloop).result()
