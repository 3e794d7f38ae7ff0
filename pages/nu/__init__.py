"""The page ν: the share of points outside in place of C; one class."""

from pages.nu.model import NuSettings
from pages.state.codec import Entry
from pages.state.registry import Page

PAGE = Page("nu", "ν-SVM", (Entry(NuSettings(), "n_"),), trains=False)
