"""Workbooks, Parquet and JSON as text tables, whose size is known before they are read.

Each becomes comma-separated text in memory, so that one reader decides what its cells are.
"""

import csv
import io
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from svmcore.datasets.table.record import (
    MAX_COLUMNS,
    TableError,
    few,
    kept_note,
    kept_rows,
    shown,
)

# 75 MB of sheets take 115 MB and 0.8 s to read, and 30 columns of 50,000 rows are as much
MAX_SHEETS = 80_000_000  # bytes of a workbook, unpacked
MAX_PARQUET_CELLS = 10_000_000  # 80 MB of numbers
_SCALARS = (str, int, float, bool, type(None))


class Text(NamedTuple):
    """A table as comma-separated text in UTF-8; `names` is empty if its header is to be found."""

    content: bytes
    names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def is_workbook(content: bytes) -> bool:
    """Whether this is an .xlsx file."""
    return content.startswith(b"PK\x03\x04") and b"xl/workbook.xml" in content


def sheets(content: bytes) -> tuple[str, ...]:
    """The names of the sheets of a workbook that hold anything.

    Raises TableError if it is damaged, too large, or there is no reader for it.
    """
    return _names(_workbook(content))


def _names(book: Any) -> tuple[str, ...]:
    return tuple(
        one.name
        for one in book.sheets_metadata
        if "WorkSheet" in str(one.typ) and "Visible" in str(one.visible)
    ) or tuple(book.sheet_names)


def workbook_text(content: bytes, sheet: str = "") -> Text:
    """One sheet of a workbook, the first by default: of formulas the values kept in the file.

    Raises TableError as `sheets` does, or if the sheet is empty, absent or too wide.
    """
    book = _workbook(content)
    known = _names(book)
    if sheet and sheet not in known:
        raise TableError(f"There is no sheet named {shown(sheet)}.")
    name = sheet or known[0]
    try:
        found = book.get_sheet_by_name(name)
    except Exception:  # its own errors, of many kinds, for whatever may be damaged
        raise TableError(_DAMAGED) from None
    high, wide = found.height, found.width
    if not high or not wide:
        raise TableError(f"The sheet {shown(name)} is empty.")
    _refuse_wide(wide)
    notes = []
    if len(known) > 1:
        notes.append(f"Sheet {shown(name)} of {len(known)} was read.")
    keep = kept_rows(high, wide)
    rows = found.iter_rows()
    if keep is not None:
        keep[0] = True  # names
        rows = (row for row, kept in zip(rows, keep, strict=False) if kept)
        notes.append(kept_note(high, wide))
    merged = getattr(found, "merged_cell_ranges", None)
    if merged:
        many = "1 group" if len(merged) == 1 else f"{len(merged):,} groups"
        notes.append(f"{many} of merged cells: the value counts for the first cell only.")
    return Text(_written(rows), (), tuple(notes))


_DAMAGED = "The workbook cannot be read: save the sheet as CSV first."


def _workbook(content: bytes) -> Any:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            large = sum(part.file_size for part in archive.infolist())
            if large > MAX_SHEETS:
                raise TableError(
                    f"The workbook holds {large / 1e6:,.0f} MB when unpacked, more than "
                    f"{MAX_SHEETS // 10**6}: save the sheet as CSV first."
                )
            whole = archive.testzip() is None  # no part holds more than it says
    except TableError:
        raise
    except (zipfile.BadZipFile, zlib.error, ValueError, OSError, EOFError, RuntimeError):
        raise TableError(_DAMAGED) from None
    if not whole:
        raise TableError(_DAMAGED)
    try:
        from python_calamine import CalamineWorkbook
    except ImportError:
        raise TableError("This is an Excel workbook: save the sheet as CSV first.") from None
    try:
        return CalamineWorkbook.from_filelike(io.BytesIO(content))
    except Exception:
        raise TableError(_DAMAGED) from None


def parquet_text(content: bytes) -> Text:
    """A Parquet file; a group of values in a cell is flattened once, a list is left out.

    Raises TableError if it is damaged or has too many cells, by what it says of itself.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(pa.BufferReader(content))
        high, wide = file.metadata.num_rows, file.metadata.num_columns
    except (pa.ArrowException, OSError, ValueError):
        raise TableError("The Parquet file cannot be read: it may be incomplete.") from None
    _refuse_wide(wide)
    unpacked = sum(
        file.metadata.row_group(k).total_byte_size for k in range(file.metadata.num_row_groups)
    )
    if high * wide > MAX_PARQUET_CELLS or unpacked > MAX_SHEETS * 2:
        raise TableError(
            f"The Parquet file holds {high:,} rows of {wide:,} columns: at most "
            f"{MAX_PARQUET_CELLS:,} cells and {MAX_SHEETS * 2 // 10**6} MB can be read."
        )
    try:
        table = file.read(use_threads=False).flatten()
    except (pa.ArrowException, OSError, ValueError, NotImplementedError):
        raise TableError("The Parquet file cannot be read: it may be incomplete.") from None
    nested = [f.name for f in table.schema if pa.types.is_nested(f.type)]
    table = table.drop_columns(nested)
    names = [name for name in table.column_names if not name.startswith("__index_level_")]
    if not names or not high:
        raise TableError("The Parquet file holds no values.")
    table = table.select(names)
    notes = list(few([_nested(name) for name in nested]))
    keep = kept_rows(high, len(names))
    if keep is not None:
        table = table.take(np.flatnonzero(keep))
        notes.append(kept_note(high, len(names)))
    columns = [_plain(column) for column in table.columns]
    return Text(_written([names, *zip(*columns, strict=True)]), tuple(names), tuple(notes))


def _plain(column: Any) -> list[Any]:
    """The values of an Arrow column: whole nanoseconds to seconds, bytes to text."""
    import pyarrow as pa

    if pa.types.is_timestamp(column.type):
        column = column.cast(pa.timestamp("ms"), safe=False)
    cells: list[Any] = column.to_pylist()
    return cells


def _nested(name: str) -> str:
    return f"Column {shown(name)} holds lists or groups of values and was left out."


def records_text(rows: Sequence[dict[str, Any]]) -> Text:
    """Objects of a JSON file, one a row; an object within is flattened once.

    Raises TableError if there is none, or too many columns.
    """
    total = len(rows)
    names: dict[str, None] = {}
    nested: dict[str, None] = {}
    flat = []
    for row in rows:
        cells: dict[str, Any] = {}
        for name, value in row.items():
            if isinstance(value, dict):
                cells |= {f"{name}.{inner}": each for inner, each in value.items()}
            else:
                cells[name] = value
        for name, value in cells.items():
            if name not in names:
                names[name] = None
                _refuse_wide(len(names))
            if not isinstance(value, _SCALARS):
                nested[name] = None
        flat.append(cells)
    kept = [name for name in names if name not in nested]
    if not kept:
        raise TableError("The JSON file holds no table of numbers or texts.")
    notes = list(few([_nested(name) for name in nested]))
    keep = kept_rows(total, len(kept))
    if keep is not None:
        flat = [cells for cells, take in zip(flat, keep, strict=True) if take]
        notes.append(kept_note(total, len(kept)))
    lines = ([cells.get(name) for name in kept] for cells in flat)
    return Text(_written([kept, *lines]), tuple(kept), tuple(notes))


def _refuse_wide(wide: int) -> None:
    if wide > MAX_COLUMNS:
        raise TableError(f"The table has {wide:,} columns: at most {MAX_COLUMNS} can be read.")


def _written(rows: Iterable[Iterable[Any]]) -> bytes:
    """Rows as text, one a line; texts in quotation marks, as one with # would be a comment."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    for row in rows:
        writer.writerow([_cell(value) for value in row])
        if text.tell() > 4 * MAX_SHEETS:
            raise TableError("The table holds too much text: save fewer columns.")
    return text.getvalue().encode("utf-8", "replace")


def _cell(value: Any) -> str | float | int:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, int) or (isinstance(value, float) and not value.is_integer()):
        return value
    if isinstance(value, float):
        return int(value) if abs(value) < 1e15 else value
    if hasattr(value, "isoformat"):
        return _moment(value.isoformat())
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    return " ".join(text.split())


def _moment(text: str) -> str:
    """A date without a time of day where that is midnight."""
    return text.removesuffix("T00:00:00")
