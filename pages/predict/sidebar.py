"""The controls of the page Predict: those of the board, or of the task."""

import streamlit as st

from pages.predict.remembered import PredictMemory, asks_about_board
from pages.predict.settings import SAMPLES, PredictSettings
from pages.predict.text import ABOUT, ABOUT_LABEL, SAMPLE, TASK_LINK
from pages.ui.board.board_state import BoardState
from pages.ui.controls.controls import dual_sidebar
from pages.ui.controls.widgets import bound, choice, heading, select, slider
from pages.ui.visit.visit import choices, remembered, set_fields, value
from svmcore.params import parameters


def sidebar(board: BoardState) -> None:
    """The board's controls where its points are marked; else which task is asked."""
    view = value(PredictSettings).view
    if view == "support":
        _sample(board)
        if asks_about_board(board):
            dual_sidebar(board)
            return
    heading("Task")
    chosen = choices(PredictSettings)
    if view == "change":
        select(chosen, "about", ABOUT, label=ABOUT_LABEL, key="w_about")
    slider(chosen, *parameters(PredictSettings), typed=True)
    st.caption(TASK_LINK)


def _sample(board: BoardState) -> None:
    """Whose points are marked."""
    heading(SAMPLE)
    now = "board" if asks_about_board(board) else "task"

    def changed(sample: str) -> None:
        remembered(PredictMemory).on_board = sample == "board"
        set_fields(PredictSettings, sample=sample)

    choice(SAMPLE, SAMPLES, **bound("w_predict_sample", now, changed))
