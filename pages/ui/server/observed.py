"""Runs and callbacks are timed where that matters, and their errors are caught in one place.

`script` wraps the whole page, `fragment` a part of it that runs by itself, and `callback` what a
widget calls. An error is logged with an id; the visitor is told the id where the error happened.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from threading import local
from typing import Any, ParamSpec

import streamlit as st

from pages.state.registry import MAIN, PAGES, Page
from pages.state.server import log
from pages.ui.server.turns import TURNS
from pages.ui.visit.visit import Visit, same_visit, visit

SLOW = 0.25  # seconds after which a run has a line in the log
KEPT = 12  # runs of a session that are remembered
SENTENCE = (
    "This part of the page failed; nothing that you made is lost. "
    "The server's log has the error {}."
)

P = ParamSpec("P")
clock = time.perf_counter


class _Run(local):
    """When the run of this thread began; None where there is none."""

    started: float | None = None


_RUN = _Run()


@dataclass
class RunTimes:
    """The last runs of a session: what they drew, and the milliseconds they took."""

    last: deque[tuple[str, float]] = field(default_factory=lambda: deque(maxlen=KEPT))


def script(page: Callable[P, None]) -> Callable[P, None]:
    """The script of the app, in its turn, with its errors shown."""
    return _watched("page", page)


def fragment(part: Callable[P, None], *, run_every: float | None = None) -> Callable[P, None]:
    """A part of a page that Streamlit can run by itself, in its turn; with its errors shown."""
    return st.fragment(_watched("part", part), run_every=run_every)


def _watched(what: str, run: Callable[P, None]) -> Callable[P, None]:
    """The function in its turn, timed, with its errors shown.

    Inside of another one it belongs to the run of that one, and only shows its errors.
    """

    @wraps(run)
    def timed(*args: P.args, **kwargs: P.kwargs) -> None:
        if _RUN.started is not None:
            _shown(run, *args, **kwargs)
            return
        _RUN.started = clock()
        log.watch()
        try:
            with same_visit():
                _shown(run, *args, **kwargs)
                _note_end(what, 1000.0 * (clock() - _RUN.started))
        finally:
            _RUN.started = None

    return timed


def callback(function: Callable[..., object]) -> Callable[..., None]:
    """What a widget calls; its errors are told, and the page is drawn all the same.

    Streamlit would draw nothing of it, and leave nothing to click on. Nor does it end the run
    between two changes of the visit and its boards: the visit is asked for once.
    """

    @wraps(function)
    def called(*args: Any, **kwargs: Any) -> None:
        try:
            with same_visit():
                function(*args, **kwargs)
        except Exception as error:
            st.toast(_said(error), icon=":material/error:", duration="infinite")

    return called


def run_seconds() -> float:
    """How long the run that is under way has taken so far; 0 where there is none."""
    return 0.0 if _RUN.started is None else clock() - _RUN.started


def _shown(run: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
    try:
        with TURNS.turn():
            run(*args, **kwargs)
    except Exception as error:
        said = _said(error)
        with st.container(key=f"failed_{log.failed(error)}"):  # style.css keeps it in sight
            st.error(said)


def _said(error: Exception) -> str:
    """Log an error; the sentence for the visitor.

    Streamlit may end the run where it asks for the session: the error is logged all the same.
    """
    place: dict[str, Any] = {}
    try:
        place = _place(visit())
    finally:
        said = SENTENCE.format(log.failed(error, **place))
    return said


def _note_end(what: str, ms: float) -> None:
    """Remember how long a run took, and log it if it was slow."""
    current = visit()
    current.remembered(RunTimes).last.append((what, ms))
    if ms > 1000.0 * SLOW:
        fields = _place(current) | dict(log.noted())
        log.LOG.info(log.line("run", what=what, ms=round(ms), **fields))


def _place(visit: Visit) -> dict[str, Any]:
    """The page's folder, its view, and how many points are on its board."""
    page = PAGES.get(visit.address.page)
    if page is None:
        return {}
    return {"page": page.folder, "view": _view(visit, page), "n": _points(visit, page)}


def _view(visit: Visit, page: Page) -> str | None:
    chosen = (str(getattr(visit.value(naming.kind), naming.field)) for naming in page.screens)
    # what is no name of a view may be a visitor's own word
    known = (view for view in chosen if any(view in naming.titles for naming in page.screens))
    return "/".join(known) or None


def _points(visit: Visit, page: Page) -> int | None:
    board = visit.boards.get(page.shows or MAIN)
    return None if page.shows is None or board is None else len(board.experiment.board())
