"""What the views of the page Dual have in common."""

from pages.dual.settings import VIEWS, DualView
from pages.ui.session import Session
from pages.ui.widgets import segments


def choose(here: Session) -> None:
    """Which view stands beside the picture."""
    segments(here.choices(DualView), "dual", VIEWS, label="View", key="w_dual_view")
