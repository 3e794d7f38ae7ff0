"""The page Kernels: side by side, in feature space, as a matrix, term by term, approximated."""

from pages.kernels.settings import VIEWS, ApproximationSettings, KernelsView, NormSettings
from pages.state.codec import Entry
from pages.state.inspected import Inspected
from pages.state.registry import Naming, Page

VALUES = (KernelsView(), Inspected(), ApproximationSettings(), NormSettings())
PAGE = Page(
    "kernels",
    "Kernels",
    tuple(Entry(value, "i_") for value in VALUES),
    names=(Naming(KernelsView, "kernels", VIEWS),),
)
