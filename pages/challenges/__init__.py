"""The page Challenges: the widest margin by hand, and goals that the app checks."""

from pages.challenges.model.widest import FIRST, STARTS
from pages.challenges.settings import ORDER, VIEWS, ChallengesView, LineTask, change_task
from pages.state.link.codec import Entry
from pages.state.registry import Page, Views, board_of_experiments
from pages.state.text.publications import Cited

BOARD = board_of_experiments(STARTS[FIRST], "cg_")
PAGE = Page(
    "challenges",
    "Challenges",
    (Entry(ChallengesView(), "ch_"), Entry(LineTask(), "cl_", change_task, order=ORDER)),
    {"challenges": BOARD},
    views=Views(ChallengesView, "view", VIEWS),
    shows=None,
    sources=(Cited("widest margin", "boser", "§2"), Cited("soft margin", "cortes-vapnik", "§3")),
)
