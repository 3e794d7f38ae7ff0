"""The table of a visitor: what was loaded, the columns in use, and the models trained on it.

One mutable object for each visit. Only a table that could be read replaces another. How much
of it is kept: `table_bytes.py`.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar
from weakref import ReferenceType, WeakValueDictionary

from pages.datasets.limits import Extent
from pages.state.link.own_table import OwnTable, packed, unpacked
from pages.state.table.table_run import TableRun
from pages.state.table.table_settings import MINE, TableSettings, choice_of, fresh
from pages.tables.columns import ColumnChoice
from pages.tables.prepared import Prepared
from pages.tables.preparing import prepare
from pages.tables.record import Table, TableError
from pages.ui.server.stored import StoredBytes
from pages.ui.streamlit_internals import connection
from pages.ui.visit.visit import remembered, store, value

T = TypeVar("T")
_prepared = lru_cache(maxsize=4)(prepare)  # of real tables; a visitor's own goes with its visit
DEPTH = 10  # tables that are kept: one may take 40 MB
NONE_YET = "There is no table yet: load one on the page Data."
GIVEN_BACK = (
    "Your table was removed to free memory for other visitors: load its file again on "
    "the page Data."
)


class Left(NamedTuple):
    """The state to return to: the visitor's own table, and the settings; and since when."""

    mine: Table | None
    settings: TableSettings
    since: float


class Made(NamedTuple):
    """Prepared points, and the table and columns they come from."""

    table: Table
    choice: ColumnChoice
    prepared: Prepared


class Zoom(NamedTuple):
    """The visible box of a picture; `revision` names the picture."""

    revision: str
    box: Extent


class Boarded(NamedTuple):
    """Points that were put on a board; `points` says which ones they were."""

    board: str
    notes: tuple[str, ...]
    points: object


class Workbook(NamedTuple):
    """An Excel file of several sheets; `table`, as long as it is there, was read from `sheet`."""

    content: StoredBytes
    name: str
    sheets: tuple[str, ...]
    sheet: str
    table: ReferenceType[Table]


@dataclass(kw_only=True, eq=False)
class VisitorTable:
    """The table of a visit, and what came of it.

    table, choice : the table that is looked at and what is learnt from it; None until one is loaded
    mine : the visitor's own table, as edited; kept while a real one is looked at
    cells : what a link holds of `mine`
    base : what the grid of cells was first drawn from, which its edits refer to
    version, grids : numbers of the tables so far, and of the grids of this one
    past, future : what was there before each load, and before each way back
    made : the points of `table` and `choice`
    wrong : sentences about what failed, by the place where they belong
    larger : the model of the most rows that were waited for
    last : the model that was seen last
    zoom : what is visible of the picture
    boarded : what was put on a board last
    drawn : the table that the sidebar speaks of
    workbook : the file that the table was a sheet of, where it has others
    kept : what was made last, by its name, and what it was made of
    seen, connected : when a script asked for it last, and whether the browser is connected
    lost : whether the visitor's own table was given back
    forgotten : how many tables were given back that the visitor could have returned to
    """

    table: Table | None = None
    choice: ColumnChoice | None = None
    mine: Table | None = None
    cells: str = ""
    base: Table | None = None
    version: int = 0
    grids: int = 0
    past: list[Left] = field(default_factory=list)
    future: list[Left] = field(default_factory=list)
    made: Made | None = None
    wrong: dict[str, str] = field(default_factory=dict)
    larger: TableRun | None = None
    last: TableRun | None = None
    zoom: Zoom | None = None
    boarded: Boarded | None = None
    drawn: Table | None = None
    workbook: Workbook | None = None
    kept: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    seen: float = field(default_factory=time.monotonic)
    connected: Callable[[], bool] = field(default_factory=connection)
    lost: bool = False
    forgotten: int = 0

    def __post_init__(self) -> None:
        _all[id(self)] = self

    def once(self, name: str, of: Any, make: Callable[[], T]) -> T:
        """What `make` makes of `of`, the same as last time where `of` is equal."""
        if name not in self.kept or self.kept[name][0] != of:
            self.kept.pop(name, None)
            self.kept[name] = of, make()
        found: T = self.kept[name][1]
        return found

    def take(self, table: Table | None) -> None:
        """Make this the visitor's own table, which the link holds from now on."""
        self.mine, self.cells = table, "" if table is None else packed(table)
        store(OwnTable(self.cells))

    def _take_from_link(self, settings: TableSettings) -> None:
        """Make the table of a link that was opened the visitor's own; the way back is kept."""
        cells = value(OwnTable).cells
        if settings.real != MINE or cells in ("", self.cells):
            return
        if self.mine is not None:
            self.leave(fresh(settings, MINE))
        self.mine, self.cells, self.lost = unpacked(cells), cells, False

    def sync(self) -> None:
        """The table that the words of the page ask for: a real one, or what the visitor brought."""
        settings: TableSettings = value(TableSettings)
        self._take_from_link(settings)
        try:
            wanted = settings.table() or self.mine
        except TableError as error:
            self.wrong["real"] = str(error)
            wanted = self.table
        else:
            self.wrong.pop("real", None)
        if wanted is not self.table:
            self.store(wanted)
        self.choice = None if self.table is None else choice_of(self.table, settings)

    def prepared(self) -> Prepared:
        """The table as points and classes: the same ones as long as both stay the same.

        A model is known by its points. So they are kept here: what other visitors do must not
        end a training that is under way.

        Raises TableError if there is no table, or nothing can be learnt from it as it was chosen.
        """
        if self.table is None or self.choice is None:
            raise TableError(GIVEN_BACK if self.lost else NONE_YET)
        if (
            self.made is None
            or self.made.table is not self.table
            or self.made.choice != self.choice
        ):
            mine = value(TableSettings).real == MINE
            prepared = (prepare if mine else _prepared)(self.table, self.choice)
            self.made = Made(self.table, self.choice, prepared)
        return self.made.prepared

    def store(self, table: Table | None) -> None:
        """Show another table."""
        self.table = self.base = table
        self.version += 1
        self.grids = 0
        self.boarded = None

    def left(self, settings: TableSettings) -> Left:
        """The present state, to be returned to."""
        return Left(self.mine, settings, time.monotonic())

    def leave(self, settings: TableSettings) -> None:
        """Remember the present table before another one is loaded."""
        self.past.append(self.left(settings))
        del self.past[:-DEPTH]
        self.future.clear()
        self.lost, self.forgotten = False, 0

    def begin_cells(self) -> None:
        """The grid begins anew, with the cells as they are now."""
        self.base = self.table
        self.grids += 1


def own() -> VisitorTable:
    """This visitor's table."""
    table = remembered(VisitorTable)
    table.seen = time.monotonic()
    return table


def all_tables() -> list[VisitorTable]:
    """Those of all visitors."""
    return [one for ref in _all.valuerefs() if (one := ref()) is not None]


_all: WeakValueDictionary[int, VisitorTable] = WeakValueDictionary()
