"""Every run of a script is timed, and its errors are caught in one place.

Streamlit calls nothing of an app where a run of a fragment or a callback begins or ends. So three
of its methods are wrapped (`HOOKS`), whose names a test looks for: a run that begins, one callback,
and a run that has ended, whatever it was and however it ended.
"""

import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import streamlit as st
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import RerunException, StopException, get_script_run_ctx
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext
from streamlit.runtime.state.session_state import SessionState

from pages.state import log
from pages.state.registry import MAIN, PAGES, Page
from pages.ui.session import Session

SLOW = 0.25  # seconds after which a run has a line in the log
KEPT = 12  # runs of a session that are remembered
SENTENCE = (
    "This part of the page failed; nothing that you made is lost. "
    "The server's log has the error {}."
)
UNCAUGHT = "Uncaught app execution"  # what Streamlit says of such an error in its log
_SESSION = "session"  # the key of the session in Streamlit's state
_STARTED = "svm_started"  # the attribute of a context: when its run has begun

clock = time.perf_counter


@dataclass
class RunTimes:
    """The last runs of a session: what they drew, and the milliseconds they took."""

    last: deque[tuple[str, float]] = field(default_factory=lambda: deque(maxlen=KEPT))


def observe() -> None:
    """Watch all runs of this server from now on; a test's stand-in for one is left alone."""
    log.begin()
    if not Runtime.exists() or type(Runtime.instance()) is not Runtime:
        return
    if ScriptRunContext.reset is not HOOKS[0][2]:
        for kind, name, wrapped in HOOKS:
            setattr(kind, name, wrapped)
        logging.getLogger("streamlit.error_util").addFilter(_logged_once)
        _begin(get_script_run_ctx())  # this run, which has begun before


def _begun(reset: Callable[..., None]) -> Callable[..., None]:
    @wraps(reset)
    def begun(context: ScriptRunContext, *args: Any, **kwargs: Any) -> None:
        reset(context, *args, **kwargs)
        _begin(context)

    return begun


def _begin(context: ScriptRunContext) -> None:
    setattr(context, _STARTED, clock())
    context.on_script_error = shown
    log.watch()


def _called(call: Callable[..., None]) -> Callable[..., None]:
    @wraps(call)
    def called(state: SessionState, votes: Any, run: Callable[[], None]) -> None:
        def guarded() -> None:
            try:
                run()
            except (RerunException, StopException):
                raise
            except Exception as error:
                # the page is drawn all the same: without it nothing would be left to click on
                st.toast(_said(error), icon=":material/error:", duration="infinite")

        call(state, votes, guarded)

    return called


def _ended(finish: Callable[..., None]) -> Callable[..., None]:
    @wraps(finish)
    def ended(runner: ScriptRunner, context: ScriptRunContext, *args: Any, **kwargs: Any) -> None:
        finish(runner, context, *args, **kwargs)
        try:
            _note_end(context)
        except Exception as error:  # it must not end the session
            log.failed(error, what="log")

    return ended


def _note_end(context: ScriptRunContext) -> None:
    """Remember how long a run took, and log it if it was slow."""
    seconds = clock() - getattr(context, _STARTED)
    what = "part" if context.fragment_ids_this_run else "page"
    main = _main()
    if main is not None:
        main.remembered(RunTimes).last.append((what, 1000.0 * seconds))
    if seconds > SLOW:
        fields = _place(main) | dict(log.noted())
        log.LOG.info(log.line("run", what=what, ms=round(1000.0 * seconds), **fields))


def run_seconds() -> float:
    """How long the run that is under way has taken so far; 0 where runs are not watched."""
    started = getattr(get_script_run_ctx(), _STARTED, None)
    return 0.0 if started is None else clock() - started


def shown(error: Exception) -> bool:
    """Log an error that no page has caught, and say so where it happened.

    A request for a new run may be waiting. Streamlit would drop it here, and with it what was
    pressed, so it is made once more: that run draws the page instead.
    """
    said = _said(error)
    try:
        with st.container(key=f"failed_{log.failed(error)}"):  # style.css keeps it in sight
            st.error(said)
    except RerunException as request:
        context = get_script_run_ctx()
        assert context is not None
        assert context.script_requests is not None
        context.script_requests.request_rerun(request.rerun_data)
    return True


def _said(error: Exception) -> str:
    return SENTENCE.format(log.failed(error, **_place(_main())))


def _main() -> Session | None:
    """The visitor's session."""
    return _kept(_SESSION)


def _kept(key: str) -> Any:
    """A value of the visitor's state, None if there is none.

    `st.session_state` would first take the request for a new run that may be waiting. Only a run
    that gives way to that one may do so: here it would be lost, and with it what was pressed.
    `filtered_state` would not, but it gathers the values of all widgets.
    """
    context = get_script_run_ctx(suppress_warning=True)
    try:
        return None if context is None else context.session_state._state[key]
    except KeyError:
        return None


def _place(main: Session | None) -> dict[str, Any]:
    """The page's folder, its view, and how many points are on its board."""
    title = "" if main is None else main.address.page
    page = next((one for one in PAGES.values() if one.title == title), None)
    if main is None or page is None:
        return {}
    return {"page": page.folder, "view": _view(main, page), "n": _points(page)}


def _view(main: Session, page: Page) -> str | None:
    chosen = (str(getattr(main.value(one.kind), one.field)) for one in page.names)
    # what is no name of a view may be a visitor's own word
    known = (one for one in chosen if any(one in names.titles for names in page.names))
    return "/".join(known) or None


def _points(page: Page) -> int | None:
    board: Session | None = _kept(_SESSION + (page.shows or MAIN))
    return None if page.shows is None or board is None else len(board.experiment.board())


def _logged_once(record: logging.LogRecord) -> bool:
    """Streamlit logs what `shown` logs with its id: not twice."""
    context = get_script_run_ctx(suppress_warning=True)
    return record.msg != UNCAUGHT or context is None or context.on_script_error is not shown


HOOKS: tuple[tuple[type, str, Callable[..., None]], ...] = (
    (ScriptRunContext, "reset", _begun(ScriptRunContext.reset)),
    (
        SessionState,
        "_run_callback_and_record_rerun",
        _called(SessionState._run_callback_and_record_rerun),
    ),
    (ScriptRunner, "_on_script_finished", _ended(ScriptRunner._on_script_finished)),
)
