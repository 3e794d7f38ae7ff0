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
from pages.ui.server.jobs import Background, Job, progress_bar, visitor, watched
from pages.ui.server.observed import callback
from pages.ui.table.table_model import TRAINING, training
from pages.ui.visit.visit import value


def offer(plan: TablePlan, run: TableRun) -> None:
    """The offer to learn from all rows, where that takes its time; and the training under way."""
    job = training()
    if job is not None and job.running:
        watched(lambda: progress_bar(TRAINING), lambda: (value(TableSettings), _known(job)))
    elif not run.whole:
        _button(plan, len(run.rows))
        alert("" if job is None else job.wrong)


def _known(job: Job) -> int:
    """How many rows the last model of the job has learnt from."""
    step = job.latest
    return 0 if step is None or step.run is None else len(step.run.rows)


def _button(plan: TablePlan, known: int) -> None:
    who = visitor()
    work = Background(
        TRAINING, plan, lambda: train_all(plan, known, who), told=_told, patience=math.inf
    )
    st.button(
        train_label(len(plan.rows)),
        key="t_whole",
        on_click=callback(work.begin),
        width="stretch",
        help=TRAIN_HELP,
    )


def _told(job: Job) -> tuple[float, str]:
    """How far it is, and how long it will take."""
    step = job.latest
    if job.place or step is None:
        return 0.0, waiting(job.place)
    left = None if step.left is None else step.left - (time.monotonic() - step.since)
    share = 0.0 if left is None else job.elapsed / (job.elapsed + max(left, 0.02 * job.elapsed))
    return min(share, 0.99), progress_text(step.rows, len(job.key.rows), job.elapsed, left)
