"""The page Kernels: side by side, in feature space, as a matrix, term by term."""

from pages.kernels.settings import VIEWS, KernelsView
from pages.state.codec import Entry
from pages.state.inspected import Inspected
from pages.state.registry import Naming, Page
from pages.state.sources import Cited

PAGE = Page(
    "kernels",
    "Kernels",
    (Entry(KernelsView(), "i_"), Entry(Inspected(), "i_")),
    names=(Naming(KernelsView, "kernels", VIEWS),),
    sources={
        "lift": (Cited("feature maps", "scholkopf-smola", "§2.1"),),
        "gram": (
            Cited("positive semi-definite kernels", "mercer"),
            Cited("positive semi-definite kernels", "shawe-taylor", "ch. 3"),
        ),
        "apart": (Cited("f as a sum over the support vectors", "cortes-vapnik", "§4"),),
        "choose": (
            Cited("cross-validation", "hastie", "§7.10"),
            Cited("cross-validation", "cawley"),
        ),
        "": (Cited("kernels", "scholkopf-smola", "ch. 2"), Cited("sigmoid", "lin-sigmoid")),
    },
)
