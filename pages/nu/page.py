"""The share ν in place of C: how many points may be outside, and how many must carry weight."""

import streamlit as st

from pages.nu import panels
from pages.nu.export import nu_export
from pages.nu.model import NuSettings, nu_run
from pages.nu.text import SPHERE_SOURCE, TITLES, nu_figures
from pages.state.screen.detail import hidden_of_data
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.controls import controls, data_controls
from pages.ui.controls.widgets import heading, segments, slider
from pages.ui.page.detail import more_settings
from pages.ui.page.page_shell import run_page
from pages.ui.visit.visit import choices, value
from svmcore.params import parameters

STEP = 0.01  # of the slider: a point in a hundred


def sidebar(board: BoardState) -> None:
    """The controls of a model with ν."""
    data_controls.data(board)
    heading("Model")
    chosen = choices(NuSettings)
    segments(chosen, "mode", TITLES, label="Model", key="w_nu_mode")
    slider(chosen, *parameters(NuSettings), step=STEP)
    controls.kernel(board)
    more_settings(  # no weights: nu counts points
        lambda: data_controls.more_of_data(board, hard=True),
        hidden_of_data(board.experiment, hard=True),
    )


def show(board: BoardState) -> None:
    """The picture, what it says, and what ν bounds beside it."""
    run = nu_run(board.experiment, value(NuSettings))
    left, right = display.columns()
    with left:
        panels.board_canvas(board, run)
    with right:
        display.show_cards(*nu_figures(run))
        if run.choice.mode == "sphere":
            st.caption(SPHERE_SOURCE)
        panels.hand_over(board, run)
        panels.sweep(board, run)


run_page(sidebar, show, exports=lambda board: nu_export(board.experiment, value(NuSettings)))
