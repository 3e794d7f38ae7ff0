"""Work in the background of the views: where it is done, and which of it other views have begun."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from pages.evaluation.model import TableRows
from pages.evaluation.panels.source import Source
from pages.evaluation.text.views import JOB_TITLES
from pages.model_selection.candidate import Candidate
from pages.state.table.table_work import BESIDE, work
from pages.state.text.job_words import no_model
from pages.ui.server.jobs import Job, Steps, apart, end, latest, running, watched

MODEL = "model"  # the job that trains the model of all points of a table


def effort(source: Source, candidate: Candidate, fits: int) -> float:
    """About how much there is to do where so many models are trained."""
    n, d = source.X.shape
    return work(candidate, n, d, max(2, source.k), fits)


def steps_of(source: Source, do: "partial[Any]", much: float) -> Callable[[], Steps]:
    """What makes the steps of some work: long work on a table in a process of its own.

    What cannot be done is said with the names of the classes.
    """
    make = do if source.table is None or much <= BESIDE else apart(do)

    def steps() -> Steps:
        try:
            yield from make()
        except ValueError as error:
            raise ValueError(source.named(str(error))) from None

    return steps


def end_others(table: TableRows | None) -> None:
    """End the jobs of other tables than this one, and forget what they found."""
    for name in (MODEL, *JOB_TITLES):
        if (job := latest(name)) is None:
            continue
        source: Source = job.key[0] if isinstance(job.key, tuple) else job.key.of
        if source.table is not None and (
            table is None or source.table.plan.prepared is not table.plan.prepared
        ):
            end(name)


def without(job: Job | None) -> str:
    """Why a job has no model: it trains, was cancelled or failed."""
    if job is None:
        return no_model("", running=True)
    return no_model(job.wrong, running=job.running or job.finished)


def elsewhere(state: Callable[[], Any]) -> None:
    """What other views have begun goes on while this one is looked at, and is named."""

    def draw() -> None:
        names = [JOB_TITLES[name] for name in running() if name in JOB_TITLES]
        if names:
            st.caption(f"Still running in another view: {', '.join(names)}.")

    watched(draw, state)
