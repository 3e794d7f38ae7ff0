"""The mathematics behind the models, in pictures with handles."""

import streamlit as st

from pages.mathematics.figures.pictures import lagrange_figure, plane_figure, subgradient_figure
from pages.mathematics.model.plane import SCALES, PlanePicture
from pages.mathematics.model.subgradient import SubgradientPicture
from pages.mathematics.session import picture_session, reset, show_picture
from pages.state.verdict import number
from pages.ui import display
from pages.ui.page_shell import carry_link
from pages.ui.widgets import bound, choice
from svmcore.losses import LOSSES

TITLES = {"subgradient": "Subgradients", "lagrange": "Lagrange", "plane": "Planes"}
FIGURES = {
    "subgradient": subgradient_figure,
    "lagrange": lagrange_figure,
    "plane": plane_figure,
}
FORMULAS = {
    "subgradient": r"f(t) \;\ge\; f(t_0) + g\,(t - t_0) \quad\text{for all } t",
    "lagrange": r"\max\; 2x + y \quad\text{with}\quad x^2 + y^2 = 1",
    "plane": r"f(x) = s\,(\langle w, x\rangle + b)",
}
TEXTS = {
    "subgradient": "A line through a point of the loss that is nowhere above it: its slope **g** "
    "is a **subgradient**. Where the loss is differentiable there is one, the derivative; at "
    "the kink of "
    "the hinge there are many. Drag the point along the curve, and turn the line.",
    "lagrange": "Where the contour of f crosses the circle, part of the circle has more f (thick). "
    "Where it only touches, no step along the circle gains anything, and **∇f = λ∇g**. Drag the "
    "point. The gradients are drawn shorter than they are, both by the same factor.",
    "plane": "**w** is perpendicular to the line f = 0, and **b** slides the line along it. The "
    "longer w, the narrower the margin. Drag the tip of w, and the line.",
}


def choose() -> None:
    """Which picture is looked at."""
    session = picture_session()
    changed = bound("w_picture", session.chosen, lambda name: setattr(session, "chosen", name))
    choice("Picture", TITLES, width="content", **changed)


def choose_loss() -> None:
    """Which loss the line is to stay below."""
    titles = {name: loss.title for name, loss in LOSSES.items()}
    of = picture_session().bound("subgradient", "loss", SubgradientPicture.with_loss)
    choice("Loss", titles, width="content", **of)


def scale() -> None:
    """The factor s of (w, b)."""
    st.select_slider(
        "Scale (w, b) by s",
        SCALES,
        format_func=number,
        help="The line f = 0 is the same for every s > 0.",
        **picture_session().bound("plane", "scale", PlanePicture.scaled),
    )


@st.fragment
def stage() -> None:
    """The chosen picture and what it says; a drag reruns only this."""
    name = picture_session().chosen
    left, right = display.columns(2.45)
    with left:
        choose()
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
stage()
