"""The page Data: a table of the visitor's own."""

from pages.state.link.codec import Entry
from pages.state.link.own_table import PREFIX, OwnTable
from pages.state.registry import Naming, Page, Views
from pages.state.table.table_settings import LEARN, TABLES, VIEWS, TableSettings
from pages.state.text.publications import Cited
from pages.state.text.screen_title import table_model_words

PAGE = Page(
    "data",
    "Data",
    (Entry(TableSettings(), PREFIX), Entry(OwnTable(), PREFIX, kept=True)),
    views=Views(TableSettings, "view", VIEWS),
    names=(Naming(TableSettings, "real", TABLES), Naming(TableSettings, "learn", LEARN)),
    shows=None,
    of_table=True,
    subject=lambda words: (table_model_words(words),),
    sources=(
        Cited("soft margin", "cortes-vapnik", "§3"),
        Cited("several classes", "hsu"),
        Cited("regression", "smola"),
        Cited("kernels", "scholkopf-smola", "ch. 2"),
    ),
)
