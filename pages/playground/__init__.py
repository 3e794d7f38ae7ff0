"""The page Playground: place points, choose a model, see it, and compare it with another one."""

from pages.playground.settings import FrozenModel
from pages.state.codec import Entry
from pages.state.registry import BOARDS, MAIN, Page

PAGE = Page("playground", "Playground", (Entry(FrozenModel(), nested=BOARDS[MAIN].entry),))
