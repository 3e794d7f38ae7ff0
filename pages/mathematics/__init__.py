"""The page Mathematics: pictures with handles."""

from pages.mathematics.settings import START, TITLES, MathematicsView, change_plane
from pages.state.codec import Entry
from pages.state.registry import Naming, Page

PAGE = Page(
    "mathematics",
    "Mathematics",
    (
        Entry(MathematicsView(), "ma_"),
        Entry(START["subgradient"], "ma_", order={"loss": -1}),  # it limits the place of the point
        Entry(START["lagrange"], "ma_"),
        Entry(START["plane"], "ma_", change_plane),
    ),
    names=(Naming(MathematicsView, "picture", TITLES),),
    shows=None,
)
