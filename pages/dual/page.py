"""The page Dual: support vectors, the steps of SMO, the path of C, primal and dual, the hulls."""

from pages.dual.export import dual_export
from pages.dual.figures.hulls import LAYERS
from pages.dual.panels import hulls, path, points, primal_vs_dual, smo
from pages.dual.settings import DualView
from pages.ui.board.comparison import is_comparing, parts
from pages.ui.controls.controls import dual_sidebar
from pages.ui.page.page_shell import run_page
from pages.ui.page.views import View
from pages.ui.visit.visit import value

VIEWS = {
    "points": View(points.show, parts=parts()),
    "smo": View(smo.show, parts=parts()),
    "path": View(path.show, parts=parts()),
    "beside": View(primal_vs_dual.show, parts=parts()),
    "hulls": View(hulls.show, LAYERS, parts=parts()),
}

run_page(
    dual_sidebar,
    VIEWS,
    follows=is_comparing,
    exports=lambda board: dual_export(board.experiment, value(DualView)),
)
