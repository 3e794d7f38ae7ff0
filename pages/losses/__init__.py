"""The page Losses: the models that the losses of the margin and two penalties make of points."""

from pages.losses.model import LossesSettings, change_losses
from pages.state.board.inspected import Inspected
from pages.state.link.codec import Entry
from pages.state.registry import Page
from pages.state.screen.view import View
from pages.state.text.publications import Cited

RINGS = (
    "Rings are support vectors: heavy on the margin, thin with a dot at α = C. With the logistic "
    "loss every point has a weight, with the squared loss every one but at y f(x) = 1: there are "
    "none."
)
PAGE = Page(
    "losses",
    "Losses",
    (Entry(LossesSettings(), "lo_", change_losses), Entry(Inspected(), "i_")),
    views=View(rings=RINGS),
    sources=(
        Cited("losses and risk", "bartlett"),
        Cited("hinge", "cortes-vapnik", "§3"),
        Cited("squared hinge", "liblinear", "§2"),
        Cited("Huber hinge", "chapelle"),
        Cited("‖w‖₁", "yuan", "§2"),
    ),
)
