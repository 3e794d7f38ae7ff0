"""The controls of the page Predict: those of the board, or of the task."""

import streamlit as st

from pages.predict.session import PredictMemory, asks_about_board
from pages.predict.settings import SAMPLES, PredictSettings
from pages.predict.text.controls import ABOUT, ABOUT_LABEL, SAMPLE, TASK_LINK
from pages.ui.controls import dual_sidebar
from pages.ui.session import Session, choices, set_fields, value
from pages.ui.widgets import bound, choice, heading, select, slider
from svmcore.params import parameters


def sidebar(session: Session) -> None:
    """The board's controls where its points are marked; else which task is asked."""
    view = value(PredictSettings).view
    if view == "support":
        _sample(session)
        if asks_about_board(session):
            dual_sidebar(session)
            return
    heading("Task")
    chosen = choices(PredictSettings)
    if view == "change":
        select(chosen, "about", ABOUT, label=ABOUT_LABEL, key="w_about")
    slider(chosen, *parameters(PredictSettings), typed=True)
    st.caption(TASK_LINK)


def _sample(session: Session) -> None:
    """Whose points are marked."""
    heading(SAMPLE)
    now = "board" if asks_about_board(session) else "task"

    def changed(sample: str) -> None:
        session.remembered(PredictMemory).on_board = sample == "board"
        set_fields(PredictSettings, sample=sample)

    choice(SAMPLE, SAMPLES, **bound("w_predict_sample", now, changed))
