"""See what a kernel does: side by side, lifted up, as a matrix, and taken apart."""

from pages.kernels.panels import compare, decomposition, feature_space, gallery, gram
from pages.kernels.settings import KernelsView
from pages.ui.comparison import is_comparing, parts
from pages.ui.controls import dual_sidebar
from pages.ui.page_shell import run_page

VIEWS = {
    "gallery": gallery.show,
    "lift": feature_space.show,
    "gram": gram.show,
    "apart": decomposition.show,
    "choose": compare.show,
}

run_page(
    dual_sidebar,
    lambda session: VIEWS[session.value(KernelsView).kernels](session),
    parts=parts(),
    follows=is_comparing,
)
