"""The page Mathematics: pictures with handles."""

from pages.mathematics.model.distances import DistancesPicture
from pages.mathematics.settings import START, MathematicsView, change_in_sight
from pages.state.codec import Entry
from pages.state.registry import Page

PAGE = Page(
    "mathematics",
    "Mathematics",
    (
        Entry(MathematicsView(), "ma_"),
        Entry(START["subgradient"], "ma_", order={"loss": -1}),  # it limits the place of the point
        Entry(START["convexity"], "ma_", order={"curve": -1}),  # it limits both ends
        Entry(START["lagrange"], "ma_"),
        Entry(START["plane"], "ma_", change_in_sight),
        Entry(START["distances"], "ma_", change_in_sight, normalise=DistancesPicture.in_sight),
        Entry(START["space"], "ma_"),
    ),
)
