"""The page Descent: a primal model learns, one update at a time."""

from pages.descent.settings import DESCENT
from pages.state.registry import Page

PAGE = Page("descent", "Descent", (DESCENT,))
