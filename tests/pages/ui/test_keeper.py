"""The tables of a visitor are given back in order, and what is over ends."""

import asyncio
import re
import time
import tomllib
import weakref
from contextlib import contextmanager
from functools import partial
from threading import Thread
from types import SimpleNamespace

import numpy as np
import pytest
from streamlit.runtime import Runtime
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.runtime import AsyncObjects
from streamlit.runtime.session_manager import SessionInfo
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.session_state import SessionState
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager

from pages.data.text import MAX_PASTED
from pages.state.link.codec import MAX_QUERY
from pages.state.server.budget import Holding, Rank
from pages.state.table.table_settings import TableSettings, weighing
from pages.tables.columns import guess
from pages.tables.record import MAX_BYTES, Column, Table, TableError
from pages.tables.treating import changed
from pages.ui import streamlit_internals
from pages.ui.server import keeper as module
from pages.ui.server.keeper import MemoryKeeper
from pages.ui.streamlit_internals import Ended, end_closed_sessions
from pages.ui.table import table_bytes
from pages.ui.table.table_bytes import holdings, keep_to_limit
from pages.ui.table.visitor_table import GIVEN_BACK, Left, VisitorTable, Workbook, all_tables
from svmcore.optim.memory import Taken
from tests.helpers import ROOT

MB = 1_000_000


def table(megabytes: int) -> Table:
    return Table("t", (Column("a", np.zeros(megabytes * MB // 8)),))


def session(*past: int, mine: int = 8, at: float = 0.0) -> VisitorTable:
    """A session whose tables have so many MB; those before were left one second after another."""
    here = VisitorTable(seen=at, connected=lambda: True)
    here.mine = here.table = here.base = table(mine)
    here.past = [Left(table(m), TableSettings(), float(k)) for k, m in enumerate(past)]
    return here


def megabytes(here: VisitorTable, now: float) -> list[tuple[Rank, int, bool]]:
    found = holdings(here, now)
    return [(one.rank, round(one.size / MB), one.give_back is not None) for one in found]


def test_a_table_in_use_is_kept_while_its_visitor_does_something():
    here = session(3, 5)
    here.past[1] = Left(here.mine, TableSettings(), 1.0)  # the same table: it is not held twice
    undo = [(Rank.UNDO, 0, True), (Rank.UNDO, 3, True)]
    assert megabytes(here, 59.0) == [(Rank.USED, 8, False), (Rank.SPARE, 0, False), *undo]
    assert megabytes(here, 61.0) == [(Rank.USED, 8, True), (Rank.SPARE, 0, True), *undo]
    here.connected = lambda: False
    assert {(rank, free) for rank, _, free in megabytes(here, 1.0)} == {(Rank.SPARE, True)}


def test_what_is_given_back_is_counted_before_and_held_by_nothing_after():
    here = session(2)
    here.future = [Left(table(3), TableSettings(), 5.0)]
    here.larger, here.made, here.last, here.boarded = map(table, (4, 5, 6, 7))
    here.kept = {"made": (0, table(9))}
    here.drawn = here.mine
    here.workbook = Workbook(None, "t.xlsx", (), "", weakref.ref(here.mine))
    assert [(rank, size) for rank, size, _ in megabytes(here, 61.0)] == [
        (Rank.USED, 8 + 4),
        (Rank.SPARE, 5 + 6 + 7 + 9),
        (Rank.UNDO, 3),
        (Rank.UNDO, 2),
    ]
    things = [here.mine, here.larger, here.made, here.last, here.boarded, here.kept["made"][1]]
    refs = [weakref.ref(one) for one in (*things, here.past[0].mine, here.future[0].mine)]
    del things
    for one in holdings(here, 61.0):
        one.give_back()
    del one
    assert [ref() for ref in refs] == [None] * 8
    assert here.lost
    with pytest.raises(TableError, match=f"^{re.escape(GIVEN_BACK)}$"):
        here.prepared()
    assert here.drawn is not here.table, "the sidebar is drawn again"
    assert here in all_tables()


def test_room_is_made_by_the_oldest_and_refused_where_all_is_in_use(
    monkeypatch: pytest.MonkeyPatch,
):
    now = time.monotonic()
    old, new = session(20, at=now - 100.0), session(30, mine=40, at=now)
    monkeypatch.setattr(module, "all_tables", lambda: [old, new])
    gone: list[str] = []
    cache = Holding(5 * MB, now - 1.0, Rank.SPARE, lambda: gone.append("cache"))
    file = Holding(4 * MB, now - 1.0, Rank.SPARE, lambda: gone.append("file"))
    monkeypatch.setattr(module, "Caches", lambda: SimpleNamespace(holdings=lambda now: [cache]))
    monkeypatch.setattr(MemoryKeeper, "_uploads", lambda self, now: [file])
    monkeypatch.setattr(module, "limit", lambda: 100 * MB)
    monkeypatch.setattr(module, "taken", lambda: Taken(0, 298 * MB))
    ref = weakref.ref(new.past[0].mine)
    monkeypatch.setattr(module, "to_system", lambda: gone.append(ref() and "still held"))
    here = MemoryKeeper(200 * MB)
    assert here.room(2 * MB)
    assert old.past, "the process has grown by 98 MB and may by 100: nothing is even counted"
    assert here.room(20 * MB)
    assert (len(old.past), len(new.past), old.lost) == (1, 0, False)
    assert gone == ["cache", "file", None], "what nobody misses comes first"
    assert here.room(55 * MB)
    assert (len(old.past), old.lost, new.lost) == (0, True, False)
    assert not here.room(61 * MB)
    assert new.mine is not None


@pytest.mark.parametrize(
    ("ended", "taken", "most", "collects"),
    [
        (Ended(2, 0), 100, 0, [True]),  # nobody is left
        (Ended(2, 1), 100, 77, [True]),
        (Ended(0, 0), 106, 77, [False]),
        (None, 104, 77, []),
    ],
)
def test_what_is_free_is_returned_where_sessions_ended_or_the_process_has_grown(
    monkeypatch: pytest.MonkeyPatch, ended, taken, most, collects
):
    held, returned = [], []
    monkeypatch.setattr(module, "end_closed_sessions", lambda: ended)
    monkeypatch.setattr(module, "limit", lambda: 77)
    monkeypatch.setattr(module, "taken", lambda: Taken(0, taken))
    monkeypatch.setattr(module, "to_system", lambda *, collect: returned.append(collect))
    here = MemoryKeeper(0)
    here._returned = 100
    monkeypatch.setattr(here, "_held", held.append)
    here.look()
    assert (held, returned) == ([most], collects)
    here.look()
    assert len(returned) == len(collects) * (2 if ended and ended.ended else 1), "not again"


def test_a_file_that_no_page_has_read_counts_at_once_and_is_given_back_after_a_minute(
    monkeypatch: pytest.MonkeyPatch,
):
    files = MemoryUploadedFileManager("/upload")
    for k in range(2):
        files.add_file("tab", UploadedFileRec(f"f{k}", "t.csv", "text/csv", bytes(1000 + k)))
    monkeypatch.setattr(
        streamlit_internals, "_server", lambda: SimpleNamespace(uploaded_file_mgr=files)
    )
    here = MemoryKeeper(0)
    at_once = list(here._uploads(0.0))
    assert [(one.size, one.give_back) for one in at_once] == [(1000, None), (1001, None)]
    files.remove_file("tab", "f0")
    [one] = here._uploads(61.0)
    assert (one.size, one.used, one.rank) == (1001, 0.0, Rank.SPARE)
    one.give_back()
    assert not files.get_files("tab", ["f1"])


@contextmanager
def running(sessions: MemorySessionStorage):
    """A server with an event loop, in which nothing but these sessions is."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    there = Runtime.__new__(Runtime)
    there._session_mgr = WebsocketSessionManager(sessions, None, None, None)
    there._async_objs = AsyncObjects(loop, *[None] * (len(AsyncObjects._fields) - 1))
    try:
        yield there
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def test_streamlit_has_the_inner_parts_by_which_sessions_are_ended():
    """Under another name each of them would be found to be missing, and nothing given back."""
    assert "_session_mgr" in Runtime.__init__.__code__.co_names
    assert "_async_objs" in Runtime.__init__.__code__.co_names
    assert "_fragment_storage" in AppSession.__init__.__code__.co_names
    assert {"session_state", "shutdown"} <= set(dir(AppSession))
    assert {"uploaded_file_mgr", "is_active_session"} <= set(dir(Runtime))


def test_sessions_of_closed_tabs_end_without_another_tab(monkeypatch: pytest.MonkeyPatch):
    ended = []
    state = SessionState()
    state["own"] = own = np.zeros(1)
    button = WidgetMetadata("b", None, None, "trigger_value", callback=partial(np.sum, own))
    state._set_widget_metadata(button)
    held = weakref.ref(own)
    del own, button
    closed = SimpleNamespace(
        id="a",
        shutdown=lambda: ended.append("a"),
        session_state=state,
        _fragment_storage=SimpleNamespace(clear=lambda: ended.append("its fragments")),
    )
    for seconds, found in ((60, Ended(0, 1)), (0, Ended(1, 0))):
        sessions = MemorySessionStorage(ttl_seconds=seconds)
        sessions.save(SessionInfo(client=None, session=closed))
        with running(sessions) as there:
            monkeypatch.setattr(streamlit_internals, "_server", lambda there=there: there)
            assert end_closed_sessions() == found
    assert ended == ["a", "its fragments"]
    assert "own" not in state
    assert held() is None, "the state of the session, or what its widgets call, holds it"


def test_what_is_made_of_a_table_goes_with_it():
    one = Table("t", (Column("a", np.arange(4.0)), Column("b", np.array([0.0, 1.0, 0.0, 1.0]))))
    assert guess(one) is guess(one)
    assert changed(one, (("a", "text"),)) is changed(one, (("a", "text"),))
    for name in "ab":
        assert changed(one, changes=((name, "text"),)).column(name).done == "kept as text"
    assert changed(one, ()) is one
    assert weighing(one, "b") == ("a",)
    ref = weakref.ref(one)
    del one
    assert ref() is None


def test_streamlit_takes_in_as_many_bytes_as_a_table_may_have():
    options = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())["server"]
    assert options["maxUploadSize"] * 10**6 == MAX_BYTES
    # a text that is pasted: of what counts as one character in a browser, three bytes at most
    assert options["maxWidgetStateSize"] * 10**6 > 3 * MAX_PASTED + MAX_QUERY
    assert options["maxWidgetStateSize"] < options["maxMessageSize"] <= 10, "no more is taken in"


def test_tables_to_go_back_to_are_bounded_in_bytes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_bytes, "OF_A_SESSION", 9 * MB)
    here = session(2, 4, 6, 1)
    here.past.append(Left(here.mine, TableSettings(), 4.0))  # in use: to go back to it takes none
    kept, buttons = [here.past[0].mine, here.past[3].mine], here.past
    keep_to_limit(here, 10.0)
    assert [left.mine for left in here.past] == [kept[0], here.past[1].mine, kept[1], here.mine]
    assert here.forgotten == 1
    assert here.past is buttons
    assert [round(8e-6 * len(left.mine)) for left in here.past] == [2, 4, 1, 8]
