"""Probabilities from scores by Platt's method, and whether they are reliable on test points."""

from functools import lru_cache

import streamlit as st

from pages.evaluation.figures.probabilities import (
    counts_figure,
    reliability_figure,
    sigmoid_figure,
)
from pages.evaluation.model.probabilities import SURE, likelier, n_bins, surface
from pages.evaluation.panels import common
from pages.evaluation.panels.source import Source
from pages.evaluation.settings import EvaluationSettings
from pages.evaluation.text import split_sentence
from pages.evaluation.text.probabilities import (
    SOURCE,
    TWO_CLASSES,
    calibration_sentence,
    how,
    loss_cards,
    sigmoid_sentence,
)
from pages.ui import display
from pages.ui.session import value
from svmcore.model_selection.calibration import Calibration, calibrated
from svmcore.model_selection.candidate import Candidate
from svmcore.model_selection.splits import train_test

HEIGHT = 165  # px of a chart


@lru_cache(maxsize=16)
def calibration_of(
    of: Source, by: Candidate, share: float, stratified: bool, lot: int
) -> Calibration | str:
    """The probabilities of one split, or why there are none."""

    def make() -> Calibration:
        split = train_test(of.y, of.ids, share=share, stratified=stratified, seed=lot)
        return calibrated(by, of.X, of.y, split, of.w, ids=of.ids, seed=lot)

    return TWO_CLASSES if of.k > 2 else common.attempt(of, make)


def show() -> None:
    """P(y = +1 | x) over the picture; its curve and its reliability beside it."""
    of, by = common.source_and_candidate()
    word = value(EvaluationSettings)
    asked = of, by, word.share, word.stratified, word.lot
    found = calibration_of(*asked)
    left, right = display.columns()
    with left:
        if isinstance(found, str):
            _without(*asked)
        else:
            _picture(of, found)
    with right:
        common.choose()
        if isinstance(found, str):
            common.show_reason(found)
        else:
            _beside(of, found)
        common.elsewhere()


def _without(of: Source, by: Candidate, share: float, stratified: bool, lot: int) -> None:
    """The model of the training part alone, if there is one."""
    found = common.trial_of(of, by, share, stratified, lot)
    if isinstance(found, str):
        common.board_canvas(of, found, None, found)
    else:
        called = found.called()
        common.board_canvas(of, found, called, split_sentence(called))


def _picture(of: Source, found: Calibration) -> None:
    sentence = sigmoid_sentence(found, of.class_names[1], SURE)
    ground = of.ground
    common.board_canvas(
        of,
        found.trial,
        likelier(found),
        sentence,
        draw=None if ground is None else lambda extent: surface(found, ground, extent),
    )


def _beside(of: Source, found: Calibration) -> None:
    name = of.class_names[1]
    bins = found.reliability(n_bins(len(found.trial.split.test)))
    display.show_cards(*loss_cards(found, name))
    display.chart("sigmoid", sigmoid_figure(found, of.numbers, of.class_names), HEIGHT)
    for column, (key, figure) in zip(
        st.columns(2, gap="small"),
        {"reliability": reliability_figure(bins, name), "bins": counts_figure(bins)}.items(),
        strict=True,
    ):
        with column:
            display.chart(key, figure, HEIGHT)
    told = f"{calibration_sentence(found, name)} {how(found)}{common.weights_note(of)}"
    st.caption(display.unmarked(told))
    st.caption(SOURCE)
