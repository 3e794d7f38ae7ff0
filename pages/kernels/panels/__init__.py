"""The views of the page Kernels, one module each."""

from collections.abc import Callable

from pages.kernels.panels import compare, decomposition, feature_space, gallery, gram
from pages.ui.session import Session

VIEWS: dict[str, Callable[[Session], None]] = {
    "gallery": gallery.show,
    "lift": feature_space.show,
    "gram": gram.show,
    "apart": decomposition.show,
    "choose": compare.show,
}
