"""The page Regression: its sidebar and its views."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from pages.ui import controls
from pages.ui.picker import picker
from pages.ui.regression import descent, fit, sweep
from pages.ui.session import Desk, value
from pages.ui.widgets import heading, segments, slider
from svmcore.figures.thumbnail import curve_thumbnail
from svmcore.params import parameters
from svmcore.regression.choice import Regression, kernels
from svmcore.regression.curves import CURVES

__all__ = ["show", "sidebar"]

VIEWS: dict[str, Callable[[Desk], None]] = {
    "fit": fit.show,
    "descent": descent.show,
    "sweep": sweep.show,
}
MACHINES = {"epsilon": "ε-SVR", "nu": "ν-SVR"}
HELP = "**ε-SVR**: you choose the tube.  \n**ν-SVR**: you choose a share, and the tube is found."
OWN = {p.name: p for p in parameters(Regression)}


def show(here: Desk) -> None:
    """The view that was chosen."""
    VIEWS[value("rv_").view](here)


def sidebar(here: Desk) -> None:
    """The controls of a regression."""
    here.shown = here.experiment
    chosen: Regression = here.experiment
    heading("Data")
    cards = {name: (c.title, c.help, curve_thumbnail(name)) for name, c in CURVES.items()}
    picker("curve", cards, chosen.curve, lambda name: here.choose(curve=name))
    if CURVES[chosen.curve].empty:
        st.caption("Your own points: click on the picture to place them.")
    else:
        slider(here, OWN["n_samples"])
        slider(here, OWN["noise"])
        controls.sample_buttons(here)
    heading("Machine")
    segments(here, "machine", MACHINES, help=HELP)
    slider(here, OWN["C"])
    slider(here, OWN["nu" if chosen.machine == "nu" else "epsilon"])
    own = set(OWN)
    of_kernel = tuple(p for p in chosen.parameters() if p.name not in own)
    controls.kernel_of(here, kernels(), of_kernel)
    with st.expander("More settings"):
        slider(here, OWN["test_share"])
        slider(here, OWN["seed"], typed=True)
