"""The views of the page Dual, one module each."""

from collections.abc import Callable

from pages.dual.panels import path, points, primal_vs_dual, smo
from pages.ui.session import Session

VIEWS: dict[str, Callable[[Session], None]] = {
    "points": points.show,
    "smo": smo.show,
    "path": path.show,
    "beside": primal_vs_dual.show,
}
