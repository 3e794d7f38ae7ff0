"""The page Guide: how to read the picture, and what is being solved."""

from pages.state.registry import Page

PAGE = Page("guide", "Guide", shows=None)
