"""What the views of the page Dual have in common."""

from pages.dual.settings import VIEWS, DualView
from pages.ui.session import Session
from pages.ui.widgets import segments


def choose(session: Session) -> None:
    """Which view stands beside the picture."""
    segments(session.choices(DualView), "dual", VIEWS, label="View", key="w_dual_view")
