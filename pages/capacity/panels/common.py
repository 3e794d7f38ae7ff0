"""What the views of the page Capacity have in common."""

from pages.capacity.settings import CapacityView
from pages.capacity.text import VIEWS
from pages.ui.visit import choices
from pages.ui.widgets import segments

LAYERS = ("regions", "margins")


def choose() -> None:
    """Which view stands beside the picture."""
    segments(choices(CapacityView), "view", VIEWS, label="View", key="w_vc_view")
