"""Errors of the program, slow runs, and the panel that says what the server is doing."""

import json
import logging
import re
from itertools import count
from threading import Event

import pytest
from streamlit.errors import StreamlitAPIException
from streamlit.runtime.scriptrunner import RerunException
from streamlit.testing.v1 import AppTest

from pages.state.model.run import _run
from pages.state.server import log
from pages.state.server.budget import cache_sizes, limit
from pages.state.server.processes import QUEUE
from pages.ui.server import diagnostics, observed
from pages.ui.server.jobs import Background, Job
from pages.ui.server.keeper import keeper
from pages.ui.server.turns import TURNS
from pages.ui.visit import visit as visit_module
from pages.ui.visit.visit import Visit
from svmcore.optim.memory import taken
from tests.helpers import ENDLESS
from tests.helpers.opened import board_of, open_page, visit_of

SECRET = "what the visitor typed"


@pytest.fixture
def lines(monkeypatch):
    """The records of the server's log."""
    records: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = records.append
    monkeypatch.setattr(log.LOG, "handlers", [handler])
    monkeypatch.setattr(log.LOG, "propagate", False)
    log.LOG.setLevel(logging.INFO)
    monkeypatch.setattr(observed, "clock", lambda: 0.0)  # no run is slow
    return records


def script():
    import streamlit as st

    from pages.ui.server.observed import callback, fragment, script

    def fail(*_):
        raise RuntimeError("what the visitor typed")

    @fragment
    def part():
        st.button("part", on_click=lambda: st.session_state.update(part=True))
        if st.session_state.pop("part", False):
            fail()

    def page():
        st.session_state.points = st.session_state.get("points", 0)
        st.button("callback", on_click=callback(fail))
        add = lambda: st.session_state.update(points=st.session_state.points + 1)  # noqa: E731
        st.button("add", on_click=add)
        part()
        if st.button("page"):
            fail()

    script(page)()


@pytest.mark.parametrize("where", ["callback", "page", "part"])
def test_an_error_is_said_with_the_id_that_stands_beside_its_traceback(where, lines):
    app = AppTest.from_function(script).run()
    click(app, "add")
    click(app, where)
    [said] = [one.value for one in (*app.error, *app.toast)]
    [line] = lines
    logged = json.loads(line.getMessage())
    assert not app.exception
    assert re.findall("[0-9a-f]{8}", said) == [logged["id"]]
    assert said.startswith("This part of the page failed; nothing that you made is lost.")
    assert SECRET not in said
    assert (str(line.exc_info[1]), logged["kind"]) == (SECRET, "RuntimeError")
    click(app, "add")  # the page answers, and has what was there before
    assert app.session_state.points == 2
    assert not [*app.error, *app.toast, *app.exception]


def test_an_error_of_streamlit_s_own_is_logged_although_it_has_an_id(lines):
    error = StreamlitAPIException("reserved")
    error.error_id = "data-editor-reserved-index-column-name"
    assert log.failed(error) == log.failed(error) == json.loads(lines[0].getMessage())["id"]
    assert len(lines) == 1


def click(app: AppTest, label: str) -> None:
    next(one for one in app.button if one.label == label).click().run()


def test_a_page_that_fails_keeps_the_board(lines, monkeypatch):
    app = open_page("", {"n_samples": "20"})
    before = board_of(app).experiment
    with monkeypatch.context() as broken:
        broken.setattr("pages.ui.board.display.cards", None)
        app.run()
        said = json.loads(lines[-1].getMessage())
        assert said["id"] in app.error[0].value
        assert (said["event"], said["page"], said["n"]) == ("error", "playground", 20)
    app.run()
    assert not app.error
    assert board_of(app).experiment is before


def test_a_slow_run_has_a_line_and_a_fast_one_has_none(lines, monkeypatch):
    passed = count()
    _run.cache_clear()
    monkeypatch.setattr(observed, "clock", lambda: 0.3 * next(passed))
    app = open_page(
        "dual", {"n_samples": "24", "i_dual": "hulls", "kernel": "linear", "noise": "0.3"}
    )
    (said,) = [json.loads(one.getMessage()) for one in lines]
    assert said.pop("wait") >= 0
    shown = {"page": "dual", "view": "hulls", "n": 24, "solver": "auto", "status": "optimal"}
    assert said == {"event": "run", "what": "page", "ms": 300} | shown
    lines.clear()
    app.run()  # nothing is trained again
    assert "solver" not in json.loads(lines[0].getMessage())
    lines.clear()
    monkeypatch.setattr(observed, "clock", lambda: 7.0)
    app.run()
    assert not lines
    last = visit_of(app).remembered(observed.RunTimes).last
    assert [(what, round(ms)) for what, ms in last] == [("page", 300), ("page", 300), ("page", 0)]


def test_the_panel_says_what_there_is(monkeypatch):
    app = open_page("", {"n_samples": "30", "debug": "1"})
    _run.cache_clear()  # the server's warming up may have been in it
    diagnostics._caches.clear()
    told = app.run().code[-1].value
    mine = next(one for one in cache_sizes() if one.name == "pages.state.model.run._run")
    assert mine.results == _run.cache_info().currsize == 1
    assert f"  pages.state.model.run._run: 1 results, {mine.bytes:,} bytes\n" in told
    assert mine.bytes > 30 * 30 * 8  # the kernel matrix
    assert "  streamlit 1.67.0\n" in told
    assert "  jobs: 0 running\n  processes: 0 running, 0 waiting" in told
    assert f"  what may be held for visitors: {limit():,} bytes\n" in told
    now, before = re.search(r"  memory: ([\d,]+) bytes, before .* ([\d,]+)\n", told).groups()
    assert before == f"{keeper().rest:,}"
    assert abs(int(now.replace(",", "")) / taken().resident - 1.0) < 0.2
    free, ticket = Event(), QUEUE.join("somebody")

    def steps():
        yield free.wait(ENDLESS)

    job = Job(Background("x", 1, steps))
    try:
        assert "  jobs: 1 running\n  processes: 0 running, 1 waiting" in diagnostics.report_of(
            "Jobs"
        )
        assert QUEUE.place(ticket) == 0
        assert "  processes: 1 running, 0 waiting" in diagnostics.report_of("Jobs")
        monkeypatch.setattr(TURNS, "_waiting", ["somebody"] * 3)
        assert "  runs that wait for their turn: 3\n" in diagnostics.report_of("Jobs")
    finally:
        free.set()
        QUEUE.leave(ticket)
        job.over.wait(ENDLESS)


def test_an_error_is_logged_where_another_run_is_asked_for_meanwhile(lines, monkeypatch):
    """The request for it, which comes where the session is asked for, must not be lost either."""

    def visit():
        raise RerunException(None)

    monkeypatch.setattr(observed, "visit", visit)

    def fails():
        raise RuntimeError(SECRET)

    for run in (observed.script(fails), observed.callback(fails)):
        with pytest.raises(RerunException):
            run()
    assert [json.loads(line.getMessage())["kind"] for line in lines] == ["RuntimeError"] * 2
    assert observed.run_seconds() == 0.0


class SessionState(dict):
    times = 0

    def get(self, *key):
        self.times += 1
        return super().get(*key)


@pytest.mark.parametrize("kind", [observed.script, observed.callback])
def test_a_run_asks_for_its_visit_once_and_the_next_one_for_its_own(kind, monkeypatch):
    seen = []
    for own in (Visit(), Visit()):
        asked = SessionState(visit=own)
        monkeypatch.setattr(visit_module.st, "session_state", asked)
        kind(lambda own=own: seen.append(visit_module.visit() is visit_module.visit() is own))()
        assert asked.times == 1
    assert seen == [True, True]
