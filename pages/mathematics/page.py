"""The mathematics behind the models, in pictures with handles."""

import streamlit as st

from pages.mathematics.figures.pictures import lagrange_figure, plane_figure, subgradient_figure
from pages.mathematics.model.plane import SCALES, PlanePicture
from pages.mathematics.model.subgradient import SubgradientPicture
from pages.mathematics.session import picture_session, reset, show_picture
from pages.mathematics.text import (
    FORMULAS,
    LOSS,
    PICTURE,
    SCALE,
    SCALE_HELP,
    TEXTS,
    TITLES,
)
from pages.state.verdict import number
from pages.ui import display
from pages.ui.page_shell import carry_link
from pages.ui.widgets import bound, choice, heading
from svmcore.losses import LOSSES

FIGURES = {
    "subgradient": subgradient_figure,
    "lagrange": lagrange_figure,
    "plane": plane_figure,
}


def choose() -> None:
    """Which picture is looked at."""
    heading(PICTURE)
    session = picture_session()
    changed = bound("w_picture", session.chosen, lambda name: setattr(session, "chosen", name))
    choice(PICTURE, TITLES, **changed)


def choose_loss() -> None:
    """Which loss the line is to stay below."""
    titles = {name: loss.title for name, loss in LOSSES.items()}
    of = picture_session().bound("subgradient", "loss", SubgradientPicture.with_loss)
    choice(LOSS, titles, width="content", **of)


def scale() -> None:
    """The factor s of (w, b)."""
    st.select_slider(
        SCALE,
        SCALES,
        format_func=number,
        help=SCALE_HELP,
        **picture_session().bound("plane", "scale", PlanePicture.scaled),
    )


@st.fragment
def stage() -> None:
    """The chosen picture and what it says; a drag reruns only this."""
    name = picture_session().chosen
    left, right = display.columns()
    with left:
        show_picture(name, FIGURES[name])
    with right:
        st.latex(FORMULAS[name])
        st.markdown(TEXTS[name])
        if name == "subgradient":
            choose_loss()
        if name == "plane":
            scale()
        display.show_cards(*picture_session().pictures[name].cards())
        reset(name)


carry_link()
with st.sidebar:
    choose()
stage()
