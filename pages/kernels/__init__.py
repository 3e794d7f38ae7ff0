"""The page Kernels: side by side, in feature space, as a matrix, term by term."""

from pages.kernels.settings import KernelsView
from pages.state.codec import Entry
from pages.state.inspected import Inspected
from pages.state.registry import Page

PAGE = Page("kernels", "Kernels", (Entry(KernelsView(), "i_"), Entry(Inspected(), "i_")))
