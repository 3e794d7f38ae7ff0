"""The kernel trick to be turned: the points lifted up, the plane that parts them, and its trace."""

from html import escape

import streamlit as st

from pages.kernels.figures.feature_space import (
    kernel_pca_figure,
    lift_figure,
    shadow_figure,
    surface_figure,
)
from pages.kernels.model.feature_space import Lifted, lifted
from pages.kernels.model.gram import gram_view
from pages.kernels.panels import common
from pages.kernels.settings import SPACES, KernelsView
from pages.plots.decision import ringed
from pages.state.inspected import Inspected
from pages.state.run import run
from pages.ui import display
from pages.ui.canvas import PICK_TOOLS
from pages.ui.inspected_point import dual_experiment
from pages.ui.session import Session
from pages.ui.widgets import controlled
from svmcore.kernels.feature_maps import LIFTS, agreement, written_out


def show(here: Session) -> None:
    """The plane on the left, the space on the right; what parts the points is the same."""
    space = here.value(KernelsView).lift
    left, right = display.columns(common.WIDE)
    if space in LIFTS:
        found = lifted(run(dual_experiment(here)), LIFTS[space])
        with left:
            _shadow(here, found)
        with right:
            _choose(here)
            display.chart("lift", lift_figure(found, str(here.fits)), 470)
            _agreement(here)
        return
    drawn = common.machine(here)
    with left:
        common.board_canvas(here, drawn)
    with right:
        _choose(here)
        if space == "surface":
            display.chart("lift", surface_figure(drawn, here.home, str(here.fits)), 520)
        else:
            view = gram_view(here.experiment, "given")
            display.chart("lift", kernel_pca_figure(view, str(here.fits)), 520)


def _shadow(here: Session, found: Lifted) -> None:
    """The plane of the points, as the model of the lifted ones divides it."""
    text = found.why or (
        f"{found.lift.formula}, and a linear machine there, whatever the kernel on the left: "
        "what is flat in that space is curved in this plane."
    )
    figure = shadow_figure(found, here.home, str(here.fits))
    for point in (here.value(Inspected).point, here.value(Inspected).other):
        if point in found.data.ids:
            figure = ringed(figure, found.data.X[found.data.ids.index(point)])
    ids, labels = found.data.ids, found.data.y > 0
    display.picture_with_sentence(
        here, figure, ids, labels, None, text, tools=PICK_TOOLS, on_pick=here.pick
    )


def _choose(here: Session) -> None:
    common.choose(here)
    st.selectbox(
        "Space",
        tuple(SPACES),
        format_func=SPACES.__getitem__,
        label_visibility="collapsed",
        **controlled(here.choices(KernelsView), "lift"),
    )


def _agreement(here: Session) -> None:
    """Both sides of K = phi phi for the two points that were asked about last."""
    data = run(dual_experiment(here)).data
    both = [
        data.ids.index(i)
        for i in (here.value(Inspected).other, here.value(Inspected).point)
        if i in data.ids
    ]
    if len(both) < 2:
        st.caption("Click two points to see ⟨φ(x), φ(z)⟩ = K(x, z) in numbers.")
        return
    lift = LIFTS[here.value(KernelsView).lift]
    [found] = agreement(lift, data.X[both[0]], data.X[both[1]])
    lines = "".join(f"<p>{escape(line)}</p>" for line in written_out(found) if line)
    st.html(f'<div class="svm-agreement">{lines}</div>')
