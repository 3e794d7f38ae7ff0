"""A large table is read in a process of its own, and is what it would be without one."""

from __future__ import annotations

import os
from functools import partial

import pytest

from pages.state.processes import JobQueue, steps_apart
from pages.ui import reading as module
from pages.ui.reading import read
from svmcore.datasets.table import TableError, read_table

TEXT = "size;class\n" + "".join(f"{k},5;{'ab'[k % 2]}\n" for k in range(40)) + ";a\n"


def test_a_table_that_is_read_apart_is_the_one_that_is_read_here(monkeypatch):
    monkeypatch.setattr(module, "SMALL", len(TEXT) - 1)
    found, wanted = read(TEXT.encode(), "t.csv"), read_table(TEXT.encode(), "t.csv")
    assert found.title == wanted.title
    assert found.notes == wanted.notes
    for one, other in zip(found.columns, wanted.columns, strict=True):
        assert repr(one) == repr(other)
        assert one.cells == other.cells
        assert one.words == other.words
        assert not one.values.flags.writeable


def test_a_large_table_is_not_read_in_the_process_of_the_server(monkeypatch):
    begun = []

    def noted(work, who, *, queue):
        begun.append((work.func.__name__, work.args))
        return iter([read_table(*work.args)])

    monkeypatch.setattr(module, "steps_apart", noted)
    monkeypatch.setattr(module, "SMALL", len(TEXT) - 1)
    read(TEXT.encode(), "t.csv", "sheet")
    assert begun == [("reading", (TEXT.encode(), "t.csv", "sheet"))]
    read(TEXT[:-3].encode(), "t.csv")
    assert len(begun) == 1, "a small one is read at once"


def test_what_goes_wrong_there_is_said_as_if_it_was_read_here(monkeypatch):
    def broken(_work, _who, *, queue):
        raise ValueError("too much")
        yield

    monkeypatch.setattr(module, "steps_apart", broken)
    monkeypatch.setattr(module, "SMALL", 0)
    with pytest.raises(TableError, match="too much"):
        read(b"a", "t.csv")


def test_work_stands_back_behind_the_server():
    ask = partial(map, os.getpriority, [os.PRIO_PROCESS], [0])
    *_, found = steps_apart(ask, "", queue=JobQueue(1))
    assert found == max(10, os.getpriority(os.PRIO_PROCESS, 0))
