"""The table itself: its cells, which can be changed, and the way out as a file."""

import math
from pathlib import PurePath

import numpy as np
import pandas as pd
import streamlit as st

from pages.data.panels.source import change_cells, complaint
from pages.data.text import DOWNLOAD_LABEL, GRID_HELP, table_text
from pages.export.notebook import neutral_table
from pages.export.program_text import file_stem
from pages.export.report import ReportGrid, grid_table
from pages.plots.layout_sizes import EDITOR
from pages.state.link.own_table import WORD
from pages.state.text.markdown import unmarked
from pages.tables.editing import to_frame
from pages.tables.reading import write_csv
from pages.tables.record import Column, Table
from pages.ui.link import address_bar
from pages.ui.server.observed import callback
from pages.ui.table.visitor_table import VisitorTable, own

EDITABLE = 500  # rows of the grid: 10 ms and 50 kB for 11 columns; 5,000 rows take ten times that
TEXT = 1_000_000  # characters of the texts in the grid: a message has 10 MB at most
NUMBERS = st.column_config.TextColumn(alignment="right")


def show() -> None:
    """The grid, and the table as a file."""
    here = own()
    if _key(here) not in st.session_state:
        # it was not on the screen: Streamlit has forgotten its edits, which are in the table
        here.wrong.pop("cells", None)
        if here.base is not here.table:
            here.begin_cells()
    base, table = here.base, here.table
    if base is None or table is None:
        return
    head, key = _head(base), _key(here)
    st.data_editor(
        # rows count from 1, as in what is said of them; edits name them by their places
        pd.DataFrame(_texts(head), index=pd.RangeIndex(1, len(head) + 1)),
        key=key,
        num_rows="dynamic",
        height=EDITOR,
        hide_index=False,
        # texts to the editor, but numbers to the eye
        column_config={c.name: NUMBERS for c in head.columns if not c.words},
        on_change=callback(lambda: change_cells(dict(st.session_state[key]))),
    )
    complaint("cells")
    shown = len(head) if len(head) < len(base) else None
    mine = table is here.mine
    text = table_text(table, head=shown, mine=mine, in_link=mine and WORD in address_bar.words())
    st.caption(unmarked(text), help=GRID_HELP)
    if table.notes:
        st.caption(unmarked(" ".join(table.notes)))
    st.download_button(
        DOWNLOAD_LABEL,
        lambda: write_csv(neutral_table(own().table or table)),
        file_name=f"{file_stem('table', PurePath(table.title).stem)}.csv",
        mime="text/csv",
        key="t_csv",
        on_click="ignore",
    )


def reported() -> ReportGrid | None:
    """The cells as they are now, for a report."""
    table = own().table
    return None if table is None else grid_table(table.title, len(table), _texts(_head(table)))


def _texts(table: Table) -> dict[str, list[str | None]]:
    """The cells as texts: a grid of numbers drops a comma, and 2,7 would be 27."""
    return {
        name: [f"{c:.15g}" if isinstance(c, float) else c for c in cells]
        for name, cells in to_frame(table).items()
    }


def _key(here: VisitorTable) -> str:
    return f"t_cells{here.version}_{here.grids}"


def _head(table: Table) -> Table:
    """The first rows, which keep all their words: a cell may be given any of them."""
    rows = min(len(table), EDITABLE)
    length = np.zeros(rows)
    for column in table.columns:
        if column.words:
            cells = column.values[:rows].tolist()
            length += [0 if math.isnan(c) else len(column.words[int(c)]) for c in cells]
    rows = min(rows, max(1, int((length.cumsum() <= TEXT).sum())))
    if rows == len(table):
        return table
    columns = tuple(Column(c.name, c.values[:rows], c.words) for c in table.columns)
    return Table(table.title, columns, table.notes)
