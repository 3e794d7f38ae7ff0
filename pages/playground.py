"""The main job: place points, choose a machine, see it."""

from __future__ import annotations

import streamlit as st

from pages.ui import page
from pages.ui.controls import sidebar
from pages.ui.session import Desk
from pages.ui.stage import play
from svmcore.figures.charts import alpha_figure, cost_figure
from svmcore.run import run
from svmcore.scene import scene


def show(here: Desk) -> None:
    """The picture, what it says, and the charts beside it."""
    result = run(here.experiment)
    drawn = scene(result, here.view)
    left, right = st.columns([2.45, 1.0], gap="medium")
    with left:
        page.machine(here, drawn)
    with right:
        page.cards(result, drawn.seconds, len(drawn.grid.x) if drawn.grid else 0)
        page.chart("cost", cost_figure(result), 245)
        page.chart("alpha", alpha_figure(result), 190)


play(sidebar, show)
