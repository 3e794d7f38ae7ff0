"""The page ν: its sidebar and its stage."""

from __future__ import annotations

import streamlit as st

from pages.ui import controls, page
from pages.ui.nu import parts
from pages.ui.session import Desk, ask, value
from pages.ui.widgets import bound, choice, heading
from svmcore.nu import NuChoice, nu_run
from svmcore.nu_report import TITLES, nu_figures
from svmcore.params import parameters

__all__ = ["show", "sidebar"]

STEP = 0.01  # of the slider: a point in a hundred


def sidebar(here: Desk) -> None:
    """The controls of a machine with ν."""
    here.shown = here.experiment
    controls.data(here)
    heading("Machine")
    chosen: NuChoice = value("n_")
    choice(
        "Machine", TITLES, "w_nu_mode", chosen.mode, lambda mode: ask("n_", mode=mode), "stretch"
    )
    (nu,) = parameters(NuChoice)
    st.slider(
        nu.label,
        nu.low,
        nu.high,
        step=STEP,
        help=nu.help,
        **bound("w_nu", chosen.nu, lambda share: ask("n_", nu=share)),
    )
    controls.kernel(here)
    with st.expander("More settings"):
        controls.more_of_data(here, hard=True)  # no weights: nu counts points


def show(here: Desk) -> None:
    """The picture, what it says, and what ν bounds beside it."""
    run = nu_run(here.experiment, value("n_"))
    left, right = st.columns(parts.WIDTHS, gap="medium")
    with left:
        parts.hero(here, run)
    with right:
        page.show(*nu_figures(run))
        parts.hand_over(here, run)
        parts.sweep(here, run)
