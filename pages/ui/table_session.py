"""The visitor's own table: what was loaded, what is learnt from it, and what came of that.

One mutable object per browser session, as the desk is. Nothing takes the place of a table but one
that could be read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import streamlit as st

from pages.state.table_run import TableRun
from pages.state.table_settings import TableSettings, choice_of
from pages.ui.session import value
from svmcore.datasets.table import ColumnChoice, Prepared, Table, TableError, prepare
from svmcore.grid import Extent

Left = tuple[
    Table | None, TableSettings
]  # the visitor's table, and what was chosen, when another came
DEPTH = 10  # tables that are kept: one may take 40 MB


@dataclass(kw_only=True)
class TableSession:
    """`choice` says what is learnt from `table`; both are None until a table was loaded.

    mine : the visitor's own table, as edited; kept while a real one is looked at. base : what the
    grid of cells was first drawn from, which its edits refer to; `version` counts the tables,
    `grids` the grids of one. past : what was there before each load, future : what there was
    before the way back was taken. made : the points, and what they were made of. wrong :
    sentences about what failed, by the place where they belong. whole : what came of training on
    all rows; last : the machine that was seen last. zoom : the visible box of a picture, and of
    which. boarded : where points were put, the notes on that, and which points they were. drawn :
    the table that the sidebar speaks of.
    """

    table: Table | None = None
    choice: ColumnChoice | None = None
    mine: Table | None = None
    base: Table | None = None
    version: int = 0
    grids: int = 0
    past: list[Left] = field(default_factory=list)
    future: list[Left] = field(default_factory=list)
    made: tuple[Table, ColumnChoice, Prepared] | None = None
    wrong: dict[str, str] = field(default_factory=dict)
    whole: TableRun | None = None
    last: TableRun | None = None
    zoom: tuple[str, Extent] | None = None
    boarded: tuple[str, tuple[str, ...], object] | None = None
    drawn: Table | None = None

    def sync(self) -> None:
        """The table that the words of the page ask for: a real one, or what the visitor brought."""
        lesson: TableSettings = value(TableSettings)
        try:
            wanted = lesson.table() or self.mine
        except TableError as error:
            self.wrong["real"] = str(error)
            wanted = self.table
        else:
            self.wrong.pop("real", None)
        if wanted is not self.table:
            self.put(wanted)
        self.choice = None if self.table is None else choice_of(self.table, lesson)

    def prepared(self) -> Prepared:
        """The table as points and classes: the same ones as long as both stay the same.

        A machine is known by its points. So they are kept here: what other sessions do must not
        end a training that is under way.

        Raises
        ------
        TableError
            If there is no table, or nothing can be learnt from it as it was chosen.
        """
        if self.table is None or self.choice is None:
            raise TableError("There is no table yet: load one on the page Data.")
        if self.made is None or self.made[0] is not self.table or self.made[1] != self.choice:
            self.made = (self.table, self.choice, _prepared(self.table, self.choice))
        return self.made[2]

    def put(self, table: Table | None) -> None:
        """Another table is looked at from now on."""
        self.table = self.base = table
        self.version += 1
        self.grids = 0
        self.boarded = None

    def leave(self, lesson: TableSettings) -> None:
        """Another table is about to come: remember the way back to this one."""
        self.past.append((self.mine, lesson))
        del self.past[:-DEPTH]
        self.future.clear()

    def begin_cells(self) -> None:
        """The grid begins anew, with the cells as they are now."""
        self.base = self.table
        self.grids += 1


@lru_cache(maxsize=4)
def _prepared(table: Table, choice: ColumnChoice) -> Prepared:
    return prepare(table, choice)


def own() -> TableSession:
    """This session's table."""
    if "own" not in st.session_state:
        st.session_state["own"] = TableSession()
    kept: TableSession = st.session_state["own"]
    return kept
