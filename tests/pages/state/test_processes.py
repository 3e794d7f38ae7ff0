"""Processes of long jobs: their turn, their steps, and their end."""

import io
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterable
from functools import partial

import pytest

from pages.state.server import processes
from pages.state.server.log import FAILED
from pages.state.server.processes import LIMITS, JobQueue, Queued, steps_apart
from pages.state.server.worker import DIED, TOO_LARGE, read, write
from tests.helpers import ENDLESS
from tests.helpers.grids import few
from tests.helpers.work import broken, busy, counting, endless, failing, hungry, killed


def test_who_has_fewest_runs_first_then_who_came_first():
    queue = JobQueue(at_once=2)
    a1 = queue.join("a")
    assert queue.place(a1) == 0
    a2, b, c = (queue.join(name) for name in "abc")
    assert [queue.place(ticket) for ticket in (a2, b, c)] == [1, 0, 2], "b has none that runs"
    queue.leave(a1)
    assert [queue.place(ticket) for ticket in (a2, c)] == [0, 1], "neither has: a came first"
    queue.leave(b)
    assert queue.place(c) == 0
    waits = queue.join("c")
    assert queue.place(waits) == 1
    queue.leave(waits)
    queue.leave(a2)
    assert queue.place(queue.join("c")) == 0, "more of one while nobody else waits"


def test_the_steps_come_from_another_process_when_it_is_their_turn():
    queue = JobQueue(at_once=1)
    first = queue.join("a")
    assert queue.place(first) == 0
    steps = steps_apart(partial(counting, 3), "b", queue=queue)
    assert next(steps) == Queued(1)
    queue.leave(first)
    seen = [step for step in steps if step is not None]
    assert sorted(set(seen)) == [0, 1, 2]
    assert seen == sorted(seen)
    assert queue.place(queue.join("c")) == 0, "it has left"


@pytest.mark.parametrize(
    ("work", "why"), [(hungry, TOO_LARGE), (killed, DIED), (broken, DIED), (failing, FAILED)]
)
def test_work_that_cannot_be_done_says_so(work, why: str, capfd):
    with pytest.raises(ValueError, match=why) as told:
        list(steps_apart(partial(work, 0), "a"))
    logged = capfd.readouterr().err
    if why is FAILED:  # an error of the program, whose id stands beside its traceback
        (number,) = re.findall("has the error ([0-9a-f]{8})[.]$", str(told.value))
        assert f'"id": "{number}"' in logged.split("Traceback")[0]


@pytest.mark.parametrize("size", [0, 3_000_000])
def test_a_process_that_ends_before_it_has_its_work_says_so(size: int, monkeypatch):
    def start(_limits):
        pipe = subprocess.PIPE
        process = subprocess.Popen([sys.executable, "-S", "-c", ""], stdin=pipe, stdout=pipe)
        process.wait()
        return process

    monkeypatch.setattr(processes, "_start", start)
    limits = LIMITS._replace(seconds=60.0)
    with pytest.raises(ValueError, match=DIED):
        list(steps_apart(partial(counting, bytes(size)), "a", limits=limits))
    with pytest.raises(ValueError, match="a file"):
        list(steps_apart(partial(counting, b""), "a", limits=limits._replace(died="a file")))


def test_a_process_ends_with_the_server_that_started_it():
    process = processes._start(LIMITS)
    write(process.stdin, partial(endless, 0))
    _, pids = read(process.stdout)
    process.stdin.close()
    assert process.wait(ENDLESS)
    assert process.stdout.read() == b""
    process.stdout.close()
    until_ended(pids)


def test_half_a_message_is_none():
    whole = io.BytesIO()
    write(whole, ("step", list(range(100))))
    assert read(io.BytesIO(whole.getvalue())) == ("step", list(range(100)))
    for length in (0, 5, 8, len(whole.getvalue()) - 1):
        with pytest.raises(EOFError):
            read(io.BytesIO(whole.getvalue()[:length]))


def test_closing_ends_the_process_and_what_it_has_started():
    steps = steps_apart(partial(endless, 0), "a")
    pids = next(step for step in steps if step is not None)
    steps.close()
    assert not alive(pids[0])
    until_ended(pids)  # nobody waits for what it has started, which is killed at the same time


@pytest.mark.parametrize(
    ("work", "limit"), few((endless, {"seconds": 0.0}), (busy, {"processor_seconds": 1}))
)
def test_work_that_takes_too_long_is_given_up(work, limit: dict[str, float]):
    with pytest.raises(ValueError, match=r"more than 30 minutes: use fewer rows"):
        list(steps_apart(partial(work, 0), "a", limits=LIMITS._replace(**limit)))


def test_the_process_of_a_job_has_bounded_memory_and_processor_time():
    limits = LIMITS._replace(memory=700_000_000, processor_seconds=70)
    ask = partial(map, resource.getrlimit, [resource.RLIMIT_AS, resource.RLIMIT_CPU])
    found = dict.fromkeys(steps_apart(ask, "a", limits=limits))
    assert [most for most, _ in filter(None, found)] == [limits.memory, limits.processor_seconds]


def until_ended(pids: Iterable[int]) -> None:
    while any(alive(pid) for pid in pids):
        time.sleep(0.001)


def alive(pid: int) -> bool:
    """Whether a process runs: one that has ended may wait for its parent to ask how."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(") ", 1)[1][0] != "Z"
    except FileNotFoundError:
        return False
