"""The page Data: a table of the visitor's own."""

from pages.state.codec import Entry
from pages.state.registry import Page
from pages.state.table_settings import TableSettings

PAGE = Page("data", "Data", (Entry(TableSettings(), "t_"),))
