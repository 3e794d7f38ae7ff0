"""Say first what a model will do, then see it: support vectors, changes, kernels."""

from pathlib import Path

import streamlit as st

from pages.predict.panels import change, kernel, support
from pages.predict.panels.common import LAYERS
from pages.predict.remembered import settle
from pages.predict.settings import PredictSettings
from pages.predict.sidebar import sidebar
from pages.ui.board.board_state import BoardState
from pages.ui.page.page_shell import run_page
from pages.ui.page.views import View
from pages.ui.visit.visit import value

SHOWN = {
    "support": support.show,
    "change": change.show,
    "kernel": kernel.show,
}


def show(board: BoardState) -> None:
    """The chosen view."""
    settle()  # an edit may have added points, and runs this alone
    SHOWN[value(PredictSettings).view](board)


st.html(Path(__file__).parent / "predict.css")
settle()
run_page(
    sidebar,
    View(show, LAYERS, parts=("boundary", "sentence", "cards", "controls")),
    follows=lambda: value(PredictSettings),
)
