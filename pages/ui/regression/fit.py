"""The exact machine: its numbers, its residuals, and which points pull at f."""

from __future__ import annotations

import streamlit as st

from pages.ui import page
from pages.ui.regression import parts
from pages.ui.session import Desk
from svmcore.figures.tube_charts import multiplier_figure, residual_figure
from svmcore.regression.drawing import tube
from svmcore.regression.fit import fit
from svmcore.regression.report import regression_cards

CHART = 196  # pixels


def show(here: Desk) -> None:
    """The picture; the cards, the residuals and the multipliers beside it."""
    fitted = fit(here.experiment)
    drawn = tube(fitted, here.view)
    left, right = st.columns(parts.WIDTHS, gap="medium")
    with left:
        parts.hero(here, drawn)
    with right:
        parts.choose()
        page.show(*regression_cards(fitted))
        page.chart("residuals", residual_figure(drawn, here.view), CHART)
        figure, order = multiplier_figure(fitted, parts.asked(fitted))
        page.chart(
            "multipliers",
            figure,
            CHART,
            links=here.browser_ids(fitted.ids[i] for i in order),
            on_pick=lambda pick: parts.take(here, pick),
        )
