"""The page Dual: support vectors, the steps of SMO, the path of C, primal and dual, the hulls."""

from pages.dual.export import dual_export
from pages.dual.figures.hulls import LAYERS
from pages.dual.panels import hulls, path, points, primal_vs_dual, smo
from pages.dual.settings import DualView
from pages.state.layers import DECISION_LAYERS
from pages.ui.comparison import is_comparing, parts
from pages.ui.controls import dual_sidebar
from pages.ui.page_shell import run_page
from pages.ui.visit import value

VIEWS = {
    "points": points.show,
    "smo": smo.show,
    "path": path.show,
    "beside": primal_vs_dual.show,
    "hulls": hulls.show,
}


def view() -> str:
    """The chosen view."""
    return value(DualView).dual


run_page(
    dual_sidebar,
    lambda board: VIEWS[view()](board),
    layers=LAYERS if view() == "hulls" else DECISION_LAYERS,
    parts=parts(),
    follows=lambda: (view(), is_comparing()),
    exports=lambda board: dual_export(board.experiment, value(DualView)),
)
