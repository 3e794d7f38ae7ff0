"""Capacity: all labellings of a few points, and how many of those of many are separable."""

from pathlib import Path

from pages.capacity.export import capacity_export
from pages.capacity.panels import cover, shattering
from pages.capacity.settings import CapacityView, ShatteredPoints
from pages.capacity.sidebar import sidebar
from pages.ui.page.page_shell import run_page
from pages.ui.page.styles import show_styles
from pages.ui.visit.visit import value

show_styles(Path(__file__).parent / "capacity.css")
run_page(
    sidebar,
    {"shattering": shattering.show, "cover": cover.show},
    follows=lambda: value(CapacityView).points,
    exports=lambda board: capacity_export(
        value(CapacityView), value(ShatteredPoints), board.experiment
    ),
)
