"""The page Dual: support vectors, the steps of SMO, the path of C, primal and dual."""

from pages.dual.panels import path, points, primal_vs_dual, smo
from pages.dual.settings import DualView
from pages.ui.comparison import is_comparing, parts
from pages.ui.controls import dual_sidebar
from pages.ui.page_shell import run_page

VIEWS = {
    "points": points.show,
    "smo": smo.show,
    "path": path.show,
    "beside": primal_vs_dual.show,
}

run_page(
    dual_sidebar,
    lambda session: VIEWS[session.value(DualView).dual](session),
    parts=parts(),
    follows=is_comparing,
)
