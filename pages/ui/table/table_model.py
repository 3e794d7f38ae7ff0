"""The model of a session's table, which the page Data shows and the page Evaluation judges."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from pages.state.table.table_plan import TablePlan, planned
from pages.state.table.table_run import TableRun, sampling, trained_on_sample
from pages.state.table.table_settings import TableSettings
from pages.state.table.table_work import AT_ONCE
from pages.state.text.job_words import BEGIN_AGAIN, no_model, sample_words
from pages.tables import TableError
from pages.ui.server.jobs import Job, Jobs
from pages.ui.server.observed import callback
from pages.ui.table.visitor_table import own
from pages.ui.visit.visit import value

JOBS = Jobs("data")
SAMPLE = "sample"  # the job that trains on a sample, where a script would take too long for that
TRAINING = "all rows"  # the job that trains on all rows
LOOKS = {"view": "result", "density": False}  # what is looked at makes no other model
# what makes another model of the same points
CHOSEN = ("learn", "kernel", "C", "reach", "held", "lot", "balanced", "standardise")


def current_plan() -> TablePlan:
    """What is learnt from the table as it was chosen.

    Raises TableError with the reason if nothing can be.
    """
    here, settings = own(), replace(value(TableSettings), **LOOKS)
    training()
    try:
        prepared = here.prepared()
        plan = here.once("plan", (prepared, settings), lambda: planned(prepared, settings))
    except TableError:
        _end_others(None)
        raise
    _end_others(plan)
    return plan


def _end_others(plan: TablePlan | None) -> None:
    """End the jobs that train another model than the one that is wanted by now, if one is."""
    for name in (SAMPLE, TRAINING):
        job = JOBS.get(name)
        if job is not None and (plan is None or not same(job.of, plan)):
            JOBS.end(name)


def current_run(plan: TablePlan) -> TableRun | None:
    """The model of a plan: of the most rows that were waited for, else of a sample.

    None while a job trains that one, and where the job was cancelled or failed: see `why_none`.
    """
    here = own()
    training()
    known = next(
        (r for r in (here.larger, here.last) if r is not None and same(r.plan, plan)), None
    )
    run = _of_sample(plan) if known is None else known
    if run is None:
        return None
    if run.plan is not plan:  # the same model on another plane
        run = replace(run, plan=plan)
    if known is not None and known is here.larger:
        here.larger = run
    here.last = run
    return run


def _of_sample(plan: TablePlan) -> TableRun | None:
    """The model of a sample: trained here if that is short however noisy the table is."""
    if plan.sample_work <= AT_ONCE:
        return trained_on_sample(plan)
    known = JOBS.get(SAMPLE)
    of = plan if known is None else known.of  # which may look at another plane
    job = JOBS.current(SAMPLE, of, partial(sampling, of))
    if not job.finished:
        return None
    JOBS.end(SAMPLE)
    found: TableRun = job.latest
    return found


def why_none() -> str:
    """Why `current_run` gave no model."""
    job = JOBS.get(SAMPLE)
    ended = job is not None and not job.running and not job.finished
    return no_model(job.wrong if job is not None else "", running=not ended)


def sample_bar(plan: TablePlan, seen: Callable[[], Any]) -> None:
    """That the model is being trained, and a way out; where it was cancelled, a way in.

    seen : all else that the page depends on, see `Jobs.watched`.
    """
    job = JOBS.get(SAMPLE)
    if job is None:
        return
    of = job.of

    def begin() -> None:  # a fragment runs the page again where a job begins, not where one is gone
        JOBS.begin(SAMPLE, of, partial(sampling, of))

    def draw() -> None:
        words = sample_words(min(plan.most, len(plan.rows)), job.wrong, running=job.running)
        row = st.columns([3.0, 1.0], vertical_alignment="center")
        if job.running:
            row[0].progress(0.0, words)
            row[1].button(
                "Cancel", key="t_sample_cancel", on_click=callback(job.cancel), width="stretch"
            )
        else:
            row[0].caption(words)
            row[1].button(BEGIN_AGAIN, key="t_sample", on_click=callback(begin), width="stretch")

    JOBS.watched(draw, seen)


def training() -> Job | None:
    """The job that trains on all rows, None where it is done; its model so far is kept."""
    job = JOBS.get(TRAINING)
    if job is None:
        return None
    done, step = job.finished, job.latest  # in this order: the last step comes before the end
    run, here = None if step is None else step.run, own()
    if run is not None and (here.larger is None or here.larger.model is not run.model):
        here.larger = run
    if done:
        JOBS.end(TRAINING)
    return None if done else job


def same(a: TablePlan, b: TablePlan) -> bool:
    """Whether two plans train the same model, whatever is looked at of it."""
    alike = all(getattr(a.settings, name) == getattr(b.settings, name) for name in CHOSEN)
    pair = a.settings.learn != "columns" or a.pair == b.pair
    return a.prepared is b.prepared and alike and pair
