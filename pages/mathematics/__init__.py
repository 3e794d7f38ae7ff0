"""The page Mathematics: pictures with handles."""

from pages.mathematics.model.distances import DistancesPicture
from pages.mathematics.settings import START, TITLES, MathematicsView, change_in_sight
from pages.state.link.codec import Entry
from pages.state.registry import Naming, Page
from pages.state.screen.view import View
from pages.state.text.publications import Cited

SOURCES = {
    "subgradient": (
        Cited("subgradients", "rockafellar", "§23"),
        Cited("subgradients", "understanding", "§14.2"),
    ),
    "convexity": (
        Cited("convex functions", "boyd", "§3.1.1"),
        Cited("convex functions", "understanding", "§12.1"),
    ),
    "distances": (Cited("distances", "scholkopf-smola", "§7.1"),),
    "space": (Cited("hyperplanes", "scholkopf-smola", "§7.1"),),
    "lagrange": (
        Cited("Lagrange multipliers", "boyd", "§5.5.3"),
        Cited("Lagrange multipliers", "bishop", "appendix E"),
    ),
    "plane": (
        Cited("hyperplanes", "scholkopf-smola", "§7.1"),
        Cited("hyperplanes", "bishop", "§4.1.1"),
    ),
}
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
    names=(Naming(MathematicsView, "picture", TITLES, SOURCES),),
    views=View(layers=(), parts=("sentence", "cards", "controls")),
    shows=None,
    detail=False,
)
