"""Leave-one-out: each point tested by the model of all others, beside bounds from one model."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from pages.evaluation.figures.charts import bounds_figure
from pages.evaluation.model import bounding
from pages.evaluation.panels import common, work
from pages.evaluation.panels.chosen import source_and_candidate
from pages.evaluation.panels.source import Source
from pages.evaluation.text.leave_one_out import (
    MANY,
    SOURCE,
    WAITING,
    bound_cards,
    bounds_sentence,
    error_bars,
    left_out_sentence,
)
from pages.evaluation.text.views import whole_sentence
from pages.model_selection.candidate import Candidate
from pages.model_selection.cross_validation import Validation, leaving_each_out
from pages.model_selection.holdout import Trial
from pages.model_selection.leave_one_out_bounds import LeaveOneOutBounds
from pages.state.table.table_work import BY_ITSELF
from pages.state.text.markdown import unmarked
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.server.jobs import Background, Job, watched

BOUND_WORK = 20  # fits that the bounds are worth: the smallest sphere takes many steps


def _bounds(of: Source, by: Candidate) -> Callable[[], LeaveOneOutBounds | str]:
    """What gives the bounds, or why there are none; a job computes them."""
    if of.k != 2 or by.scheme != "svc":
        return lambda: MANY
    do = partial(bounding, by, of.X, of.y, of.w)
    make = work.steps_of(of, do, work.effort(of, by, BOUND_WORK))
    job = Background("bounds", (of, by), make).current()
    return lambda: job.latest or job.wrong or WAITING


def show(_: BoardState) -> None:
    """The model of all points with a cross where one that was left out is misclassified."""
    of, by = source_and_candidate()
    whole = common.trained(of, by)
    left, right = display.columns()
    if isinstance(whole, str):
        with left:
            common.board_canvas(of, whole, None, whole)
        with right:
            common.choose()
            common.show_reason(whole)
            common.elsewhere()
        return
    bounds = _bounds(of, by)  # first: they are there soon
    much = work.effort(of, by, len(of.y))
    do = partial(leaving_each_out, by, of.X, of.y, of.w)
    task = Background("leave one out", (of, by), work.steps_of(of, do, much))
    begins = task.job is not None or of.table is None or much <= BY_ITSELF
    job = task.current() if begins else None
    with left:
        _picture(of, whole, _answer(job))
    with right:
        common.choose()
        watched(lambda: _beside(of, task, job, bounds()), common.page_state)


def _answer(job: Job | None) -> Validation | None:
    return None if job is None else job.found


def _picture(of: Source, whole: Trial, found: Validation | None) -> None:
    called = whole.called()
    if found is None:
        sentence = whole_sentence(called.part("train"), sample=of.sampled)
        return common.board_canvas(of, whole, called, sentence)
    sentence = left_out_sentence(found)
    return common.board_canvas(of, whole, called, sentence, found.predicted != found.y)


def _beside(of: Source, task: Background, job: Job | None, bounds: LeaveOneOutBounds | str) -> None:
    found = _answer(job)
    there = None if isinstance(bounds, str) else bounds
    if found is None:
        task.bar()
    display.show_cards(*bound_cards(found, there, len(of.y)))
    rows = error_bars(found, there)
    if len(rows) > 1:
        display.chart("bounds", bounds_figure(rows), 70 + 34 * len(rows))
    told = bounds if isinstance(bounds, str) else bounds_sentence(found, bounds)
    st.caption(unmarked(f"{told}{common.weights_note(of)}"))
    st.caption(SOURCE)
