"""The share ν in place of C: how many points may be outside, and how many must carry weight."""

import streamlit as st

from pages.nu import panels
from pages.nu.export import nu_export
from pages.nu.model import NuSettings, nu_run
from pages.nu.text import SPHERE_SOURCE, TITLES, nu_figures
from pages.state.detail import hidden_of_data
from pages.ui import controls, data_controls, display
from pages.ui.detail import more_settings
from pages.ui.page_shell import run_page
from pages.ui.session import Session, choices, value
from pages.ui.widgets import heading, segments, slider
from svmcore.params import parameters

STEP = 0.01  # of the slider: a point in a hundred


def sidebar(session: Session) -> None:
    """The controls of a model with ν."""
    data_controls.data(session)
    heading("Model")
    chosen = choices(NuSettings)
    segments(chosen, "mode", TITLES, label="Model", key="w_nu_mode")
    slider(chosen, *parameters(NuSettings), step=STEP)
    controls.kernel(session)
    more_settings(  # no weights: nu counts points
        lambda: data_controls.more_of_data(session, hard=True),
        hidden_of_data(session.experiment, hard=True),
    )


def show(session: Session) -> None:
    """The picture, what it says, and what ν bounds beside it."""
    run = nu_run(session.experiment, value(NuSettings))
    left, right = display.columns()
    with left:
        panels.board_canvas(session, run)
    with right:
        display.show_cards(*nu_figures(run))
        if run.choice.mode == "sphere":
            st.caption(SPHERE_SOURCE)
        panels.hand_over(session, run)
        panels.sweep(session, run)


run_page(sidebar, show, exports=lambda session: nu_export(session.experiment, value(NuSettings)))
