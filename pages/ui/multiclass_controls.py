"""The controls of a classifier for several classes: the scheme, C and what a joint scheme takes."""

from __future__ import annotations

import streamlit as st

from pages.state.multiclass_run import TITLES, Scheme
from pages.ui import controls
from pages.ui.session import Session, ask, value
from pages.ui.widgets import bound, select_value, slider, slider_of
from svmcore.params import parameters

HELP = {
    "ovr": "A machine for each class against all others; the one with the largest f wins.",
    "ovo": "A machine for each pair of classes; each gives one vote.",
    "weston_watkins": "All scores at once: each wrong class costs what it comes too near.",
    "crammer_singer": "All scores at once: only the worst wrong class costs.",
}
BIASES = {"free": "b for itself", "column": "b as a weight"}


def scheme_menu(here: Session) -> None:
    """How several classes are told apart, and C."""
    scheme: Scheme = value(Scheme)
    select_value(
        "Scheme",
        TITLES,
        "w_scheme",
        scheme.scheme,
        lambda chosen: ask(Scheme, scheme=chosen),
        help="  \n".join(f"**{TITLES[name]}**: {text}" for name, text in HELP.items()),
    )
    slider(here, controls.OWN["C"])
    if scheme.joint:
        (delta,) = parameters(Scheme)
        slider_of(delta, scheme.delta, lambda chosen: ask(Scheme, delta=chosen))
        st.segmented_control(
            "Bias",
            tuple(BIASES),
            format_func=BIASES.__getitem__,
            required=True,
            label_visibility="collapsed",
            width="stretch",
            help="Whether ½ b² is kept small with ½ ‖w‖², as if each point had a coordinate 1.",
            **bound("w_bias", scheme.bias, lambda chosen: ask(Scheme, bias=chosen)),
        )
