"""The page Race: several solvers on the same points and the same cost."""

from pages.race.model.race_snapshot import Watch
from pages.race.settings import RaceSettings, change_race
from pages.state.codec import Entry
from pages.state.registry import Page

PAGE = Page("race", "Race", (Entry(RaceSettings(), change=change_race), Entry(Watch(), "ra_")))
