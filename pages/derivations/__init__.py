"""The page Derivations: the formulas of the field step by step, with the numbers of the board."""

from pages.derivations.settings import DerivationView
from pages.state.link.codec import Entry
from pages.state.registry import Page
from pages.state.screen.screen_parts import NO_CARDS
from pages.state.screen.view import View
from pages.state.text.publications import Cited

PAGE = Page(
    "derivations",
    "Derivations",
    (Entry(DerivationView(), "dv_"),),
    trains=False,
    views=View(parts=tuple(name for name in NO_CARDS if name != "charts")),
    sources=(
        Cited("to read along", "burges", "§3"),
        Cited("to read along", "scholkopf-smola", "ch. 7"),
    ),
)
