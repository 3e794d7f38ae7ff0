"""The page Strings: words, their Gram matrix, kernel PCA, and a classifier of words."""

from pages.state.codec import Entry
from pages.state.registry import Page
from pages.strings.settings import StringSettings

PAGE = Page("strings", "Strings", (Entry(StringSettings(), "s_"),))
