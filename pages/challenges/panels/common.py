"""What the views of the page Challenges have in common."""

from pages.challenges.settings import VIEWS, ChallengesView
from pages.ui.visit import choices
from pages.ui.widgets import segments


def choose() -> None:
    """Which view stands beside the picture; each has controls of its own in the sidebar."""
    segments(choices(ChallengesView), "view", VIEWS, key="w_challenges_view")
