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
from pages.state.registry import Naming, Page
from pages.state.text.publications import Cited

VALUES = (KernelsView(), Inspected(), ApproximationSettings(), NormSettings(), MapCostSettings())
PAGE = Page(
    "kernels",
    "Kernels",
    tuple(Entry(value, "i_") for value in VALUES),
    views=Naming(KernelsView, "kernels", VIEWS),
    sources={
        "lift": (
            Cited("feature maps", "scholkopf-smola", "§2.1"),
            Cited("kernel trick", "aizerman"),
            Cited("kernel trick", "boser", "§2"),
        ),
        "gram": (
            Cited("positive semi-definite kernels", "mercer"),
            Cited("positive semi-definite kernels", "shawe-taylor", "ch. 3"),
        ),
        "apart": (Cited("f as a sum over the support vectors", "cortes-vapnik", "§4"),),
        "choose": (
            Cited("cross-validation", "hastie", "§7.10"),
            Cited("cross-validation", "cawley"),
            Cited("RBF as first choice", "hsu-guide", "§3.1 and appendix C"),
            Cited("linear kernel as a limit of RBF", "keerthi"),
        ),
        "": (Cited("kernels", "scholkopf-smola", "ch. 2"), Cited("sigmoid", "lin-sigmoid")),
    },
)
