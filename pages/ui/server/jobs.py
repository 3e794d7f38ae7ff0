"""Jobs: computations beside the page, which the visitor can leave alone, watch or cancel.

A script that waited for one could not answer an edit meanwhile. So a job takes the steps of a
generator in a thread of its own, and the page looks at the latest step every `POLL_SECONDS`. What
is long takes its steps in a process: see `apart`.
"""

import atexit
import secrets
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from threading import Event, Thread
from time import thread_time
from typing import Any
from weakref import WeakSet

from pages.state.server.log import FAILED, failed_work
from pages.state.server.processes import Queued, Work, steps_apart
from pages.ui.board import display
from pages.ui.link import address_bar
from pages.ui.server.observed import fragment
from pages.ui.server.turns import TURNS
from pages.ui.streamlit_internals import connection
from pages.ui.visit.visit import remembered

MAX_UNWATCHED = 8.0  # seconds after which a job that nobody looks at is stopped
# the same of a job that was asked for: a browser runs a hidden tab's timers once a minute
MAX_HIDDEN = 90.0
FIRST_WAIT = 0.4  # seconds that the page waits at once: a short job shows no bar
MAX_ABSENT = 8.0  # seconds after which the job of a visitor without a connection is stopped
LAST_WAIT = 2.0  # seconds that the server's end waits for a job's
MAX_PAUSE = 0.5  # seconds for which a job waits for a page to be drawn, or for runs that compute
STAND_BACK = 5.0  # times as long as it has computed itself a job waits at most for runs
POLL_SECONDS = 0.6  # seconds between two looks
SOON = 0.15  # the same where parts of a result are drawn as they come

Steps = Generator[Any, None, None]


@dataclass
class Visitor:
    """A name for this browser tab."""

    name: str = field(default_factory=lambda: secrets.token_hex(8))


def visitor() -> str:
    """Who is looking, by name."""
    return remembered(Visitor).name


def apart(work: Work) -> Callable[[], Steps]:
    """What makes the steps of `work` in a process of its own, when it is this visitor's turn."""
    who = visitor()
    return lambda: steps_apart(work, who)


ALL_JOBS: WeakSet["Job"] = WeakSet()


def stop_all() -> list["Job"]:
    """Stop all jobs after their current step; returns those that are not over yet."""
    running = [job for job in ALL_JOBS if not job.over.is_set()]
    for job in running:
        job.stop()
    return running


@atexit.register
def _end_all() -> None:
    """End all jobs: a thread that is still computing when Python ends aborts the process."""
    for job in stop_all():
        job.over.wait(LAST_WAIT)


class Job:
    """A generator whose steps are taken in a thread, from its making on.

    of : what the job was begun for
    latest : the last step so far, None before the first
    place : its place in the queue of those that wait for their turn; 0 if it does not
    wrong : why it ended without a result; empty if it did not
    finished : whether all steps were taken
    shown : whether they were when `Jobs.current` gave it last
    cancelled : whether its visitor does not want it
    over : Event
        Set when the generator is closed, for whatever reason.
    """

    def __init__(self, of: Any, make: Callable[[], Steps], patience: float = MAX_UNWATCHED) -> None:
        self.of = of
        self.latest: Any = None
        self.place = 0
        self.wrong = ""
        self.finished = self.shown = False
        self.over = Event()
        self._stop = Event()
        self._going = Event()
        self._going.set()
        self.cancelled = False
        self._began = self._looked = self._present = time.monotonic()
        self._first: tuple[float, Any] | None = None  # the first step, and when it came
        self._last = self._began  # when the last one came
        self._patience = patience
        self._connected = connection()
        ALL_JOBS.add(self)
        Thread(target=self._run, args=(make,), daemon=True).start()

    def poll(self) -> Any:
        """The last step so far; a job that nobody looks at is stopped after its patience."""
        self._looked = time.monotonic()
        self._going.set()
        return self.latest

    def wait(self, seconds: float, enough: Callable[[], bool]) -> None:
        """Wait for so many seconds, or until it is over or there is `enough`."""
        end = time.monotonic() + seconds
        with TURNS.rest():
            while self.running and time.monotonic() < end and not enough():
                self.over.wait(0.005)

    def stop(self) -> None:
        """Stop the job after the current step."""
        self._stop.set()
        self._going.set()

    def cancel(self) -> None:
        """Stop it for good: it does not begin again by itself."""
        self.cancelled = True
        self.stop()

    def pause(self) -> None:
        """Stand still after the current step until the next look, but not for long.

        Python's threads take turns: a page is drawn in half the time while no job works.
        """
        self._going.clear()

    @property
    def elapsed(self) -> float:
        """Seconds since the start, or since its turn came."""
        return time.monotonic() - self._began

    def left(self, share: Callable[[Any], float]) -> float | None:
        """How many seconds the rest will take, by the time of the steps so far; None if unknown.

        share : of the work that is done at a step. What comes before the first one does not count.
        """
        if self._first is None or self._last <= self._first[0]:
            return None
        (start, first), now = self._first, share(self.latest)
        gained, passed = now - share(first), self._last - start
        if gained <= 0.0:
            return None
        return passed * (1.0 - now) / gained - (time.monotonic() - self._last)

    @property
    def alone(self) -> bool:
        """Whether nobody has looked for its patience, or the visitor is gone."""
        now = time.monotonic()
        if self._connected():
            self._present = now
        return now - self._looked > self._patience or now - self._present > MAX_ABSENT

    @property
    def running(self) -> bool:
        """Whether the job is running."""
        return not self.over.is_set() and not self._stop.is_set()

    @property
    def broken(self) -> bool:
        """Whether it was stopped before its last step."""
        return self.over.is_set() and not self.finished and not self.wrong

    def _run(self, make: Callable[[], Steps]) -> None:
        wrong = FAILED
        try:
            with closing(make()) as steps:
                self.finished = self._all(steps)
            wrong = ""
        except (ValueError, TypeError) as error:  # what cannot be done says so
            wrong = str(error)
        except Exception as error:
            wrong = failed_work(error)
        finally:
            self.wrong = wrong
            self.over.set()

    def _take(self, step: Any) -> None:
        self.place = 0
        if step is not self.latest:
            self._last = time.monotonic()
            self._first = self._first or (self._last, step)
        self.latest = step

    def _all(self, steps: Iterator[Any]) -> bool:
        before = thread_time()
        for step in steps:
            if isinstance(step, Queued):
                self.place, self._began = step.place, time.monotonic()
            else:
                self._take(step)
            if not self._going.wait(MAX_PAUSE):
                self._going.set()
            # a click comes before the next step; one that a process took has computed nothing here
            TURNS.give_way(min(MAX_PAUSE, STAND_BACK * (thread_time() - before)))
            before = thread_time()
            if self._stop.is_set() or self.alone:
                return False
        return True


@dataclass
class VisitorsJobs:
    """All jobs of a visitor, by page and name."""

    by_page: dict[str, dict[str, Job]] = field(default_factory=dict)


@dataclass(frozen=True)
class Jobs:
    """The jobs of one page in this visitor's session, by name."""

    page: str

    def all(self) -> dict[str, Job]:
        """All jobs by name, running or not."""
        return remembered(VisitorsJobs).by_page.setdefault(self.page, {})

    def get(self, name: str) -> Job | None:
        """The job of that name, None if there is none."""
        return self.all().get(name)

    def begin(
        self, name: str, of: Any, make: Callable[[], Steps], patience: float = MAX_HIDDEN
    ) -> Job:
        """Begin a job that was asked for, in the place of the one that has this name."""
        self.end(name)
        job = self.all()[name] = Job(of, make, patience)
        return job

    def end(self, name: str) -> None:
        """Stop the job of that name, if there is one, and forget it."""
        job = self.all().pop(name, None)
        if job is not None:
            job.stop()

    def current(
        self,
        name: str,
        of: Any,
        make: Callable[[], Steps],
        *,
        wait: float = FIRST_WAIT,
        enough: Callable[[], bool] = lambda: False,
    ) -> Job:
        """The job of that name for `of`, begun now if it is another one or was left alone.

        One that begins is waited for, until it is over or there is `enough` of it. Then it stands
        still until the page is drawn, and looks.
        """
        job = self.get(name)
        if job is None or job.of != of or (job.broken and not job.cancelled):
            job = self.begin(name, of, make, MAX_UNWATCHED)
            job.wait(wait, enough)
        job.shown = job.finished
        job.pause()
        return job

    def running(self) -> tuple[str, ...]:
        """The names of the running jobs."""
        return tuple(sorted(name for name, job in self.all().items() if job.running))

    def watched(self, draw: Callable[[], None], seen: Callable[[], Any]) -> None:
        """Draw now, and again every `POLL_SECONDS` while some job is running.

        By itself a fragment is run with what it knew when it was made. So the whole page is run
        again where `seen`, all that it depends on, is another, or a job has begun or ended.
        """
        before = seen(), self.running()

        def part() -> None:
            for job in self.all().values():
                job.poll()
            if (seen(), self.running()) != before:
                address_bar.run_again()
            draw()

        fragment(part, run_every=POLL_SECONDS if before[1] else None)()
        display.clear_stale_elements()

    def follow(
        self, drawn: object, state: Callable[[], object], draw: Callable[[], None] = lambda: None
    ) -> None:
        """Draw the page again as soon as `state` is no longer the one that was `drawn`.

        `draw` alone is called at every look. The last thing of a page: what the browser has not
        got by then, a new run would take back.
        """
        polled = False

        def part() -> None:
            nonlocal polled
            for job in self.all().values():
                job.poll()
            running = self.running()
            if (state() != drawn and (polled or not running)) or (polled and not running):
                address_bar.run_again()
            polled = True
            draw()

        if self.running() or state() != drawn:
            fragment(part, run_every=SOON)()
