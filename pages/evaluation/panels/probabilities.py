"""Probabilities from scores by Platt's method, and whether they are reliable on test points."""

from functools import lru_cache, partial

import streamlit as st

from pages.evaluation.figures.probabilities import (
    counts_figure,
    reliability_figure,
    sigmoid_figure,
)
from pages.evaluation.model import SURE, calibrating, likelier, n_bins, surface
from pages.evaluation.panels import common, work
from pages.evaluation.panels.chosen import source_and_candidate
from pages.evaluation.panels.source import Source
from pages.evaluation.settings import EvaluationSettings
from pages.evaluation.text.probabilities import (
    SOURCE,
    TWO_CLASSES,
    calibration_sentence,
    how,
    loss_cards,
    sigmoid_sentence,
)
from pages.evaluation.text.views import split_sentence
from pages.model_selection.calibration import Calibration, calibrated
from pages.model_selection.candidate import Candidate
from pages.model_selection.holdout import Trial
from pages.model_selection.splits import train_test
from pages.plots.layout_sizes import PROBABILITY_CHART
from pages.state.table.table_work import AT_ONCE
from pages.state.text.markdown import unmarked
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.server.jobs import Background, watched
from pages.ui.visit.visit import value
from svmcore.probability import FOLDS


@lru_cache(maxsize=16)
def calibration_of(
    of: Source, by: Candidate, share: float, stratified: bool, lot: int
) -> Calibration | str:
    """The probabilities of one split, or why there are none."""

    def make() -> Calibration:
        split = of.table.split if of.table is not None else None
        if split is None:
            split = train_test(of.y, of.ids, share=share, stratified=stratified, seed=lot)
        return calibrated(by, of.X, of.y, split, of.w, ids=of.ids, seed=lot)

    return TWO_CLASSES if of.k > 2 else common.attempt(of, make)


def show(_: BoardState) -> None:
    """P(y = +1 | x) over the picture; its curve and its reliability beside it."""
    of, by = source_and_candidate()
    word, task = value(EvaluationSettings), _task(of, by)
    lot = word.lot if of.table is None else of.table.plan.settings.lot
    job = None if task is None else task.current()
    if job is None:
        asked = of, by, word.share, word.stratified, lot
        found: Calibration | str | None = common.kept_for(of, "calibration", calibration_of, *asked)
    else:
        found = job.wrong or job.latest
    left, right = display.columns()
    with left:
        if isinstance(found, Calibration):
            _picture(of, found)
        elif found is None:
            why = work.without(job)
            common.board_canvas(of, why, None, why)
        else:
            _without(of, by)
    with right:
        common.choose()
        if task is not None and found is None:
            watched(task.bar, common.page_state)
            return
        if isinstance(found, str):
            common.show_reason(found)
        elif found is not None:
            _beside(of, found)
        common.elsewhere()


def trial_of(of: Source, by: Candidate) -> Trial | str:
    """The model of the training part, or why there is none: of a job that trains it, its own."""
    task = _task(of, by)
    if task is None:
        return common.trial_of(of, by)
    job = task.current()
    return work.without(job) if job.latest is None else job.latest.trial


def _task(of: Source, by: Candidate) -> Background | None:
    """The probabilities of a table, where they take too long to be waited for."""
    if of.table is None or of.table.split is None or of.why or of.k > 2:
        return None
    much = work.effort(of, by, 1 + FOLDS)
    if much <= AT_ONCE:
        return None
    do = partial(calibrating, by, of.X, of.y, of.table.split, of.w, of.table.plan.settings.lot)
    return Background("probabilities", (of, by), work.steps_of(of, do, much))


def _without(of: Source, by: Candidate) -> None:
    """The model of the training part alone, if there is one."""
    found = trial_of(of, by)
    if isinstance(found, str):
        common.board_canvas(of, found, None, found)
    else:
        called = found.called()
        common.board_canvas(of, found, called, split_sentence(called))


def _picture(of: Source, found: Calibration) -> None:
    sentence = sigmoid_sentence(found, of.class_names[1], SURE)
    common.board_canvas(
        of,
        found.trial,
        likelier(found),
        sentence,
        draw=lambda extent: surface(found, of.ground, extent),
    )


def _beside(of: Source, found: Calibration) -> None:
    name = of.class_names[1]
    bins = found.reliability(n_bins(len(found.trial.split.test)))
    display.show_cards(*loss_cards(found, name))
    display.chart("sigmoid", sigmoid_figure(found, of.numbers, of.labels), PROBABILITY_CHART)
    for column, (key, figure) in zip(
        st.columns(2, gap="small"),
        {
            "reliability": reliability_figure(bins, of.labels[1]),
            "bins": counts_figure(bins),
        }.items(),
        strict=True,
    ):
        with column:
            display.chart(key, figure, PROBABILITY_CHART)
    told = f"{calibration_sentence(found, name)} {how(found)}{common.weights_note(of)}"
    st.caption(unmarked(told))
    st.caption(SOURCE)
