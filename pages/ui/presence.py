"""Who is looking, and whether still."""

from collections.abc import Callable

from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx


def visitor() -> str:
    """Who is looking: a name for this browser tab."""
    context = get_script_run_ctx()
    return "" if context is None else context.session_id


def connection() -> Callable[[], bool]:
    """Whether this visitor's browser is connected, asked at any time."""
    context = get_script_run_ctx()
    if context is None or not Runtime.exists():
        return lambda: True
    server, who = Runtime.instance(), context.session_id
    return lambda: bool(server.is_active_session(who))
