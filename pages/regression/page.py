"""A curve through points: the tube around f, which points hold it, and what ε, C and ν do."""

import streamlit as st

from pages.datasets.curves import CURVES
from pages.plots.thumbnail import curve_thumbnail
from pages.regression.export import regression_export
from pages.regression.model.descent import RegressionDescent
from pages.regression.model.experiment import Regression, kernels
from pages.regression.panels import descent, fit, sweep
from pages.regression.settings import RegressionView
from pages.regression.text import MODEL_HELP, MODELS
from pages.state.screen.detail import changed_parameters
from pages.state.text.board_words import OWN_POINTS
from pages.ui.board.board_state import BoardState
from pages.ui.board.kept_points import kept_points, sample_picked
from pages.ui.controls import controls, data_controls
from pages.ui.controls.widgets import heading, segments, slider
from pages.ui.page.detail import more_settings
from pages.ui.page.page_shell import run_page
from pages.ui.picker.picker import picker
from pages.ui.visit.visit import value
from svmcore.params import parameters

OWN = {p.name: p for p in parameters(Regression)}


def sidebar(board: BoardState) -> None:
    """The controls of a regression."""
    chosen: Regression = board.experiment
    heading("Data")
    cards = {name: (c.title, c.help, curve_thumbnail(name)) for name, c in CURVES.items()}
    picker("curve", cards, chosen.curve, sample_picked(board))
    if CURVES[chosen.curve].empty:
        st.caption(OWN_POINTS)
    else:
        kept_points(board)
        slider(board, OWN["n_samples"])
        slider(board, OWN["noise"])
        data_controls.sample_buttons(board)
    heading("Model")
    segments(board, "machine", MODELS, label="Model", help=MODEL_HELP)
    slider(board, OWN["C"])
    slider(board, OWN["nu" if chosen.machine == "nu" else "epsilon"])
    own = set(OWN)
    of_kernel = tuple(p for p in chosen.parameters() if p.name not in own)
    controls.kernel_of(board, kernels(), of_kernel)

    def more() -> None:
        slider(board, OWN["test_share"])
        slider(board, OWN["seed"], typed=True)

    more_settings(more, changed_parameters(board, (OWN["test_share"],)))


run_page(
    sidebar,
    {"fit": fit.show, "descent": descent.show, "sweep": sweep.show},
    "regression",
    exports=lambda board: regression_export(
        board.experiment, value(RegressionView), value(RegressionDescent)
    ),
)
