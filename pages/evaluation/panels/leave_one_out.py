"""Leave-one-out: each point tested by the model of all others, beside bounds from one model."""

from collections.abc import Callable

import streamlit as st

from pages.evaluation.figures.bounds import bounds_figure
from pages.evaluation.panels import common
from pages.evaluation.panels.common import JOBS
from pages.evaluation.panels.source import Source
from pages.evaluation.text import whole_sentence
from pages.evaluation.text.leave_one_out import (
    MANY,
    SOURCE,
    STOPPED,
    WAITING,
    bound_cards,
    bounds_sentence,
    error_bars,
    left_out_sentence,
)
from pages.ui import display
from pages.ui.jobs import Job, Steps
from svmcore.model_selection.candidate import Candidate
from svmcore.model_selection.cross_validation import Validation
from svmcore.model_selection.holdout import Trial
from svmcore.model_selection.leave_one_out_bounds import LeaveOneOutBounds, leave_one_out_bounds


def _bounds(of: Source, by: Candidate) -> Callable[[], LeaveOneOutBounds | str]:
    """What gives the bounds, or why there are none; a job computes them."""
    if of.k != 2 or by.scheme != "svc":
        return lambda: MANY

    def steps() -> Steps:
        yield leave_one_out_bounds(by, of.X, of.y, of.w)

    known = JOBS.current("bounds", (of, by), steps)
    return lambda: known.latest or of.named(known.wrong) or WAITING


def show() -> None:
    """The model of all points with a cross where one that was left out is misclassified."""
    of, by = common.source_and_candidate()
    whole = common.trained(of, by)
    left, right = display.columns()
    if isinstance(whole, str):
        with left:
            common.board_canvas(of, whole, None, whole)
        with right:
            common.choose()
            common.show_reason(whole)
        return
    known = _job(of, by)
    with left:
        _picture(of, whole, _answer(known))
    with right:
        common.choose()
        bounds = _bounds(of, by)
        JOBS.watched(lambda: _beside(of, by, known, bounds()), common.page_state)


def _job(of: Source, by: Candidate) -> Job:
    """The job for these points and this model; one that was cancelled is not begun again."""
    before = JOBS.get(common.LEFT_OUT)
    if before is not None and before.of == (of, by) and not before.running:
        return before
    return common.leaving_out(of, by)


def _answer(known: Job) -> Validation | None:
    found: Validation | None = None if known.latest is None else known.latest.found
    return found


def _picture(of: Source, whole: Trial, found: Validation | None) -> None:
    called = whole.called()
    if found is None:
        sentence = whole_sentence(called.part("train"))
        return common.board_canvas(of, whole, called, sentence)
    sentence = left_out_sentence(found)
    return common.board_canvas(of, whole, called, sentence, found.predicted != found.y)


def _beside(of: Source, by: Candidate, known: Job, bounds: LeaveOneOutBounds | str) -> None:
    found = _answer(known)
    there = None if isinstance(bounds, str) else bounds
    if found is None:
        _under_way(of, by, known)
    display.show_cards(*bound_cards(found, there, len(of.y)))
    rows = error_bars(found, there)
    if len(rows) > 1:
        display.chart("bounds", bounds_figure(rows), 70 + 34 * len(rows))
    told = bounds if isinstance(bounds, str) else bounds_sentence(found, bounds)
    st.caption(display.unmarked(f"{told}{common.weights_note(of)}"))
    st.caption(SOURCE)


def _under_way(of: Source, by: Candidate, known: Job) -> None:
    """How far it is and a way out; why it failed; or a button to begin again."""
    if known.wrong:
        common.show_reason(of.named(known.wrong))
        return
    row = st.columns([3.0, 1.0], vertical_alignment="center")
    if known.running:
        row[0].progress(*common.progress(known.latest, "model"))
        row[1].button("Cancel", key="left_cancel", on_click=known.stop, width="stretch")
        return
    step = known.latest
    done, total = (0, len(of.y)) if step is None else (step.done, step.total)
    row[0].caption(STOPPED.format(done=done, total=total))
    row[1].button(
        "Compute",
        key="left_start",
        on_click=lambda: (JOBS.end(common.LEFT_OUT), common.leaving_out(of, by)),
        width="stretch",
    )
