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
from pages.ui.controls.controls import dual_sidebar
from pages.ui.page.page_shell import run_page

run_page(
    dual_sidebar,
    {
        "gallery": gallery.show,
        "lift": feature_space.show,
        "gram": gram.show,
        "apart": decomposition.show,
        "norm": norm.show,
        "approximation": approximation.show,
        "choose": compare.show,
    },
    exports=lambda board: two_class_export(board.experiment),
)
