"""The page Guide: how to read the picture, and what is being solved."""

from pages.state.registry import Page
from pages.state.screen.view import View
from pages.state.text.publications import Cited

PAGE = Page(
    "guide",
    "Guide",
    shows=None,
    views=View(layers=(), parts=()),
    detail=False,
    sources=(
        Cited("soft margin", "cortes-vapnik", "§3"),
        Cited("dual problem", "scholkopf-smola", "§7.3"),
        Cited("weak duality", "boyd", "§5.2.2"),
    ),
)
