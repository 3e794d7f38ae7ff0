"""The page Playground: place points, choose a model, see it, and compare it with another one."""

from pages.state.registry import Page

PAGE = Page("playground", "Playground")
