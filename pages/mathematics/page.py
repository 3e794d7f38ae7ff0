"""The mathematics behind the models, in pictures with handles."""

import streamlit as st

from pages.mathematics.figures.convexity import convexity_figure
from pages.mathematics.figures.distances import distances_figure
from pages.mathematics.figures.pictures import lagrange_figure, plane_figure, subgradient_figure
from pages.mathematics.figures.space import space_figure
from pages.mathematics.panels import CONTROLS
from pages.mathematics.remembered import picture_of, reset, show_picture
from pages.mathematics.settings import TITLES, MathematicsView
from pages.mathematics.text import DERIVATIONS, FORMULAS, PICTURE, TEXTS
from pages.ui import display
from pages.ui.observed import fragment
from pages.ui.page_shell import carry_link, derivation_link, parts_button, show_sources
from pages.ui.visit import choices, value
from pages.ui.widgets import heading, segments

FIGURES = {
    "subgradient": subgradient_figure,
    "convexity": convexity_figure,
    "lagrange": lagrange_figure,
    "plane": plane_figure,
    "distances": distances_figure,
    "space": space_figure,
}


def choose() -> None:
    """Which picture is looked at."""
    heading(PICTURE)
    segments(choices(MathematicsView), "picture", TITLES, label=PICTURE)


@fragment
def stage() -> None:
    """The chosen picture and what it says; a drag reruns only this."""
    name = value(MathematicsView).picture
    left, right = display.columns(talk=True)
    with left:
        show_picture(name, FIGURES[name])
    with right:
        st.latex(FORMULAS[name])
        st.markdown(TEXTS[name])
        show_sources()
        if name in CONTROLS:
            CONTROLS[name]()
        display.show_cards(*picture_of(name).cards())
        reset(name)
        derivation_link(DERIVATIONS[name])
    carry_link()


with st.sidebar:
    choose()
stage()
parts_button(("sentence", "cards", "controls"))
