"""The page Playground: place points, choose a model, see it, and compare it with another one."""

from pages.state.registry import Page
from pages.state.text.publications import Cited

PAGE = Page(
    "playground",
    "Playground",
    sources=(
        Cited("optimal hyperplane", "boser", "§2"),
        Cited("soft margin", "cortes-vapnik", "§3"),
        Cited("kernels", "scholkopf-smola", "ch. 2"),
        Cited("duality gap", "boyd", "§5.5"),
    ),
)
