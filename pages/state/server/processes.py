"""Long work in processes of their own: bounded memory, a queue, and an end at any moment.

One runner for the whole server. A job's process is ended with all that it has started; at most
`AT_ONCE` run, and who waits knows the place. A visitor has one, and more only while nobody waits.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple

from pages.state.server import worker
from pages.state.server.bounded_process import MOST_MEMORY, ROOM, python_environment

AT_ONCE = ROOM.at_once
MAX_SECONDS = 1800.0  # seconds after which a job is given up
POLL_SECONDS = 0.1  # seconds between two looks at a process
LONGEST = f"{MAX_SECONDS / 60.0:g} minutes"
TOO_LONG = f"This takes more than {LONGEST}: use fewer rows or columns."

Work = Callable[[], Iterable[Any]]  # a function of a module with its arguments: what can travel


class Limits(NamedTuple):
    """What the process of a job may take, and what is said beyond."""

    seconds: float  # from its start
    processor_seconds: int  # which do not count the time that it stands back behind other work
    memory: int  # bytes of addresses
    too_long: str
    died: str


LIMITS = Limits(MAX_SECONDS, int(MAX_SECONDS), MOST_MEMORY, TOO_LONG, worker.DIED)


class Queued(NamedTuple):
    """The step of a job that waits: its place in the queue, from 1."""

    place: int


class Ticket:
    """One job in the queue."""

    def __init__(self, visitor: str) -> None:
        self.visitor = visitor


class JobQueue:
    """Who runs and who waits: first those who have the fewest that run, then who came first."""

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self._lock = Lock()
        self._running: list[Ticket] = []
        self._waiting: list[Ticket] = []

    def join(self, visitor: str) -> Ticket:
        """A new job at the end."""
        ticket = Ticket(visitor)
        with self._lock:
            self._waiting.append(ticket)
        return ticket

    def place(self, ticket: Ticket) -> int:
        """0 if it may run, from now on; else its place among those that wait."""
        with self._lock:
            while (free := self._next()) is not None:
                self._waiting.remove(free)
                self._running.append(free)
            return 0 if ticket in self._running else 1 + self._waiting.index(ticket)

    def leave(self, ticket: Ticket) -> None:
        """It has ended, or waits no longer."""
        with self._lock:
            for there in (self._running, self._waiting):
                if ticket in there:
                    there.remove(ticket)

    def counts(self) -> tuple[int, int]:
        """How many run, and how many wait."""
        with self._lock:
            return len(self._running), len(self._waiting)

    def _next(self) -> Ticket | None:
        if len(self._running) >= self.at_once:
            return None
        busy = [ticket.visitor for ticket in self._running]
        return min(self._waiting, key=lambda ticket: busy.count(ticket.visitor), default=None)


QUEUE = JobQueue(AT_ONCE)


def steps_apart(
    work: Work, visitor: str, *, queue: JobQueue = QUEUE, limits: Limits = LIMITS
) -> Generator[Any, None, None]:
    """The steps of `work`, taken in a process of its own as soon as it is its turn.

    Yields `Queued` while it waits, and the last step again (None before the first) every
    `POLL_SECONDS`. Closing the generator ends the process and all that it has started.

    Raises ValueError with a sentence if the work did, or took more memory or time than it may.
    """
    ticket = queue.join(visitor)
    try:
        while place := queue.place(ticket):
            yield Queued(place)
            time.sleep(POLL_SECONDS)
        yield from _steps(work, limits)
    finally:
        queue.leave(ticket)


def _steps(work: Work, limits: Limits) -> Generator[Any, None, None]:
    process = _start(limits)
    messages: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_talk, args=(process, work, messages), daemon=True).start()
    end, last = time.monotonic() + limits.seconds, None
    try:
        while True:
            try:
                message = messages.get(timeout=POLL_SECONDS)
            except Empty:
                if time.monotonic() > end:
                    raise ValueError(limits.too_long) from None
                yield last
                continue
            kind, found = message
            if kind == worker.END:
                return
            if kind == worker.WRONG:
                raise ValueError(_reason(process, limits) if found == worker.DIED else found)
            last = found
            yield last
    finally:
        _end(process)


def _reason(process: "subprocess.Popen[bytes]", limits: Limits) -> str:
    """Why a process ended without a word."""
    too_long = sys.platform != "win32" and process.wait() == -signal.SIGXCPU
    return limits.too_long if too_long else limits.died


def _start(limits: Limits) -> subprocess.Popen[bytes]:
    bounds = str(limits.memory), str(limits.processor_seconds)
    return subprocess.Popen(
        [sys.executable, "-m", worker.__name__, *bounds],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=python_environment(),
        start_new_session=True,
    )


def _talk(process: "subprocess.Popen[bytes]", work: Work, messages: "SimpleQueue[Any]") -> None:
    """Hand out the work, and pass on what is said; `DIED` when there is nobody any more."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        # outermost: what was not yet handed out is tried again when the input is closed
        with suppress(EOFError, OSError), process.stdout, process.stdin:
            worker.write(process.stdin, work)
            while True:
                messages.put(worker.read(process.stdout))
    finally:
        messages.put((worker.WRONG, worker.DIED))


def _end(process: "subprocess.Popen[bytes]") -> None:
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):  # it has ended, and nothing that it started is left
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
