"""The mathematics behind the models, in pictures with handles."""

import streamlit as st

from pages.mathematics.figures.pictures import lagrange_figure, plane_figure, subgradient_figure
from pages.mathematics.model.plane import SCALES, PlanePicture
from pages.mathematics.model.subgradient import SubgradientPicture
from pages.mathematics.session import change, picture_of, reset, show_picture
from pages.mathematics.settings import TITLES, MathematicsView
from pages.mathematics.text import (
    DERIVATIONS,
    FORMULAS,
    LOSS,
    PICTURE,
    SCALE,
    SCALE_HELP,
    TEXTS,
)
from pages.ui import display, link
from pages.ui.page_shell import derivation_link, parts_button, show_sources
from pages.ui.range import range_input
from pages.ui.session import choices, value
from pages.ui.widgets import bound, choice, heading, segments
from svmcore.losses import LOSSES

FIGURES = {
    "subgradient": subgradient_figure,
    "lagrange": lagrange_figure,
    "plane": plane_figure,
}


def choose() -> None:
    """Which picture is looked at."""
    heading(PICTURE)
    segments(choices(MathematicsView), "picture", TITLES, label=PICTURE)


def choose_loss() -> None:
    """Which loss the line is to stay below."""
    titles = {name: loss.title for name, loss in LOSSES.items()}

    def changed(name: str) -> None:
        change("subgradient", SubgradientPicture.with_loss, name)

    chosen = bound("w_loss", picture_of("subgradient").loss, changed)
    choice(LOSS, titles, width="content", **chosen)


def scale() -> None:
    """The factor s of (w, b)."""
    now = picture_of("plane").scale
    range_input(
        "w_scale",
        SCALE,
        now,
        low=SCALES[0],
        high=SCALES[-1],
        change=lambda s: change("plane", PlanePicture.scaled, s),
        initial=1.0,
        log=True,
        stops=sorted({*SCALES, now}),
        help=SCALE_HELP,
    )


@st.fragment
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
        if name == "subgradient":
            choose_loss()
        if name == "plane":
            scale()
        display.show_cards(*picture_of(name).cards())
        reset(name)
        derivation_link(DERIVATIONS[name])
    link.write()


with st.sidebar:
    choose()
stage()
parts_button(("sentence", "cards", "controls"))
