"""The page Playground: place points, choose a model, see it."""

from __future__ import annotations

from pages.state.registry import Page

PAGE = Page("playground", "Playground")
