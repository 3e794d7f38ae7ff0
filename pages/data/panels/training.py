"""Training on all rows of a table, where that takes its time."""

import math

import streamlit as st

from pages.data.panels.common import JOBS, TRAINING, same
from pages.data.panels.source import alert
from pages.data.text import progress_text, train_help, train_label
from pages.state.table_job import MAX_SECONDS, train_all
from pages.state.table_run import SHORTER, TablePlan, TableRun, expected
from pages.state.table_settings import TableSettings
from pages.ui.jobs import Job
from pages.ui.session import value


def offer(plan: TablePlan, run: TableRun) -> None:
    """The offer to learn from all rows, where that takes its time; and the training under way."""
    job = JOBS.get(TRAINING)
    if job is not None and not same(job.of, plan):
        JOBS.end(TRAINING)  # another model is wanted by now
        job = None
    if job is not None and job.running:
        JOBS.watched(lambda: _progress(job, expected(run)), lambda: value(TableSettings))
    elif not run.whole:
        _button(plan, expected(run))
        alert("" if job is None else job.wrong)


def _button(plan: TablePlan, seconds: float) -> None:
    hopeless = seconds > SHORTER * MAX_SECONDS
    st.button(
        train_label(len(plan.rows), seconds),
        key="t_whole",
        on_click=lambda: JOBS.begin(TRAINING, plan, lambda: train_all(plan), patience=math.inf),
        width="stretch",
        disabled=hopeless,
        help=train_help(hopeless),
    )


def _progress(job: Job, seconds: float) -> None:
    """How long it has taken, and a way out."""
    share = min(0.98, job.elapsed / max(seconds, 0.1))
    st.progress(share, progress_text(job.elapsed, seconds))
    st.button("Cancel", key="t_cancel", on_click=job.stop, width="stretch")
