"""One split: what the model makes of points that it has not seen, at a threshold."""

import math

import streamlit as st

from pages.evaluation.figures.charts import matrix_figure, ranking_figure
from pages.evaluation.panels import common
from pages.evaluation.panels.chosen import source_and_candidate
from pages.evaluation.panels.source import Source
from pages.evaluation.settings import MOST, PARTS, EvaluationSettings
from pages.evaluation.text.views import (
    NO_THRESHOLD,
    SCORES,
    THRESHOLD_HELP,
    VOTES,
    error_sentence,
    metric_cards,
    split_sentence,
)
from pages.model_selection.holdout import Predictions, Trial
from pages.plots.layout_sizes import RANKING_CHART
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.controls.widgets import segments
from pages.ui.page.layout import talked_about
from pages.ui.range.range import range_input
from pages.ui.visit.visit import choices, set_fields, value

STEPS = 200  # of the slider, about
CURVES = {"roc": "ROC", "precision": "Precision"}


def show(_: BoardState) -> None:
    """The picture of the split; the threshold, the numbers and the curves beside it."""
    of, by = source_and_candidate()
    word = value(EvaluationSettings)
    found = common.trial_of(of, by)
    called = None if isinstance(found, str) else found.called(word.t)
    left, right = display.columns()
    with left:
        sentence = found if isinstance(found, str) else split_sentence(called)
        common.board_canvas(of, found, called, sentence)
    with right:
        common.choose()
        if isinstance(found, str):
            common.show_reason(found)
            return
        with talked_about():
            if found.k == 2:
                _threshold(of, found)
            else:
                how = VOTES if by.scheme == "svc" else SCORES
                st.caption(NO_THRESHOLD.format(how=how))
            display.show_cards(*metric_cards(found, called))
            st.caption(error_sentence(called))
        _curves(of, found, called)
        common.elsewhere()


def stops(found: Trial, t: float) -> tuple[float, float, float]:
    """Least, largest and step of the slider: beyond all scores, and round numbers."""
    low, high = float(found.scores.min()), float(found.scores.max())
    step = 10.0 ** math.floor(math.log10(max(high - low, 1e-9) / STEPS * 2.0))
    low, high = min(low - step, t, -step), max(high + step, t, step)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    return max(low, -MOST), min(high, MOST), step


def _threshold(of: Source, found: Trial) -> None:
    t = float(value(EvaluationSettings).t)
    low, high, step = stops(found, t)
    digits = max(0, -round(math.log10(step)))
    range_input(
        "w_threshold",
        "Threshold t",
        t,
        low=round(min(low, t), digits),
        high=round(max(high, t), digits),
        change=lambda chosen: set_fields(EvaluationSettings, t=round(chosen, digits)),
        initial=0.0,
        step=step,
        help=THRESHOLD_HELP.format(name=of.class_names[1]),
    )


def _curves(of: Source, found: Trial, called: Predictions) -> None:
    part = value(EvaluationSettings).part
    name, ranking = PARTS[part].lower(), found.ranking(part)
    segments(choices(EvaluationSettings), "part", PARTS)
    several = found.k > 2
    titles = {"roc": "ROC, mean", "precision": "Mean"} if several else CURVES
    for column, (kind, title) in zip(st.columns(2, gap="small"), titles.items(), strict=True):
        with column:
            t = None if several else called.t
            figure = ranking_figure(ranking, kind, of.numbers, of.labels, title, t)
            display.chart(kind, figure, RANKING_CHART)
    matrix = called.part(part).matrix
    display.chart("matrix", matrix_figure(matrix, of.labels, name), 150 + 12 * of.k)
