"""How good a model is on points that it did not learn from, and which settings to trust."""

import streamlit as st

from pages.evaluation.panels import (
    bayes,
    curves,
    folds,
    grid_map,
    holdout,
    leave_one_out,
    probabilities,
    table,
    work,
)
from pages.evaluation.panels.chosen import source
from pages.evaluation.panels.source import judged_name
from pages.evaluation.panels.taken import exported
from pages.evaluation.settings import ONE_SPLIT, SOURCES, EvaluationSettings
from pages.evaluation.text.views import (
    NO_HARD_MARGIN,
    ORDERS,
    ORDERS_HELP,
    SOURCE_HELP,
    STRATIFIED_HELP,
)
from pages.state.board.experiment import PARAMETERS
from pages.state.screen.detail import hidden_of_data
from pages.ui.board.board_state import BoardState
from pages.ui.controls import controls, data_controls
from pages.ui.controls.multiclass_controls import scheme_menu
from pages.ui.controls.widgets import heading, select, slider, toggle
from pages.ui.page.detail import more_settings
from pages.ui.page.page_shell import run_page
from pages.ui.visit.visit import choices, value
from svmcore.params import parameters

OWN = {p.name: p for p in parameters(EvaluationSettings)}


def sidebar(judged: BoardState) -> None:
    """Whose points, how they are split, and the model."""
    word = value(EvaluationSettings)
    select(
        choices(EvaluationSettings),
        "source",
        SOURCES,
        SOURCE_HELP,
        label="Points of",
    )
    once = word.view in ONE_SPLIT
    if word.source == "table":
        work.end_others(source().table)
        table.sidebar(split=None if once else lambda: _split(once=False))
        return
    if word.view != "leave_one_out":
        _split(once=once)
    data_controls.data(judged, many=word.source == "classes")
    heading("Model")
    if word.source == "classes":
        scheme_menu(judged)
    else:
        slider(judged, PARAMETERS["C"])
    if judged.experiment.margin == "hard":
        st.caption(NO_HARD_MARGIN)
    controls.kernel(judged)
    more_settings(
        lambda: data_controls.more_of_data(judged, many=word.source == "classes"),
        hidden_of_data(judged.experiment),
    )


def _split(*, once: bool) -> None:
    """How the points are split, `once` or into folds."""
    heading("Split")
    chosen = choices(EvaluationSettings)
    if once:
        slider(chosen, OWN["share"])
        toggle(chosen, "stratified", ORDERS["stratified"], STRATIFIED_HELP)
    else:
        slider(chosen, OWN["folds"])
        select(
            chosen,
            "order",
            ORDERS,
            ORDERS_HELP,
            key="w_fold_order",
        )
    slider(chosen, OWN["lot"], typed=True)


run_page(
    sidebar,
    {
        "test": holdout.show,
        "folds": folds.show,
        "curves": curves.show,
        "map": grid_map.show,
        "bayes": bayes.show,
        "leave_one_out": leave_one_out.show,
        "probabilities": probabilities.show,
    },
    judged_name(),
    follows=source,  # a job that trains may have gone on
    exports=exported,
)
