"""Work in the background: when it is waited for, what is said of it, when a page looks again."""

import math
import time
from threading import Event
from types import SimpleNamespace

import pytest

from pages.model_selection.candidate import Progress
from pages.state.server.processes import Queued
from pages.state.text.job_words import waiting
from pages.ui.server import jobs as module
from pages.ui.server.jobs import FAILED, Background, Job, counted, watched
from pages.ui.visit import widget_state
from pages.ui.visit.visit import Visit
from tests.helpers import ENDLESS


class AgainError(Exception):
    """The page is run again."""


@pytest.fixture
def visit(monkeypatch):
    visit = Visit()
    monkeypatch.setattr("pages.ui.visit.visit.visit", lambda: visit)
    monkeypatch.setattr(widget_state, "visit", lambda: visit)
    monkeypatch.setattr(module, "remembered", visit.remembered)
    return visit


@pytest.fixture
def parts(visit, monkeypatch):
    """What a browser would be told to look at, and how often."""
    found = []

    def fragment(part, run_every):
        found.append((part, run_every))
        return part

    def rerun():
        raise AgainError

    monkeypatch.setattr(module, "fragment", fragment)
    monkeypatch.setattr(module.address_bar, "rerun", rerun)
    monkeypatch.setattr(module.display, "clear_stale_elements", lambda: None)
    return found


def work_of(key, *gates, name="x", **more):
    """Work that takes a step for each gate, once it is open."""

    def results():
        for k, gate in enumerate(gates):
            gate.wait(ENDLESS)
            yield k

    return Background(name, key, lambda: counted(len(gates), results()), **more)


def endless():
    while True:
        time.sleep(0.001)
        yield 0


def opened():
    gate = Event()
    gate.set()
    return gate


def test_work_that_begins_by_itself_is_waited_for_until_there_is_enough(visit):
    gate = Event()
    work = work_of(1, opened(), gate)
    job = work.current(wait=30, enough=lambda: True)
    assert work.state == (0, True)
    assert work_of(1, gate).current(wait=30) is job, "it is waited for once"
    other = work_of(2, opened())
    assert (work.job, other.job) == (job, None)
    work.stop_other()
    assert job.running
    other.stop_other()
    assert (job.running, work.job) == (False, job)
    assert other.current(wait=30).finished
    assert (work.job, other.state) == (None, (0, False))
    gate.set()


def test_a_job_stands_still_while_the_page_is_drawn(parts, monkeypatch):
    monkeypatch.setattr(module, "MAX_PAUSE", 30)
    gates = [Event() for _ in range(3)]
    job = work_of(1, *gates).current(wait=0)
    for gate in gates:
        gate.set()
    assert not job.over.wait(0.05)
    watched(state=lambda: job.key)
    assert job.over.wait(ENDLESS)
    assert job.finished


def test_the_page_is_run_again_when_there_is_something_new(parts):
    gates, looks = [Event(), Event()], []
    work = work_of(1, *gates)
    job = work.begin()
    watched(lambda: looks.append(job.found), lambda: work.state, work.state)
    [(look, every)] = parts
    look()
    assert (looks, every) == ([None, None], module.POLL_SECONDS)
    gates[0].set()
    while job.latest is None:
        time.sleep(0.001)
    with pytest.raises(AgainError):
        look()
    watched(state=lambda: work.state, drawn=(None, True))  # the next look draws it, not this one
    gates[1].set()
    assert job.over.wait(ENDLESS)
    with pytest.raises(AgainError):
        parts[-1][0]()
    watched(state=lambda: work.state, drawn=(1, False))
    assert parts[-1][1] is None, "nothing to look at any more"
    with pytest.raises(AgainError):
        watched(state=lambda: work.state, drawn=(0, True))


@pytest.mark.parametrize(("age", "known"), [(0.5, {}), (60.0, {"w_C": 1.0})])
def test_widgets_of_a_page_that_is_loading_are_told_their_values_again(parts, age, known):
    widget_state.arrive("race")
    widgets = widget_state.widget_state()
    widgets.known["w_C"] = 1.0
    widgets.since -= age
    with pytest.raises(AgainError):
        module.address_bar.run_again()
    assert widgets.known == known


def test_no_job_outlives_the_server():
    job = Job(Background("x", 1, endless))
    module._end_all()
    assert job.over.is_set()


def test_work_that_was_stopped_within_a_step_begins_again(visit):
    gate = Event()

    def steps():
        gate.wait(ENDLESS)
        yield Progress(1, 1, None)

    work = Background("x", 1, steps)
    stopped = work.begin()
    stopped.stop()
    assert work.current(wait=0.0) is not stopped
    gate.set()


def test_a_job_ends_when_its_visitor_is_gone_however_patient_it_is(visit, monkeypatch):
    here = [True]
    monkeypatch.setattr(module, "connection", lambda: lambda: here[0])
    monkeypatch.setattr(module, "MAX_ABSENT", 0.05)
    job = Background("x", 1, endless, patience=math.inf).begin()
    assert not job.over.wait(0.2)
    here[0] = False
    assert job.over.wait(ENDLESS)
    assert job.broken


def test_a_job_that_nobody_looks_at_is_stopped_later_if_it_was_asked_for(visit, monkeypatch):
    gate, now = Event(), [0.0]
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now[0]))
    by_itself = work_of(1, gate, gate).current(wait=0)
    asked = work_of(1, gate, gate, name="y").begin()
    for seconds, alone in ((7.0, (False, False)), (61.0, (True, False)), (91.0, (True, True))):
        now[0] = seconds
        assert (by_itself.alone, asked.alone) == alone
    gate.set()
    assert by_itself.over.wait(ENDLESS)
    assert asked.over.wait(ENDLESS)


def test_a_job_says_its_place_how_far_it_is_and_how_long_it_will_take(visit, monkeypatch):
    gates, now = [Event() for _ in range(3)], [0.0]
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now[0]))

    def steps():
        now[0] = 50.0
        yield Queued(3)
        for k, gate in enumerate(gates):
            gate.wait(ENDLESS)
            yield Progress(k + 1, 5, None)

    job = Background("x", 1, steps, "folds").begin()
    while not job.place:
        time.sleep(0.001)
    assert (job.elapsed, job.told()) == (0.0, (0.0, waiting(3)))
    for k, gate in enumerate(gates):  # a step every 10 s
        now[0] += 10.0
        gate.set()
        while job.latest is None or job.latest.done <= k:
            time.sleep(0.001)
    # the second and the third took 20 s, so two more will take as long
    assert job.told() == (0.6, "3 of 5 folds, about 20 s left")
    now[0] += 25.0
    assert job.told() == (0.6, "3 of 5 folds, longer than estimated")
    assert job.over.wait(ENDLESS)


def test_what_is_cancelled_does_not_begin_again_and_what_was_left_alone_does(visit):
    for end, stays in (("cancel", True), ("stop", False)):
        gate = Event()
        job = work_of(end, gate, gate).current(wait=0)
        module.cancel("x") if end == "cancel" else job.stop()
        gate.set()
        assert job.over.wait(ENDLESS)
        assert job.broken
        assert (work_of(end, gate).current(wait=0) is job) == stays


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError("There is no way."), "There is no way."),
        (ValueError(), FAILED),
        (MemoryError(), FAILED),
    ],
)
def test_work_that_cannot_be_done_says_why(error: Exception, said: str):
    def steps():
        yield 1
        raise error

    job = Job(Background("x", 1, steps))
    assert job.over.wait(ENDLESS)
    assert job.wrong.startswith(said)
    assert (job.broken, job.finished, job.poll()) == (False, False, 1)
