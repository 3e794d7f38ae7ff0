"""The page Dual: support vectors, steps of a solver, the path of C, primal and dual, hulls."""

from dataclasses import replace

from pages.dual.export import dual_export
from pages.dual.panels import hulls, path, points, primal_vs_dual, smo
from pages.dual.settings import DualView
from pages.ui.board.comparison import is_comparing, parts
from pages.ui.controls.controls import dual_sidebar
from pages.ui.page.page_shell import run_page
from pages.ui.visit.visit import value

run_page(
    dual_sidebar,
    {
        "points": points.show,
        "smo": smo.show,
        "path": path.show,
        "beside": primal_vs_dual.show,
        "hulls": hulls.show,
    },
    follows=is_comparing,
    adapted=lambda view: replace(view, parts=parts()),
    exports=lambda board: dual_export(board.experiment, value(DualView)),
)
