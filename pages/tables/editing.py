"""Tables in Streamlit's data editor: their cells, and the edits applied to them."""

import math
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from pages.tables.record import (
    MAX_ROWS,
    MISSING,
    Column,
    Table,
    TableError,
    column_of,
    number,
    shown,
    tidy,
)
from svmcore.arrays import read_only

_INDEX = "_index"  # Streamlit's name for the numbers at the left
_MAX_TEXT = 1000

Cell = float | str | None


def to_frame(table: Table) -> dict[str, list[Cell]]:
    """The cells by column name, as Streamlit's data editor and pandas.DataFrame take them."""
    return {column.name: column.cells for column in table.columns}


def edited(table: Table, edits: Mapping[str, Any]) -> Table:
    """Apply the edits of https://docs.streamlit.io/develop/api-reference/data/st.data_editor

    `edited_rows` is {row: {column: value}}, `deleted_rows` a list of rows, `added_rows` a list of
    {column: value}; rows count from 0 in the table as it was. Cells are changed first, then rows
    are deleted, then added, as Streamlit itself does. None is a missing value. A column of texts
    whose cells have all become numbers is one of numbers.

    Raises TableError if a row or a column is not there, a text stands among numbers, a number is
    infinite, or the table becomes empty or too long.
    """
    changes = _mapping(edits.get("edited_rows") or {})
    deleted = {_row(k, table) for k in _sequence(edits.get("deleted_rows") or ())}
    added = [_mapping(row) for row in _sequence(edits.get("added_rows") or ())]
    if len(table) - len(deleted) + len(added) > MAX_ROWS:
        raise TableError(f"A table can have {MAX_ROWS:,} rows at most.")
    if len(table) - len(deleted) + len(added) < 1:
        raise TableError("No row is left: a table needs one at least.")
    rows = [(_row(key, table), _mapping(cells)) for key, cells in changes.items()]
    rows += enumerate(added, start=len(table))
    new: dict[str, dict[int, object]] = {name: {} for name in table.names}
    for row, cells in rows:
        for name in cells.keys() - {_INDEX}:
            new[table.column(name).name][row] = cells[name]
    total = len(table) + len(added)
    keep = [k for k in range(total) if k not in deleted]
    columns = tuple(_changed(column, new[column.name], total, keep) for column in table.columns)
    return Table(table.title, columns, table.notes)


def _changed(column: Column, new: dict[int, object], total: int, keep: list[int]) -> Column:
    if not new and total == len(column.values):
        return _kept(column, keep)
    if column.words:
        texts = [str(cell or "") for cell in column.cells] + [""] * (total - len(column.values))
        for row, value in new.items():
            texts[row] = _text(value, row, column.name)
        return column_of(column.name, [texts[k] for k in keep])
    values = np.full(total, np.nan)
    values[: len(column.values)] = column.values
    for row, value in new.items():
        values[row] = _number(value, row, column.name)
    return Column(column.name, read_only(values[keep]))


def _kept(column: Column, rows: list[int]) -> Column:
    """Some rows of a column, with the texts that its numbers were made of."""
    if len(rows) == len(column.values):
        return column
    if column.words:
        cells = column.cells
        return column_of(column.name, [str(cells[k] or "") for k in rows])
    texts = None if column.texts is None else _kept(column.texts, rows)
    return replace(column, values=read_only(column.values[rows]), texts=texts)


def _number(value: object, row: int, name: str) -> float:
    where = f"Row {row + 1:,}, column {shown(name)}"
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return math.nan
    found = _typed_number(value, where) if isinstance(value, str) else None
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        # compared before it is converted: a whole number may have a thousand digits
        found = float(value) if abs(value) <= sys.float_info.max else math.inf
    if found is None:
        raise TableError(f"{where}: {shown(value)} is not a number.")
    if math.isinf(found):
        raise TableError(f"{where}: the number is too large.")
    return found


def _typed_number(text: str, where: str) -> float | None:
    """A number with a decimal point, or with a comma that cannot part thousands."""
    found = number(text, ",")
    if "," in text and found is not None and re.fullmatch(r"\s*[+-]?[1-9]\d{0,2},\d{3}\s*", text):
        raise TableError(
            f"{where}: {shown(text)} can be two numbers. Write a decimal point, or no comma."
        )
    return found


def _text(value: object, row: int, name: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, (str, int, float)):
        raise TableError(f"Row {row + 1:,}, column {shown(name)}: {shown(value)} is not a text.")
    text = tidy(str(value))
    if len(text) > _MAX_TEXT:
        raise TableError(
            f"Row {row + 1:,}, column {shown(name)}: at most {_MAX_TEXT:,} characters fit."
        )
    return "" if text.lower() in MISSING else text


def _row(key: object, table: Table) -> int:
    row = int(key) if isinstance(key, str) and key.isascii() and key.isdigit() else key
    if isinstance(row, bool) or not isinstance(row, int) or not 0 <= row < len(table):
        number = f"{row + 1:,}" if isinstance(row, int) else shown(row)
        raise TableError(f"There is no row {number} in a table of {len(table):,} rows.")
    return row


def _mapping(value: object) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping):
        raise TableError("An edit must say which cells it changes.")
    return value


def _sequence(value: object) -> Sequence[Any]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise TableError("An edit must list the rows it adds and deletes.")
    return value
