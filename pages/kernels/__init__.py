"""The page Kernels: side by side, in feature space, as a matrix, term by term."""

from pages.kernels.settings import VIEWS, KernelsView
from pages.state.codec import Entry
from pages.state.inspected import Inspected
from pages.state.registry import Naming, Page

PAGE = Page(
    "kernels",
    "Kernels",
    (Entry(KernelsView(), "i_"), Entry(Inspected(), "i_")),
    names=(Naming(KernelsView, "kernels", VIEWS),),
)
