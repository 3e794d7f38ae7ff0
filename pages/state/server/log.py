"""The server's log: a line of JSON for every slow run and every error.

A line holds what was computed and how long it took: no points, no texts of a visitor, no address.
"""

import json
import logging
import secrets
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

LOG = logging.getLogger("svm")
FAILED = "This failed. Try other points or settings."
FORMAT = "%(asctime)s %(levelname)s %(name)s %(message)s"
_ID = "svm_error_id"  # of an exception that was logged; Streamlit's own have an "error_id"
# what is known of the run of a script in this thread; None where no run is watched
_NOTES: ContextVar[dict[str, Any] | None] = ContextVar("notes", default=None)


def begin() -> None:
    """Write the log to standard error, in this process from now on; idempotent."""
    if not LOG.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter(FORMAT))
        LOG.addHandler(handler)
        LOG.setLevel(logging.INFO)
        LOG.propagate = False


def line(event: str, **fields: Any) -> str:
    """A line of the log: JSON whose first name is `event`; what is None is left out."""
    known = {name: one for name, one in fields.items() if one is not None}
    return json.dumps({"event": event} | known, ensure_ascii=True, default=str)


def failed(error: BaseException, **fields: Any) -> str:
    """Log an error with its traceback; returns its id, 8 hex digits, the same for the same error.

    The traceback has the error's own message, which may quote what a visitor has typed.
    """
    known: str | None = getattr(error, _ID, None)
    if known is None:
        known = secrets.token_hex(4)
        setattr(error, _ID, known)
        kind = type(error).__name__
        LOG.error(line("error", id=known, kind=kind, **fields), exc_info=error)
    return known


def failed_work(error: BaseException) -> str:
    """Log the error that ended a job; what the visitor is told of it."""
    return f"{FAILED} The server's log has the error {failed(error, what='job')}."


def watch() -> None:
    """Begin to keep what is noted in this thread, for the run of a script."""
    _NOTES.set({})


def note(**fields: Any) -> None:
    """Note something about the run of a script that is under way in this thread, if one is.

    What is noted stands in the run's line: n, solver, status.
    """
    notes = _NOTES.get()
    if notes is not None:
        notes.update(fields)


def waited(seconds: float) -> None:
    """Note for how long a run has waited for a turn; its line has the sum in milliseconds."""
    note(wait=noted().get("wait", 0) + round(1000.0 * seconds))


def noted() -> Mapping[str, Any]:
    """What was noted about the run of this thread."""
    return _NOTES.get() or {}
