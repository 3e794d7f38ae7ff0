"""The model of a visitor's table, which the page Data shows and the page Evaluation judges."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from pages.state.table.table_plan import TablePlan, planned
from pages.state.table.table_run import TableRun, sampling, trained_on_sample
from pages.state.table.table_settings import TableSettings
from pages.state.table.table_work import AT_ONCE
from pages.state.text.job_words import no_model
from pages.tables.record import TableError
from pages.ui.server.jobs import Background, Job, end, latest, watched
from pages.ui.table.visitor_table import own
from pages.ui.visit.visit import value

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
        job = latest(name)
        if job is not None and (plan is None or not same(job.key, plan)):
            end(name)


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
    known = latest(SAMPLE)
    key = plan if known is None else known.key  # which may look at another plane
    job = _sample(key).current()
    if not job.finished:
        return None
    end(SAMPLE)
    run: TableRun = job.latest
    return run


def _sample(plan: TablePlan) -> Background:
    rows = min(plan.most, len(plan.rows))
    return Background(SAMPLE, plan, partial(sampling, plan), first=f"Training on {rows:,} rows")


def why_none() -> str:
    """Why `current_run` gave no model."""
    job = latest(SAMPLE)
    ended = job is not None and not job.running and not job.finished
    return no_model(job.wrong if job is not None else "", running=not ended)


def sample_bar(state: Callable[[], Any]) -> None:
    """That the model is being trained, and a way out; where it was cancelled, a way in.

    state : all else that the page depends on, see `watched`.
    """
    job = latest(SAMPLE)
    if job is not None:
        watched(_sample(job.key).bar, state)


def training() -> Job | None:
    """The job that trains on all rows, None where it is done; its model so far is kept."""
    job = latest(TRAINING)
    if job is None:
        return None
    done, step = job.finished, job.latest  # in this order: the last step comes before the end
    run, here = None if step is None else step.run, own()
    if run is not None and (here.larger is None or here.larger.model is not run.model):
        here.larger = run
    if done:
        end(TRAINING)
    return None if done else job


def same(a: TablePlan, b: TablePlan) -> bool:
    """Whether two plans train the same model, whatever is looked at of it."""
    alike = all(getattr(a.settings, name) == getattr(b.settings, name) for name in CHOSEN)
    pair = a.settings.learn != "columns" or a.pair == b.pair
    return a.prepared is b.prepared and alike and pair
