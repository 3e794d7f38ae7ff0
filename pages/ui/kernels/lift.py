"""The kernel trick to be turned: the points lifted up, the plane that parts them, and its trace."""

from __future__ import annotations

from html import escape

import streamlit as st

from pages.ui import page
from pages.ui.canvas import ASKING
from pages.ui.inside import SPACES
from pages.ui.kernels import parts
from pages.ui.session import Desk
from pages.ui.widgets import bound
from svmcore.figures.dual import ringed
from svmcore.figures.lift import kernel_pca_figure, lift_figure, surface_figure
from svmcore.figures.shadow import shadow_figure
from svmcore.gram_view import gram_view
from svmcore.lifted import Lifted, lifted
from svmcore.lifts import LIFTS, agreement, written_out
from svmcore.run import run


def show(here: Desk) -> None:
    """The plane on the left, the space on the right; what parts the points is the same."""
    space = here.inside.lift
    left, right = st.columns(parts.WIDTHS, gap="medium")
    if space in LIFTS:
        found = lifted(run(parts.solved(here)), LIFTS[space])
        with left:
            _shadow(here, found)
        with right:
            _choose(here)
            page.chart("lift", lift_figure(found, str(here.fits)), 470)
            _agreement(here)
        return
    drawn = parts.machine(here)
    with left:
        parts.hero(here, drawn)
    with right:
        _choose(here)
        if space == "surface":
            page.chart("lift", surface_figure(drawn, here.home, str(here.fits)), 520)
        else:
            view = gram_view(here.experiment, "given")
            page.chart("lift", kernel_pca_figure(view, 3, str(here.fits)), 520)


def _shadow(here: Desk, found: Lifted) -> None:
    """The plane of the points, as the machine of the lifted ones divides it."""
    said = found.why or (
        f"{found.lift.formula}, and a linear machine there, whatever the kernel on the left: "
        "what is flat in that space is curved in this plane."
    )
    figure = shadow_figure(found, here.home, str(here.fits))
    for point in (here.inside.point, here.inside.other):
        if point in found.data.ids:
            figure = ringed(figure, found.data.X[found.data.ids.index(point)])
    page.hero(here, "main", figure, found.data, said, tools=ASKING, on_pick=here.pick)
    page.picture_first()
    page.say(None, said)


def _choose(here: Desk) -> None:
    parts.choose(here)
    st.selectbox(
        "Space",
        tuple(SPACES),
        format_func=SPACES.__getitem__,
        label_visibility="collapsed",
        **bound("w_lift", here.inside.lift, lambda space: here.ask(lift=space)),
    )


def _agreement(here: Desk) -> None:
    """Both sides of K = phi phi for the two points that were asked about last."""
    data = run(parts.solved(here)).data
    both = [data.ids.index(i) for i in (here.inside.other, here.inside.point) if i in data.ids]
    if len(both) < 2:
        st.caption("Click two points to see ⟨φ(x), φ(z)⟩ = K(x, z) in numbers.")
        return
    lift = LIFTS[here.inside.lift]
    [found] = agreement(lift, data.X[both[0]], data.X[both[1]])
    lines = "".join(f"<p>{escape(line)}</p>" for line in written_out(found) if line)
    st.html(f'<div class="svm-agreement">{lines}</div>')
