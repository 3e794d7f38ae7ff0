"""What a visitor brings is read at once if it is short, else by a job of bounded memory."""

import time
from functools import partial

import pytest

from pages.state.server.processes import JobQueue
from pages.tables.reading import read_table
from pages.ui.server import jobs
from pages.ui.server.stored import StoredBytes
from pages.ui.table import reading as module
from pages.ui.table.reading import Brought, read_small
from tests.helpers.data_app import own, wrongs
from tests.helpers.opened import again, jobs_of, open_page

TEXT = "size;class\n" + "".join(f"{k},5;{'ab'[k % 2]}\n" for k in range(40)) + ";a\n"
LONG = ("a,b\n" + "1,2\n" * 10_000).encode()


def work(brought: Brought, who: str) -> jobs.Background:
    return jobs.Background("reading", brought, partial(module._steps, brought, who))


def ended(content: bytes, name: str = "t.csv") -> jobs.Job:
    """The job that has read it."""
    brought = Brought(StoredBytes(content), name, "", "file")
    job = jobs.Job(work(brought, "me"), float("inf"))
    job.over.wait()
    return job


def test_a_table_that_is_read_apart_is_the_one_that_is_read_here():
    found, wanted = ended(TEXT.encode()).latest.table, read_table(TEXT.encode(), "t.csv")
    assert (found.title, found.notes) == (wanted.title, wanted.notes)
    for one, other in zip(found.columns, wanted.columns, strict=True):
        assert repr(one) == repr(other)
        assert one.cells == other.cells
        assert one.words == other.words
        assert not one.values.flags.writeable


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (LONG, "t.csv"),
        (",".join(f"c{i}" for i in range(90)).encode(), "wide.csv"),
        (b'[{"x": 1}, {"x": 2}]', "t.json"),
        (b"PK\x03\x04 xl/workbook.xml", "t.xlsx"),
        (b"PAR1", "t.parquet"),
        (b"1 1:2\n0 2:3\n", "t.txt"),
    ],
)
def test_what_is_long_or_can_hold_more_than_its_bytes_is_not_read_in_the_server(content, name):
    assert read_small(content, name) is None


def test_what_takes_too_much_memory_is_refused_by_a_sentence(monkeypatch):
    monkeypatch.setattr(module, "LIMITS", module.LIMITS._replace(memory=450_000_000))
    job = ended(f"[[1,2]{',[1,2]' * 2_000_000}]".encode(), "t.json")
    assert job.wrong == module.TOO_LARGE


def test_readings_share_one_queue_say_their_place_and_end_with_their_visitor(monkeypatch):
    here = {"me": True, "other": True}
    monkeypatch.setattr(module, "QUEUE", JobQueue(1))
    monkeypatch.setattr(jobs, "MAX_ABSENT", 0.0)
    running = []
    for who, content in (("me", LONG * 100), ("other", LONG)):
        brought = Brought(StoredBytes(content), "t.csv", "", "file")
        monkeypatch.setattr(jobs, "connection", lambda who=who: lambda: here[who])
        running.append(jobs.Job(work(brought, who), float("inf")))
        while module.QUEUE.counts()[0] == 0:
            time.sleep(0.001)
    first, second = running
    while not second.place:
        time.sleep(0.001)
    assert (first.place, second.place) == (0, 1)
    here["me"] = False  # the tab is closed
    first.over.wait()
    assert not first.finished
    second.over.wait()
    assert len(second.latest.table) == 10_000


def test_a_visitor_sees_the_place_in_the_queue_and_can_leave_it(monkeypatch):
    app = open_page("data")
    ahead = module.QUEUE.join("another")
    assert module.QUEUE.place(ahead) == 0
    monkeypatch.setattr("pages.data.panels.source.AT_ONCE", 0.0)
    table = own(app).table
    try:
        app.text_area(key="t_paste").set_value(LONG.decode())
        app.button(key="t_take").click().run()
        while not jobs_of(app)["reading"].place:
            time.sleep(0.001)
        again(app)
        assert "place 1 in the queue" in app.get("progress")[0].proto.text
        app.button(key="reading_cancel").click().run()
        again(app)
        assert not app.get("progress")
        assert own(app).table is table
        assert app.text_area(key="t_paste").value == LONG.decode()
        app.button(key="t_take").click().run()
    finally:
        module.QUEUE.leave(ahead)
    jobs_of(app)["reading"].over.wait()
    again(app)
    assert len(own(app).table) == 10_000
    assert not app.text_area(key="t_paste").value
    assert not wrongs(app)
