"""The page Capacity: which labellings of some points can be separated, and how many."""

from pages.capacity.settings import VIEWS, CapacityView, ShatteredPoints
from pages.state.link.codec import Entry
from pages.state.registry import Page, Views
from pages.state.text.publications import Cited

PAGE = Page(
    "capacity",
    "Capacity",
    (Entry(CapacityView(), "vc_"), Entry(ShatteredPoints(), "vc_")),
    views=Views(CapacityView, "view", VIEWS),
    sources=(Cited("shattering", "vapnik-chervonenkis"), Cited("Cover's count", "cover")),
)
