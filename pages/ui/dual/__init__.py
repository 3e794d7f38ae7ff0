"""The page Dual: its sidebar and its views."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from pages.ui import controls
from pages.ui.dual import beside, path, points, smo
from pages.ui.session import Desk
from pages.ui.widgets import heading, segments, slider

__all__ = ["VIEWS", "sidebar"]

VIEWS: dict[str, Callable[[Desk], None]] = {
    "points": points.show,
    "smo": smo.show,
    "path": path.show,
    "beside": beside.show,
}


def sidebar(here: Desk) -> None:
    """The controls of the dual: formulation and solver are the page's own."""
    here.shown = here.experiment
    controls.data(here)
    heading("Machine")
    only = len(here.experiment.choices()["margin"]) == 1
    titles = {word: controls.MACHINE_TITLES[word] for word in ("hard", "soft")}
    segments(here, "margin", titles, disabled=only)
    if here.experiment.margin == "soft":
        slider(here, controls.OWN["C"])
    controls.kernel(here)
    with st.expander("More settings"):
        controls.more_of_data(here, hard=here.experiment.margin == "hard")
        slider(here, controls.OWN["tol"])
