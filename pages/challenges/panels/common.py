"""What the views of the page Challenges have in common."""

from pages.challenges.settings import VIEWS, ChallengesView
from pages.ui.session import Session, set_fields, value
from pages.ui.widgets import bound, choice


def choose(session: Session) -> None:
    """Which view stands beside the picture; each has controls of its own in the sidebar."""

    def changed(view: str) -> None:
        session.widgets.behind = True
        set_fields(ChallengesView, view=view)

    choice("View", VIEWS, **bound("w_challenges_view", value(ChallengesView).view, changed))
