"""The page ν: the share of points outside in place of C; one class."""

from pages.nu.model import NuSettings
from pages.state.link.codec import Entry
from pages.state.registry import Page
from pages.state.text.publications import Cited

PAGE = Page(
    "nu",
    "ν-SVM",
    (Entry(NuSettings(), "n_"),),
    trains=False,
    sources=(
        Cited("ν-SVM", "nu"),
        Cited("one class", "one-class"),
        Cited("one class", "scholkopf-smola", "ch. 8"),
        Cited("kernels", "scholkopf-smola", "ch. 2"),
    ),
)
