"""Work in the background: computed beside the page, which the visitor can watch, leave or cancel.

A script that waited for it could not answer an edit meanwhile. So a job takes the steps of a
generator in a thread of its own, and the page looks at the latest step every `POLL_SECONDS`. What
is long takes its steps in a process: see `apart`.
"""

import atexit
import secrets
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from html import escape
from threading import Event, Thread
from time import thread_time
from typing import Any
from weakref import WeakSet

import streamlit as st

from pages.model_selection.candidate import Progress
from pages.state.server.log import FAILED, failed_work
from pages.state.server.processes import Queued, Work, steps_apart
from pages.state.text.job_words import (
    CANCEL_TEXT,
    NOT_BEGUN,
    STARTING,
    cancel_text,
    time_left,
    waiting,
)
from pages.ui.board import display
from pages.ui.link import address_bar
from pages.ui.page.layout import layout
from pages.ui.server.observed import callback, fragment
from pages.ui.server.turns import TURNS
from pages.ui.streamlit_internals import DeltaGenerator, connection
from pages.ui.visit.visit import remembered

MAX_UNWATCHED = 8.0  # seconds after which a job that nobody looks at is stopped
# the same of a job that was asked for: a browser runs a hidden tab's timers once a minute
MAX_HIDDEN = 90.0
FIRST_WAIT = 0.4  # seconds that the page waits at once for work that begins by itself
SHORT = 1.0  # seconds for which nothing is said of what a job will still take
MAX_ABSENT = 8.0  # seconds after which the job of a visitor without a connection is stopped
LAST_WAIT = 2.0  # seconds that the server's end waits for a job's
MAX_PAUSE = 0.5  # seconds for which a job waits for a page to be drawn, or for runs that compute
STAND_BACK = 5.0  # times as long as it has computed itself a job waits at most for runs
POLL_SECONDS = 0.6  # seconds between two looks
SOON = 0.15  # the same where parts of a result are drawn as they come

NOTHING = object()

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


def counted(total: int, results: Iterable[Any]) -> Steps:
    """Steps each of which has one more of `total` results."""
    for done, result in enumerate(results, 1):
        yield Progress(done, total, result)


@dataclass(frozen=True, eq=False)
class Background:
    """Work in the background. Of each name a visitor has one job, which does the latest work.

    key : what it is for: a job with another key does other work.
    make : what makes its steps. A step has `done`, `total`, `share` and `found`, as `Progress` has,
        unless it is the only one or `told` says how far it is.
    what : what is counted, in the plural.
    first : what is said before the first step.
    told : how far a job is, as a share and in words, where its steps count nothing.
    patience : seconds after which it is stopped if nobody looks, where it was asked for.
    """

    name: str
    key: Any
    make: Callable[[], Steps]
    what: str = "models"
    first: str = STARTING
    told: "Callable[[Job], tuple[float, str]] | None" = None
    patience: float = MAX_HIDDEN

    @property
    def job(self) -> "Job | None":
        """The job that does it; None if it was not begun, or other work was begun since."""
        job = latest(self.name)
        return None if job is None or job.key != self.key else job

    def stop_other(self) -> None:
        """Stop the job of this name if it does other work; what it has found is kept."""
        job = latest(self.name)
        if job is not None and job.key != self.key:
            job.stop()

    def begin(self) -> "Job":
        """Begin it because it was asked for."""
        return self._begin(self.patience)

    def current(
        self, wait: float = FIRST_WAIT, enough: Callable[[], bool] = lambda: False
    ) -> "Job":
        """Its job, begun now by itself if it was not yet, or if it was left alone.

        One that begins is waited for, until it is over or there is `enough` of it. Then it stands
        still until the page is drawn, and looks.
        """
        job = self.job
        if job is None or (job.broken and not job.cancelled):
            job = self._begin(MAX_UNWATCHED)
            job.wait(wait, enough)
        job.shown = job.finished
        job.pause()
        return job

    @property
    def state(self) -> tuple[Any, bool]:
        """What it has found so far, None before the first step, and whether it goes on."""
        job = self.job
        return (None, False) if job is None else (job.found, job.running)

    def bar(self) -> None:
        """How far it is, and Cancel; or why it has no result, and a button for it."""
        job = self.job
        if job is not None and job.wrong:
            st.html(f'<p class="svm-wrong" role="alert">{escape(job.wrong)}</p>')
        elif job is not None and (job.running or job.finished):
            progress_bar(self.name)
        else:
            words, button = _row()
            words.caption(NOT_BEGUN if job is None else _cancel_text(job))
            button.button(
                "Compute", key=f"{self.name}_start", on_click=callback(self.begin), width="stretch"
            )

    def follow(self, drawn: tuple[Any, bool]) -> None:
        """Draw the page again where its state is not the one `drawn`; of long work, a bar."""

        def draw() -> None:
            job = self.job
            if job is not None and (not job.running or job.elapsed > SHORT):
                self.bar()

        watched(draw, lambda: self.state, drawn, SOON)

    def _begin(self, patience: float) -> "Job":
        end(self.name)
        job = _jobs()[self.name] = Job(self, patience)
        return job


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

    work : what it does
    latest : the last step so far, None before the first
    place : its place in the queue of those that wait for their turn; 0 if it does not
    wrong : why it ended without a result; empty if it did not
    finished : whether all steps were taken
    shown : whether they were when `Background.current` gave it last
    cancelled : whether its visitor does not want it
    over : Event
        Set when the generator is closed, for whatever reason.
    """

    def __init__(self, work: Background, patience: float = MAX_UNWATCHED) -> None:
        self.work = work
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
        Thread(target=self._run, daemon=True).start()

    @property
    def key(self) -> Any:
        """What the job was begun for."""
        return self.work.key

    @property
    def found(self) -> Any:
        """The result so far, None before the first."""
        return None if self.latest is None else self.latest.found

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

    def left(self) -> float | None:
        """How many seconds the rest will take, by the time of the steps so far; None if unknown.

        What comes before the first step does not count.
        """
        if self._first is None or self._last <= self._first[0]:
            return None
        (start, first), share = self._first, self.latest.share
        gained, passed = share - first.share, self._last - start
        if gained <= 0.0:
            return None
        return float(passed * (1.0 - share) / gained - (time.monotonic() - self._last))

    def told(self) -> tuple[float, str]:
        """How far it is, as a share and in words."""
        if self.work.told is not None:
            return self.work.told(self)
        step = self.latest
        if self.place or not hasattr(step, "share"):
            return 0.0, waiting(self.place) if self.place else self.work.first
        left = time_left(self.left()) if self.elapsed > SHORT else ""
        words = f"{step.done} of {step.total} {self.work.what}"
        return step.share, words + (f", {left}" if left else "")

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
        """Whether it was told to stop, or has ended, before its last step."""
        return not self.running and not self.finished and not self.wrong

    def _run(self) -> None:
        wrong = FAILED
        try:
            with closing(self.work.make()) as steps:
                self.finished = self._all(steps)
            wrong = ""
        except (ValueError, TypeError) as error:  # what cannot be done says so
            wrong = str(error) or failed_work(error)
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
    """A visitor's jobs by name, running or not."""

    by_name: dict[str, Job] = field(default_factory=dict)


def _jobs() -> dict[str, Job]:
    return remembered(VisitorsJobs).by_name


def latest(name: str) -> Job | None:
    """The job of that name, whatever it was begun for; None if there is none."""
    return _jobs().get(name)


def end(*names: str) -> None:
    """Stop the jobs of these names, and forget them."""
    for name in names:
        job = _jobs().pop(name, None)
        if job is not None:
            job.stop()


def cancel(name: str) -> None:
    """Cancel the job of that name.

    A button calls this and not the job's own method: Streamlit keeps what a button calls, and with
    it what the job was begun for, which may be the visitor's file.
    """
    job = latest(name)
    if job is not None:
        job.cancel()


def running() -> tuple[str, ...]:
    """The names of the running jobs."""
    return tuple(sorted(name for name, job in _jobs().items() if job.running))


def progress_bar(name: str) -> None:
    """How far the job of that name is, and Cancel; nothing where none is running."""
    job = latest(name)
    if job is None or not job.running:
        return
    progress, button = _row()
    progress.progress(*job.told())
    button.button(
        "Cancel", key=f"{name}_cancel", on_click=callback(partial(cancel, name)), width="stretch"
    )


def _row() -> list[DeltaGenerator]:
    return st.columns([3.0, 1.0], vertical_alignment="center")


def _cancel_text(job: Job) -> str:
    step = job.latest
    return CANCEL_TEXT if step is None else cancel_text(step.done, step.total, job.work.what)


def watched(
    draw: Callable[[], None] = lambda: None,
    state: Callable[[], Any] = lambda: None,
    drawn: Any = NOTHING,
    every: float = POLL_SECONDS,
) -> None:
    """Draw now, and again at every look while some job of the visitor's is running.

    By itself a fragment is run with what it knew when it was made. So the whole page is run again
    where `state`, all that it depends on, or the layout is another, or a job has begun or ended.

    drawn : the state that the page has drawn already, where it looks at a job before this. Then
    this is the last thing of the page: what the browser has not got by then, a new run would take
    back.
    """
    before = (state() if drawn is NOTHING else drawn), running(), layout()
    polled = False

    def part() -> None:
        nonlocal polled
        for job in _jobs().values():
            job.poll()
        now = state(), running(), layout()
        if now != before and (polled or not now[1]):
            address_bar.run_again()
        polled = True
        draw()

    fragment(part, run_every=every if before[1] else None)()
    display.clear_stale_elements()
