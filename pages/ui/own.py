"""The visitor's own table: what was loaded, what is learnt from it, and what came of that.

One mutable object per browser session, as the desk is. Nothing takes the place of a table but one
that could be read.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import streamlit as st

from svmcore.table import Choice, Prepared, Table, TableError, prepare


@dataclass
class Own:
    """`choice` says what is learnt from `table`; both are None until a table was loaded."""

    table: Table | None = None
    choice: Choice | None = None

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


@lru_cache(maxsize=4)
def _prepared(table: Table, choice: Choice) -> Prepared:
    return prepare(table, choice)


def own() -> Own:
    """This session's table."""
    if "own" not in st.session_state:
        st.session_state["own"] = Own()
    kept: Own = st.session_state["own"]
    return kept
