"""The page Dual: multipliers, solvers, the path of C, primal and dual, the hulls."""

from pages.dual.settings import VIEWS, DualView, PathMoment, SmoMoment, SolverMoment
from pages.state.board.inspected import Inspected
from pages.state.link.codec import Entry
from pages.state.registry import Page, Views
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
    views=Views(DualView, "dual", VIEWS),
    sources=(
        Cited("dual problem", "scholkopf-smola", "§7.3"),
        Cited("soft margin", "cortes-vapnik", "§3"),
        Cited("kernels", "scholkopf-smola", "ch. 2"),
    ),
)
