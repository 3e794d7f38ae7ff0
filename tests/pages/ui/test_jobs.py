"""Jobs beside a page: what is waited for, and when the page is drawn again."""

import math
import time
from threading import Event
from types import SimpleNamespace

import pytest

from pages.state.server.processes import Queued
from pages.ui.server import jobs as module
from pages.ui.server.jobs import Jobs
from pages.ui.visit import widget_state
from pages.ui.visit.visit import Visit
from tests.helpers import ENDLESS


class AgainError(Exception):
    """The page is run again."""


@pytest.fixture
def parts(monkeypatch):
    """What a browser would be told to look at again and again."""
    found = []

    def fragment(part, run_every):
        found.append(part)
        return part

    def rerun():
        raise AgainError

    monkeypatch.setattr(module, "remembered", Visit().remembered)
    monkeypatch.setattr(module, "fragment", fragment)
    monkeypatch.setattr(module.address_bar, "rerun", rerun)
    return found


@pytest.fixture
def visit(monkeypatch):
    visit = Visit()
    monkeypatch.setattr("pages.ui.visit.visit.visit", lambda: visit)
    monkeypatch.setattr(widget_state, "visit", lambda: visit)
    return visit


def counting(*gates):
    def steps():
        for k, gate in enumerate(gates):
            gate.wait(ENDLESS)
            yield k

    return steps


def test_a_job_that_begins_is_waited_for_until_there_is_enough(parts):
    jobs, open_gate, shut = Jobs("x"), Event(), Event()
    open_gate.set()
    job = jobs.current("a", 1, counting(open_gate, shut), wait=30, enough=lambda: True)
    assert job.running
    same = jobs.current("a", 1, counting(shut), wait=30)
    assert same is job, "it is waited for once"
    other = jobs.current("a", 2, counting(open_gate), wait=30)
    assert not job.running
    assert other.finished
    shut.set()


def test_a_job_stands_still_while_the_page_is_drawn(parts, visit, monkeypatch):
    monkeypatch.setattr(module, "MAX_PAUSE", 30)
    jobs, gates = Jobs("x"), [Event() for _ in range(3)]
    job = jobs.current("a", 1, counting(*gates), wait=0)
    for gate in gates:
        gate.set()
    assert not job.over.wait(0.05)
    jobs.follow(job.latest, lambda: job.latest)
    assert job.over.wait(ENDLESS)
    assert job.finished


def test_the_page_is_drawn_again_when_there_is_something_new(parts, visit):
    jobs, gates, looks = Jobs("x"), [Event(), Event()], []
    job = jobs.begin("a", 1, counting(*gates))
    jobs.follow(None, lambda: job.latest, lambda: looks.append(job.latest))
    [look] = parts
    look()
    assert looks == [None, None]
    gates[0].set()
    while job.latest is None:
        time.sleep(0.001)
    with pytest.raises(AgainError):
        look()
    jobs.follow(0, lambda: job.latest)
    gates[1].set()
    assert job.over.wait(ENDLESS)
    with pytest.raises(AgainError):
        parts[-1]()
    jobs.follow(1, lambda: job.latest)
    assert len(parts) == 2, "nothing to look at any more"
    with pytest.raises(AgainError):
        jobs.follow(0, lambda: job.latest)


@pytest.mark.parametrize(("age", "known"), [(0.5, {}), (60.0, {"w_C": 1.0})])
def test_widgets_of_a_page_that_is_loading_are_told_their_values_again(parts, visit, age, known):
    widget_state.arrive("Race")
    widgets = widget_state.widget_state()
    widgets.known["w_C"] = 1.0
    widgets.since -= age
    with pytest.raises(AgainError):
        module.address_bar.run_again()
    assert widgets.known == known


def test_no_job_outlives_the_server(parts):
    def steps():
        while True:
            time.sleep(0.001)
            yield 0

    job = Jobs("x").begin("a", 1, steps)
    module._end_all()
    assert job.over.is_set()


def test_a_job_ends_when_its_visitor_is_gone_however_patient_it_is(parts, monkeypatch):
    here = [True]
    monkeypatch.setattr(module, "connection", lambda: lambda: here[0])
    monkeypatch.setattr(module, "MAX_ABSENT", 0.05)

    def steps():
        while True:
            time.sleep(0.001)
            yield 0

    job = Jobs("x").begin("a", 1, steps, patience=math.inf)
    assert not job.over.wait(0.2)
    here[0] = False
    assert job.over.wait(ENDLESS)
    assert job.broken


def test_a_job_that_nobody_looks_at_is_stopped_later_if_it_was_asked_for(parts, monkeypatch):
    gate, now = Event(), [0.0]
    clock = SimpleNamespace(monotonic=lambda: now[0])
    jobs = Jobs("x")
    monkeypatch.setattr(module, "time", clock)
    by_itself = jobs.current("a", 1, counting(gate, gate), wait=0)
    asked = jobs.begin("b", 1, counting(gate, gate))
    for seconds, alone in ((7.0, (False, False)), (61.0, (True, False)), (91.0, (True, True))):
        now[0] = seconds
        assert (by_itself.alone, asked.alone) == alone
    gate.set()
    assert by_itself.over.wait(ENDLESS)
    assert asked.over.wait(ENDLESS)


def test_a_job_that_waits_has_its_place_and_counts_from_its_turn(parts, monkeypatch):
    gate, now = Event(), [0.0]
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now[0]))

    def steps():
        now[0] = 50.0
        yield Queued(3)
        gate.wait(ENDLESS)
        yield 1

    job = Jobs("x").begin("a", 1, steps)
    while not job.place:
        time.sleep(0.001)
    assert (job.place, job.elapsed) == (3, 0.0)
    gate.set()
    assert job.over.wait(ENDLESS)
    assert (job.place, job.latest) == (0, 1)


def test_what_is_cancelled_does_not_begin_again_and_what_was_left_alone_does(parts):
    jobs = Jobs("x")
    for end, stays in (("cancel", True), ("stop", False)):
        gate = Event()
        job = jobs.current("a", end, counting(gate, gate), wait=0)
        getattr(job, end)()
        gate.set()
        assert job.over.wait(ENDLESS)
        assert job.broken
        assert (jobs.current("a", end, counting(gate), wait=0) is job) == stays


def test_a_job_ends_with_its_visitor(monkeypatch):
    monkeypatch.setattr(module, "connection", lambda: lambda: False)
    monkeypatch.setattr(module, "MAX_ABSENT", -1.0)
    gate = Event()
    gate.set()
    job = Jobs("x").begin("a", 1, counting(gate, Event()), patience=math.inf)
    assert job.over.wait(ENDLESS)
    assert job.broken
