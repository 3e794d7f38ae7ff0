"""Capacity: all labellings of a few points, and how many of those of many are separable."""

from pathlib import Path

import streamlit as st

from pages.capacity.export import capacity_export
from pages.capacity.panels import cover, shattering
from pages.capacity.panels.shattering import LAYERS
from pages.capacity.settings import CapacityView, ShatteredPoints
from pages.capacity.sidebar import sidebar
from pages.ui.page.page_shell import run_page
from pages.ui.page.views import View
from pages.ui.visit.visit import value

VIEWS = {
    "shattering": View(shattering.show, layers=LAYERS, parts=("boundary", "sentence", "controls")),
    "cover": View(cover.show, layers=(), parts=("sentence", "charts", "controls")),
}

st.html(Path(__file__).parent / "capacity.css")
run_page(
    sidebar,
    VIEWS,
    follows=lambda: value(CapacityView).points,
    exports=lambda board: capacity_export(
        value(CapacityView), value(ShatteredPoints), board.experiment
    ),
)
