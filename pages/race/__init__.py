"""The page Race: several solvers on the same points and the same cost."""

from pages.race.model.race_film import Watch
from pages.race.settings import VIEWS, DuelMoment, RaceSettings, RaceView, change_race
from pages.state.link.codec import Entry
from pages.state.registry import Page, Views
from pages.state.text.publications import Cited

PAGE = Page(
    "race",
    "Race",
    (
        Entry(RaceSettings(), change=change_race),
        Entry(Watch(), "ra_"),
        Entry(RaceView(), "ra_"),
        Entry(DuelMoment(), "ra_duel_"),
    ),
    views=Views(RaceView, "view", VIEWS),
    sources=(
        Cited("hinge", "cortes-vapnik", "§3"),
        Cited("squared hinge", "liblinear", "§2"),
        Cited("Huber hinge and Newton", "chapelle"),
        Cited("SMO", "fan"),
        Cited("stochastic descent", "bottou"),
        Cited("Pegasos", "pegasos"),
        Cited("perceptron", "rosenblatt"),
    ),
)
