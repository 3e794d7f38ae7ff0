"""The page Descent: a primal model learns, one update at a time."""

from pages.descent.settings import DESCENT, DescentMoment, LandscapeView
from pages.state.codec import Entry
from pages.state.registry import Page

PAGE = Page(
    "descent", "Descent", (DESCENT, Entry(LandscapeView(), "d_"), Entry(DescentMoment(), "d_"))
)
