"""The page Kernels: side by side, in feature space, as a matrix, term by term, approximated."""

from pages.kernels.settings import (
    VIEWS,
    ApproximationSettings,
    KernelsView,
    MapCostSettings,
    NormSettings,
)
from pages.state.board.inspected import Inspected
from pages.state.link.codec import Entry
from pages.state.registry import Page, Views
from pages.state.text.publications import Cited

VALUES = (KernelsView(), Inspected(), ApproximationSettings(), NormSettings(), MapCostSettings())
PAGE = Page(
    "kernels",
    "Kernels",
    tuple(Entry(value, "i_") for value in VALUES),
    views=Views(KernelsView, "kernels", VIEWS),
    sources=(Cited("kernels", "scholkopf-smola", "ch. 2"), Cited("sigmoid", "lin-sigmoid")),
)
