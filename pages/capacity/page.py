"""Capacity: all labellings of a few points, and how many of those of many are separable."""

from pathlib import Path

import streamlit as st

from pages.capacity.export import capacity_export
from pages.capacity.panels import common, cover, shattering
from pages.capacity.settings import CapacityView, ShatteredPoints
from pages.capacity.sidebar import sidebar
from pages.ui.board_state import BoardState
from pages.ui.page_shell import run_page
from pages.ui.visit import value

PANELS = {"shattering": shattering.show, "cover": cover.show}
PARTS = {"shattering": ("boundary", "sentence", "controls")}
PARTS["cover"] = ("sentence", "charts", "controls")


def show(board: BoardState) -> None:
    """The chosen view."""
    PANELS[value(CapacityView).view](board)


view = value(CapacityView).view
st.html(Path(__file__).parent / "capacity.css")
run_page(
    sidebar,
    show,
    layers=common.LAYERS if view == "shattering" else (),
    parts=PARTS[view],
    follows=lambda: (value(CapacityView).view, value(CapacityView).points),
    exports=lambda board: capacity_export(
        value(CapacityView), value(ShatteredPoints), board.experiment
    ),
)
