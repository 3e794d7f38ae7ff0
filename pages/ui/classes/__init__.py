"""The page Classes: its sidebar and its views."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from pages.ui import controls
from pages.ui.classes import beside, descent, regions
from pages.ui.session import Desk, ask, value
from pages.ui.widgets import bound, heading, select_value, slider, slider_of
from svmcore.many_run import TITLES, Scheme
from svmcore.params import parameters

__all__ = ["scheme_menu", "show", "sidebar"]

VIEWS: dict[str, Callable[[Desk], None]] = {
    "regions": regions.show,
    "beside": beside.show,
    "descent": descent.show,
}
HELP = {
    "ovr": "A machine for each class against all others; the one with the largest f wins.",
    "ovo": "A machine for each pair of classes; each gives one vote.",
    "weston_watkins": "All scores at once: each wrong class costs what it comes too near.",
    "crammer_singer": "All scores at once: only the worst wrong class costs.",
}
BIASES = {"free": "b for itself", "column": "b as a weight"}


def show(here: Desk) -> None:
    """The view that was chosen."""
    VIEWS[value("v_").view](here)


def sidebar(here: Desk) -> None:
    """The controls of a machine for several classes."""
    here.shown = here.experiment
    controls.data(here, many=True)
    descends = value("v_").view == "descent"
    heading("Descent" if descends else "Machine")
    if descends:
        descent.sidebar()
        slider(here, controls.OWN["C"])
    else:
        scheme_menu(here)
    controls.kernel(here)
    with st.expander("More settings"):
        controls.more_of_data(here, many=True)


def scheme_menu(here: Desk) -> None:
    """How several classes are told apart, and C."""
    scheme: Scheme = value("c_")
    select_value(
        "Scheme",
        TITLES,
        "w_scheme",
        scheme.scheme,
        lambda chosen: ask("c_", scheme=chosen),
        help="  \n".join(f"**{TITLES[name]}**: {text}" for name, text in HELP.items()),
    )
    slider(here, controls.OWN["C"])
    if scheme.joint:
        (delta,) = parameters(Scheme)
        slider_of(delta, scheme.delta, lambda chosen: ask("c_", delta=chosen))
        st.segmented_control(
            "Bias",
            tuple(BIASES),
            format_func=BIASES.__getitem__,
            required=True,
            label_visibility="collapsed",
            width="stretch",
            help="Whether ½ b² is kept small with ½ ‖w‖², as if each point had a coordinate 1.",
            **bound("w_bias", scheme.bias, lambda chosen: ask("c_", bias=chosen)),
        )
