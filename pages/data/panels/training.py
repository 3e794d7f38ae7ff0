"""Training on all rows of a table, where that takes its time."""

import math
import time

import streamlit as st

from pages.data.panels.source import alert
from pages.data.text import TRAIN_HELP, progress_text, train_label
from pages.state.table.table_job import train_all
from pages.state.table.table_plan import TablePlan
from pages.state.table.table_run import TableRun
from pages.state.table.table_settings import TableSettings
from pages.state.text.job_words import waiting
from pages.ui.server.jobs import Job, visitor
from pages.ui.server.observed import callback
from pages.ui.table.table_model import JOBS, TRAINING, training
from pages.ui.visit.visit import value


def offer(plan: TablePlan, run: TableRun) -> None:
    """The offer to learn from all rows, where that takes its time; and the training under way."""
    job = training()
    if job is not None and job.running:
        JOBS.watched(lambda: _progress(job), lambda: (value(TableSettings), _known(job)))
    elif not run.whole:
        _button(plan, len(run.rows))
        alert("" if job is None else job.wrong)


def _known(job: Job) -> int:
    """How many rows the last model of the job has learnt from."""
    step = job.latest
    return 0 if step is None or step.run is None else len(step.run.rows)


def _button(plan: TablePlan, known: int) -> None:
    who = visitor()
    st.button(
        train_label(len(plan.rows)),
        key="t_whole",
        on_click=callback(
            lambda: JOBS.begin(
                TRAINING, plan, lambda: train_all(plan, known, who), patience=math.inf
            )
        ),
        width="stretch",
        help=TRAIN_HELP,
    )


def _progress(job: Job) -> None:
    """How far it is, how long it will take, and a way out."""
    step = job.latest
    if job.place or step is None:
        st.progress(0.0, waiting(job.place))
    else:
        gone = time.monotonic() - step.since
        left = None if step.left is None else step.left - gone
        share = 0.0 if left is None else job.elapsed / (job.elapsed + max(left, 0.02 * job.elapsed))
        st.progress(min(share, 0.99), progress_text(step.rows, len(job.of.rows), job.elapsed, left))
    st.button("Cancel", key="t_cancel", on_click=callback(job.stop), width="stretch")
