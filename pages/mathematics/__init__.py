"""The page Mathematics: pictures with handles."""

from __future__ import annotations

from pages.state.registry import Page

PAGE = Page("mathematics", "Mathematics")
