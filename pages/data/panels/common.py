"""What the parts of the page Data have in common: the plan, its model, the names of classes."""

from dataclasses import replace
from html import escape

import streamlit as st

from pages.data.text import LOST
from pages.plots.theme import PALETTE
from pages.state.table_run import TablePlan, TableRun, planned, trained_on_sample
from pages.state.table_settings import TableSettings
from pages.ui.jobs import Jobs
from pages.ui.session import value
from pages.ui.table_session import own
from svmcore.datasets.table import TableError

JOBS = Jobs("data")
TRAINING = "all rows"  # the job that trains on all rows
MARKS = "●◆■▲✚★⬟▼⬢✖"  # the shapes of the classes, as in `SYMBOLS`


def current_plan() -> TablePlan | None:
    """What is learnt from the table as it was chosen; None, and why, if nothing can be."""
    here, settings = own(), value(TableSettings)
    if here.table is None:
        here.wrong["plan"] = here.wrong.get("real") or LOST
        return None
    try:
        # what else is looked at makes no other model
        plan = planned(here.prepared(), replace(settings, view="result", density=False))
    except TableError as error:
        here.wrong["plan"] = str(error)
        return None
    here.wrong.pop("plan", None)
    return plan


def current_run(plan: TablePlan) -> TableRun:
    """The model of a plan: from all rows where that was waited for, else as it goes at once."""
    here, job = own(), JOBS.get(TRAINING)
    if job is not None and job.finished:
        here.whole = job.latest
        JOBS.end(TRAINING)
    known = next((r for r in (here.whole, here.last) if r is not None and same(r.plan, plan)), None)
    run = trained_on_sample(plan) if known is None else known
    if run.plan is not plan:  # the same model on another plane
        run = replace(run, plan=plan)
    if known is not None and known is here.whole:
        here.whole = run
    here.last = run
    return run


def same(a: TablePlan, b: TablePlan) -> bool:
    """Whether two plans train the same model, whatever is looked at of it."""
    seen = ("learn", "kernel", "C", "reach", "held", "balanced")
    alike = all(getattr(a.settings, name) == getattr(b.settings, name) for name in seen)
    pair = a.settings.learn != "columns" or a.pair == b.pair
    return a.prepared is b.prepared and alike and pair


def legend(plan: TablePlan) -> None:
    """The classes' marks and names, in one line as long as they fit."""
    light, dark = PALETTE["light"], PALETTE["dark"]
    items = "".join(
        f'<span style="white-space:nowrap;margin-right:0.9rem">'
        f'<span aria-hidden="true" style="color:light-dark({light[f"class{c}"]},'
        f'{dark[f"class{c}"]})">{MARKS[c]}</span> {escape(name[:40])}</span>'
        for c, name in enumerate(plan.prepared.class_names)
    )
    st.html(f'<div class="svm-names">{items}</div>')
