"""The page Playground: place points, choose a model, see it."""

from pages.state.registry import Page

PAGE = Page("playground", "Playground")
