"""The page Guide: how to read the picture, and what is being solved."""

from __future__ import annotations

from pages.state.registry import Page

PAGE = Page("guide", "Guide")
