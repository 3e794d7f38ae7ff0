"""The visitor's own table: what was loaded, what is learnt from it, and what came of that.

One mutable object per browser session, as the desk is. Nothing takes the place of a table but one
that could be read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import streamlit as st

from svmcore.grid import Extent
from svmcore.table import Choice, Prepared, Table, TableError, prepare
from svmcore.table_job import Job
from svmcore.table_lesson import Lesson
from svmcore.table_run import TableRun


@dataclass
class Own:
    """`choice` says what is learnt from `table`; both are None until a table was loaded.

    mine : the visitor's own table, as edited; kept while a real one is looked at. base : what the
    grid of cells was first drawn from, which its edits refer to; `version` counts these. past :
    what was there before each load. wrong : sentences about what failed, by the place where they
    belong. job : long training; whole : what came of it; last : the machine that was seen last.
    zoom : the visible box of a picture, and of which. boarded : where points were put, and the
    notes on that. drawn : the table that the sidebar speaks of.
    """

    table: Table | None = None
    choice: Choice | None = None
    mine: Table | None = None
    base: Table | None = None
    version: int = 0
    past: list[tuple[Table | None, Lesson]] = field(default_factory=list)
    wrong: dict[str, str] = field(default_factory=dict)
    job: Job | None = None
    whole: TableRun | None = None
    last: TableRun | None = None
    zoom: tuple[str, Extent] | None = None
    boarded: tuple[str, tuple[str, ...]] | None = None
    drawn: Table | None = None

    def prepared(self) -> Prepared:
        """The table as points and classes.

        Raises
        ------
        TableError
            If there is no table, or nothing can be learnt from it as it was chosen.
        """
        if self.table is None or self.choice is None:
            raise TableError("There is no table yet: load one on the page Data.")
        return _prepared(self.table, self.choice)

    def put(self, table: Table | None) -> None:
        """Another table is looked at from now on."""
        self.table = self.base = table
        self.version += 1
        self.boarded = None


@lru_cache(maxsize=4)
def _prepared(table: Table, choice: Choice) -> Prepared:
    return prepare(table, choice)


def own() -> Own:
    """This session's table."""
    if "own" not in st.session_state:
        st.session_state["own"] = Own()
    kept: Own = st.session_state["own"]
    return kept
