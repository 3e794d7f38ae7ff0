"""The controls of the page Predict: those of the board, or of the task."""

import streamlit as st

from pages.predict.settings import PredictSettings
from pages.predict.text.controls import ABOUT, ABOUT_LABEL, TASK_LINK
from pages.ui.controls import dual_sidebar
from pages.ui.session import Session, choices, value
from pages.ui.widgets import heading, select, slider
from svmcore.params import parameters


def sidebar(session: Session) -> None:
    """The board's controls where its points are marked; else which task is asked."""
    view = value(PredictSettings).view
    if view == "support":
        dual_sidebar(session)
        return
    heading("Task")
    chosen = choices(PredictSettings)
    if view == "change":
        select(chosen, "about", ABOUT, label=ABOUT_LABEL, key="w_about")
    slider(chosen, *parameters(PredictSettings), typed=True)
    st.caption(TASK_LINK)
