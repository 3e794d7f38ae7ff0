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
from pages.ui.page.views import View

VIEWS = {
    "gallery": View(gallery.show),
    "lift": View(feature_space.show),
    "gram": View(gram.show),
    "apart": View(decomposition.show),
    "norm": View(norm.show),
    "approximation": View(approximation.show),
    "choose": View(compare.show),
}

run_page(
    dual_sidebar,
    VIEWS,
    exports=lambda board: two_class_export(board.experiment),
)
