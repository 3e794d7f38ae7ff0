"""The table itself: its cells, which can be changed, and the way out as a file."""

import pandas as pd
import streamlit as st

from pages.data.panels.source import change_cells, complaint
from pages.ui.display import unmarked
from pages.ui.table_session import TableSession, own
from svmcore.datasets.table import Table, to_frame, write_csv
from svmcore.datasets.table.record import Column

EDITABLE = 500  # rows of the grid: 10 ms and 50 kB for 11 columns; 5,000 rows take ten times that


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
        pd.DataFrame(to_frame(head), index=pd.RangeIndex(1, len(head) + 1)),
        key=key,
        num_rows="dynamic",
        height=440,
        hide_index=False,
        on_change=lambda: change_cells(dict(st.session_state[key])),
    )
    complaint("cells")
    rows, width = len(table), len(table.columns)
    text = f"{table.title}: {rows:,} rows, {width} columns."
    if len(base) > EDITABLE:
        text += f" The grid shows the first {EDITABLE} rows; new ones are put at the end of all."
    if table is here.mine:
        text += " It is kept as long as this tab is open and not reloaded."
    st.caption(
        unmarked(text),
        help="Click on a cell to change it. Rows can be added below, and deleted once they are "
        "ticked. The model is trained again after each change.",
    )
    if table.notes:
        st.caption(unmarked(" ".join(table.notes)))
    st.download_button(
        "Download as CSV",
        lambda: write_csv(own().table or table),
        file_name="table.csv",
        mime="text/csv",
        key="t_csv",
        on_click="ignore",
    )


def _key(here: TableSession) -> str:
    return f"t_cells{here.version}_{here.grids}"


def _head(table: Table) -> Table:
    """The first rows, which keep all their words: a cell may be given any of them."""
    if len(table) <= EDITABLE:
        return table
    columns = tuple(Column(c.name, c.values[:EDITABLE], c.words) for c in table.columns)
    return Table(table.title, columns, table.notes)
