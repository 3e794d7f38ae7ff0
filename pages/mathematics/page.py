"""The mathematics behind the models, in pictures with handles."""

import streamlit as st

from pages.mathematics.figures.convexity import convexity_figure
from pages.mathematics.figures.distances import distances_figure
from pages.mathematics.figures.pictures import lagrange_figure, plane_figure, subgradient_figure
from pages.mathematics.figures.strokes import space_figure
from pages.mathematics.panels import CONTROLS
from pages.mathematics.remembered import picture_of, reset, show_picture
from pages.mathematics.settings import TITLES, MathematicsView
from pages.mathematics.text import DERIVATIONS, FORMULAS, PICTURE, TEXTS
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.controls.widgets import heading, segments
from pages.ui.page.page_shell import derivation_link, run_page
from pages.ui.visit.visit import choices, value

FIGURES = {
    "subgradient": subgradient_figure,
    "convexity": convexity_figure,
    "lagrange": lagrange_figure,
    "plane": plane_figure,
    "distances": distances_figure,
    "space": space_figure,
}


def sidebar(_: BoardState) -> None:
    """Which picture is looked at."""
    heading(PICTURE)
    segments(choices(MathematicsView), "picture", TITLES, label=PICTURE)


def show(_: BoardState) -> None:
    """The chosen picture and what it says."""
    name = value(MathematicsView).picture
    left, right = display.columns(talk=True)
    with left:
        show_picture(name, FIGURES[name])
    with right:
        st.latex(FORMULAS[name])
        st.markdown(TEXTS[name])
        if name in CONTROLS:
            CONTROLS[name]()
        display.show_cards(*picture_of(name).cards())
        reset(name)
        derivation_link(DERIVATIONS[name])


run_page(sidebar, show)
