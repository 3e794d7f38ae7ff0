"""The page Dual: multipliers, SMO, the path of C, primal and dual, the hulls."""

from pages.dual.settings import VIEWS, DualView, PathMoment, SmoMoment, SolverMoment
from pages.state.board.inspected import Inspected
from pages.state.link.codec import Entry
from pages.state.registry import Naming, Page
from pages.state.text.publications import Cited

PAGE = Page(
    "dual",
    "Dual",
    (
        Entry(DualView(), "i_"),
        Entry(Inspected(), "i_"),
        Entry(SmoMoment(), "i_smo_"),
        Entry(SolverMoment(), "i_solver_"),
        Entry(PathMoment(), "i_path_"),
    ),
    views=Naming(DualView, "dual", VIEWS),
    sources={
        "points": (Cited("KKT conditions", "boyd", "§5.5.3"),),
        "smo": (
            Cited("SMO", "platt-smo"),
            Cited("choice of the pair", "fan"),
            Cited("projected gradient", "dai"),
            Cited("interior point", "woodsend"),
            Cited("Newton", "chapelle"),
        ),
        "path": (Cited("regularisation path", "path"),),
        "beside": (
            Cited("duality gap", "boyd", "§5.5.1"),
            Cited("training in the primal", "chapelle"),
        ),
        "hulls": (Cited("reduced hulls", "bennett"),),
        "": (
            Cited("dual problem", "scholkopf-smola", "§7.3"),
            Cited("soft margin", "cortes-vapnik", "§3"),
            Cited("kernels", "scholkopf-smola", "ch. 2"),
        ),
    },
)
