"""Challenges: the widest margin by hand, and goals that the app checks."""

from pathlib import Path

from pages.challenges.export import challenge_export
from pages.challenges.panels import goals, widest
from pages.challenges.remembered import BOARD
from pages.challenges.settings import ChallengesView, LineTask
from pages.challenges.sidebar import sidebar
from pages.ui.page.page_shell import run_page
from pages.ui.page.styles import show_styles
from pages.ui.visit.visit import value

show_styles(Path(__file__).parent / "challenges.css")
run_page(
    sidebar,
    {"widest": widest.show, "goals": goals.show},
    BOARD,
    follows=lambda: value(ChallengesView),
    exports=lambda board: challenge_export(
        value(ChallengesView), value(LineTask), board.experiment
    ),
)
