"""The main job: place points, choose a machine, see it."""

from __future__ import annotations

import time

import streamlit as st

from pages.ui import link, page, share
from pages.ui.canvas import canvas
from pages.ui.controls import show_popover, sidebar
from pages.ui.session import Desk, desk
from svmcore.figures.charts import alpha_figure, cost_figure
from svmcore.figures.decision import decision_figure
from svmcore.figures.theme import PALETTE, SYMBOLS
from svmcore.report import badge, sentence
from svmcore.run import run
from svmcore.scene import scene


@st.fragment
def stage(here: Desk) -> None:
    """The picture, what it says, and the charts beside it; an edit reruns only this."""
    result = run(here.experiment)
    start = time.perf_counter()
    drawn = scene(result, here.view)
    figure = decision_figure(drawn, here.home, show=here.show, revision=str(here.fits))
    picture_seconds = time.perf_counter() - start
    left, right = st.columns([2.45, 1.0], gap="medium")
    with left:
        canvas(
            "main",
            figure,
            palette=PALETTE,
            symbols=SYMBOLS,
            ids=result.data.ids,
            point_labels=[int(sign > 0) for sign in result.data.y],
            on_edit=here.edit,
            on_view=here.look,
            can_undo=bool(here.history.past),
            can_redo=bool(here.history.future),
            alt=f"{badge(result).text}. {sentence(result)}",
        )
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            with st.container(width="stretch"):
                page.verdict(result, drawn.extent)
            show_popover(here)
            share.popover(here)
    with right:
        page.cards(result, picture_seconds, len(drawn.grid.x) if drawn.grid else 0)
        page.chart_title("Cost as it was trained")
        canvas("cost", cost_figure(result), palette=PALETTE, tools=(), height=215)
        page.chart_title("Who carries the weight (α)")
        canvas("alpha", alpha_figure(result), palette=PALETTE, tools=(), height=165)
    link.write(here)


here = desk()
link.read(here)
with st.sidebar:
    sidebar(here)
stage(here)
