"""The page Data: a table of the visitor's own."""

from pages.state.codec import Entry
from pages.state.registry import Naming, Page
from pages.state.sources import Cited
from pages.state.table_settings import LEARN, TableSettings
from svmcore.datasets.table import REAL

SETS = {name: one.title for name, one in REAL.items()}
PAGE = Page(
    "data",
    "Data",
    (Entry(TableSettings(), "t_"),),
    names=(Naming(TableSettings, "real", SETS), Naming(TableSettings, "learn", LEARN)),
    shows=None,
    sources={
        "": (
            Cited("soft margin", "cortes-vapnik", "§3"),
            Cited("several classes", "hsu"),
            Cited("regression", "smola"),
            Cited("kernels", "scholkopf-smola", "ch. 2"),
        )
    },
)
