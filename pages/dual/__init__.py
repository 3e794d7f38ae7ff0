"""The page Dual: multipliers, SMO, the path of C, primal and dual, the hulls."""

from pages.dual.settings import VIEWS, DualView, PathMoment, SmoMoment
from pages.state.codec import Entry
from pages.state.inspected import Inspected
from pages.state.registry import Naming, Page

PAGE = Page(
    "dual",
    "Dual",
    (
        Entry(DualView(), "i_"),
        Entry(Inspected(), "i_"),
        Entry(SmoMoment(), "i_smo_"),
        Entry(PathMoment(), "i_path_"),
    ),
    names=(Naming(DualView, "dual", VIEWS),),
)
