"""One run computes at a time, and nobody waits for long work: told by events, never by time."""

from contextlib import suppress
from threading import Event, Thread

import pytest
from streamlit.runtime.scriptrunner import RerunException, StopException
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData

from pages.ui.server.turns import FairTurns

FOREVER = 60.0  # seconds: a test that comes to them has failed


class Clock:
    """A clock that stands still until it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Runs:
    """Threads that take turns; `order` is what they did."""

    def __init__(self, turns: FairTurns) -> None:
        self.turns = turns
        self.order: list[str] = []
        self.threads: list[Thread] = []

    def waits(self, name: str) -> None:
        """Begin a run that has to wait, and return when it does."""
        before = self.turns.waiting
        thread = self.begin(lambda: self.computes(name))
        while self.turns.waiting == before:
            assert thread.is_alive(), "it has not waited"

    def computes(self, name: str) -> None:
        with self.turns.turn():
            self.order.append(name)

    def begin(self, run) -> Thread:
        thread = Thread(target=run, daemon=True)
        self.threads.append(thread)
        thread.start()
        return thread

    def end(self) -> None:
        for thread in self.threads:
            thread.join(FOREVER)
            assert not thread.is_alive()


@pytest.fixture
def runs() -> Runs:
    return Runs(FairTurns(FOREVER, FOREVER))


def test_one_run_computes_at_a_time_and_the_others_follow_in_their_order(runs):
    with runs.turns.turn():
        for name in "abc":
            runs.waits(name)
        runs.order.append("first")
    runs.end()
    assert runs.order == ["first", "a", "b", "c"]
    assert runs.turns.waiting == 0


@pytest.mark.parametrize("how", [ValueError(), StopException(), RerunException(RerunData())])
def test_a_run_that_is_broken_off_ends_its_turn(runs, how):
    with pytest.raises(type(how)), runs.turns.turn():
        raise how
    with runs.turns.turn():
        runs.waits("a")
    runs.end()
    assert runs.order == ["a"]


def test_others_compute_while_a_run_rests_and_new_ones_come_before_its_rest(runs):
    resting, rested, wake = Event(), Event(), Event()

    def run() -> None:
        with runs.turns.turn():
            with runs.turns.rest():
                resting.set()
                wake.wait(FOREVER)
            runs.order.append("rest")
        rested.set()

    runs.begin(run)
    assert resting.wait(FOREVER)
    with runs.turns.turn():
        before = runs.turns.waiting
        wake.set()
        while runs.turns.waiting == before:
            assert not rested.is_set(), "it has not waited"
        runs.waits("new")
        assert not rested.is_set()
    runs.end()
    assert runs.order == ["new", "rest"]


def test_a_run_that_waits_for_its_rest_gives_way_to_what_its_visitor_asks_for(runs):
    mine, resting, wake, looked, gone = object(), Event(), Event(), Event(), Event()

    def give_up() -> None:
        looked.set()
        if gone.is_set():
            raise StopException

    def run() -> None:
        with suppress(StopException), runs.turns.turn(), runs.turns.rest(give_up, of=mine):
            resting.set()
            assert wake.wait(FOREVER)

    thread = runs.begin(run)
    assert resting.wait(FOREVER)
    with runs.turns.turn():
        wake.set()
        assert looked.wait(FOREVER), "what was asked before it waited counts, too"
        gone.set()
        runs.turns.wake(mine)
        thread.join(FOREVER)
        assert not thread.is_alive()
        assert runs.turns.waiting == 0


def test_a_run_that_takes_long_is_overtaken_and_its_end_ends_no_other_turn():
    clock = Clock()
    runs = Runs(FairTurns(1.0, FOREVER, clock))
    first, second, go = Event(), Event(), Event()

    def overtaking() -> None:
        with runs.turns.turn():
            second.set()
            go.wait(FOREVER)
            runs.order.append("second")

    def long() -> None:
        with runs.turns.turn():
            clock.now = 1.0
            first.set()
            assert second.wait(FOREVER)

    thread = runs.begin(long)
    assert first.wait(FOREVER)
    runs.begin(overtaking)
    thread.join(FOREVER)
    assert not thread.is_alive()
    runs.waits("third")  # behind the second one, which computes still
    assert runs.order == []
    go.set()
    runs.end()
    assert runs.order == ["second", "third"]


def test_who_has_waited_for_so_long_goes_on_and_leaves_the_turn_where_it_is():
    runs = Runs(FairTurns(FOREVER, 0.0))
    with runs.turns.turn():
        runs.begin(lambda: runs.computes("impatient")).join(FOREVER)
        assert runs.order == ["impatient"]
        assert runs.turns.waiting == 0
        assert not runs.turns.give_way(0.0)  # the turn of this run goes on
    assert runs.turns.give_way(0.0)


def test_work_beside_the_runs_waits_until_none_computes(runs):
    with runs.turns.turn():
        assert not runs.turns.give_way(0.0)
        waits = Event()
        thread = runs.begin(
            lambda: (waits.set(), runs.order.append(str(runs.turns.give_way(FOREVER))))
        )
        assert waits.wait(FOREVER)
        runs.order.append("first")
    thread.join(FOREVER)
    assert runs.order == ["first", "True"]
