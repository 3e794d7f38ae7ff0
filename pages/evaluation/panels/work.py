"""Long work beside the views: where it is done, how far it is, and the way out of it."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from pages.evaluation.model.table_rows import TableRows
from pages.evaluation.panels.source import Source
from pages.evaluation.text import JOB_TITLES, NOT_BEGUN, cancelled
from pages.model_selection.candidate import Candidate
from pages.state.table.table_work import BESIDE, work
from pages.state.text.job_words import CANCELLED, no_model, time_left, waiting
from pages.ui.link import address_bar
from pages.ui.server.jobs import Job, Jobs, Steps, apart
from pages.ui.server.observed import callback

JOBS = Jobs("evaluation")
SOON = 1.0  # seconds after which it is said how many are left


def effort(of: Source, by: Candidate, fits: int) -> float:
    """About how much there is to do where so many models are trained."""
    return work(by, *of.X.shape, max(2, of.k), fits)


def steps_of(of: Source, do: "partial[Any]", much: float) -> Callable[[], Steps]:
    """What makes the steps of some work: long work on a table in a process of its own."""
    return do if of.table is None or much <= BESIDE else apart(do)


def end_others(table: TableRows | None) -> None:
    """End the jobs of other tables than this one, and forget what they found."""
    for name, job in tuple(JOBS.all().items()):
        of: Source = job.of[0] if isinstance(job.of, tuple) else job.of.of
        if of.table is not None and (
            table is None or of.table.plan.prepared is not table.plan.prepared
        ):
            JOBS.end(name)


@dataclass(frozen=True)
class LongWork:
    """Work of a view: its name, what it is for, what makes its steps, what one of them trains.

    first : what is said before the first step.
    """

    name: str
    key: Hashable
    make: Callable[[], Steps]
    what: str = "model"
    first: str = ""

    def job(self, *, by_itself: bool = True) -> Job | None:
        """The job that does it; None where it was not begun and does not begin by itself."""
        known = JOBS.get(self.name)
        if not by_itself and (known is None or known.of != self.key):
            return None
        return JOBS.current(self.name, self.key, self.make)

    def draw(self, known: Job | None) -> None:
        """How far it is, and a way out; where it was cancelled or has not begun, a way in."""
        if known is not None and known.finished:
            address_bar.run_again()  # since the page looked, which lacks what it found
        row = st.columns([3.0, 1.0], vertical_alignment="center")
        if known is not None and known.running:
            row[0].progress(*progress(known, self.what, self.first))
            row[1].button(
                "Cancel",
                key=f"{self.name}_cancel",
                on_click=callback(known.cancel),
                width="stretch",
            )
            return
        row[0].caption(NOT_BEGUN if known is None or known.wrong else self._ended(known.latest))
        row[1].button(
            "Compute",
            key=f"{self.name}_start",
            on_click=callback(lambda: JOBS.begin(self.name, self.key, self.make)),
            width="stretch",
        )

    def _ended(self, step: Any) -> str:
        """How far it was when it was cancelled."""
        return CANCELLED if step is None else cancelled(step.done, step.total, self.what)


def without(of: Source, known: Job | None) -> str:
    """Why a job has no model: it trains, was cancelled or failed."""
    if known is None:
        return no_model("", running=True)
    return no_model(of.named(known.wrong), running=known.running or known.finished)


def progress(known: Job, what: str, first: str = "") -> tuple[float, str]:
    """How far a job is, as a share and in words; its last step has `done`, `total` and `share`.

    Before the first one the total is not known.
    """
    step = known.latest
    if known.place:
        return 0.0, waiting(known.place)
    if step is None:
        return 0.0, first or f"The first {what} is computed"
    left = time_left(known.left(share)) if known.elapsed > SOON else ""
    return step.share, f"{step.done} of {step.total} {what}s" + (f", {left}" if left else "")


def share(step: Any) -> float:
    """How much of the work is done at a step."""
    return float(step.share)


def elsewhere(state: Callable[[], Any]) -> None:
    """What other views have begun goes on while this one is looked at, and is named."""

    def draw() -> None:
        running = [JOB_TITLES[name] for name in JOBS.running() if name in JOB_TITLES]
        if running:
            st.caption(f"Still running in another view: {', '.join(running)}.")

    JOBS.watched(draw, state)
