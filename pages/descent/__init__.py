"""The page Descent: a primal model learns, one update at a time."""

from pages.descent.settings import DESCENT, START, DescentMoment, LandscapeView
from pages.state.codec import Entry
from pages.state.registry import Page

PAGE = Page(
    "descent",
    "Descent",
    (DESCENT, START, Entry(LandscapeView(), "d_"), Entry(DescentMoment(), "d_")),
)
