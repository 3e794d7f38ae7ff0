"""The page Mathematics: pictures with handles."""

from pages.state.registry import Page

PAGE = Page("mathematics", "Mathematics")
