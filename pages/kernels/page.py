"""See what a kernel does: side by side, lifted up, as a matrix, taken apart, approximated."""

from pages.export.two_class import two_class_export
from pages.kernels.panels import (
    approximation,
    compare,
    decomposition,
    feature_space,
    gallery,
    gram,
    norm,
)
from pages.kernels.settings import KernelsView
from pages.ui.controls import dual_sidebar
from pages.ui.page_shell import run_page
from pages.ui.visit import value

VIEWS = {
    "gallery": gallery.show,
    "lift": feature_space.show,
    "gram": gram.show,
    "apart": decomposition.show,
    "norm": norm.show,
    "approximation": approximation.show,
    "choose": compare.show,
}

run_page(
    dual_sidebar,
    lambda board: VIEWS[value(KernelsView).kernels](board),
    exports=lambda board: two_class_export(board.experiment),
)
