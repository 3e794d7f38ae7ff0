"""Parquet files and objects of JSON as text tables, whose size is known before they are read.

Each becomes comma-separated text in memory, so that one reader decides what its cells are.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from pages.tables.record import TableError, few, kept_note, kept_rows, shown
from pages.tables.written import Text, refuse_large, refuse_wide, written

MAX_UNPACKED = 160_000_000  # bytes of a Parquet file
MAX_NAME = 1_000  # characters of a name that is written before others
_SCALARS = (str, int, float, bool, type(None))


def parquet_text(content: bytes) -> Text:
    """A Parquet file; a group of values in a cell is flattened once, a list is left out.

    Raises TableError if it is damaged or has too many cells, by what it says of itself.
    """
    import pyarrow as pa

    try:
        return _parquet(content)
    except (pa.ArrowException, OSError, UnicodeDecodeError):
        raise TableError("The Parquet file cannot be read: it may be incomplete.") from None


def _parquet(content: bytes) -> Text:
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = pq.ParquetFile(pa.BufferReader(content))
    high, wide = file.metadata.num_rows, file.metadata.num_columns
    refuse_wide(wide)
    unpacked = sum(
        file.metadata.row_group(k).total_byte_size for k in range(file.metadata.num_row_groups)
    )
    refuse_large(high, wide)
    if unpacked > MAX_UNPACKED:
        raise TableError(
            f"The Parquet file holds {unpacked / 1e6:,.0f} MB when unpacked, more than "
            f"{MAX_UNPACKED // 10**6}: save fewer columns or rows."
        )
    table = file.read(use_threads=False).flatten()
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
    return Text(written([names, *zip(*columns, strict=True)]), tuple(names), tuple(notes))


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
    for row in rows:
        for name, value in _cells(row):
            if name not in names:
                names[name] = None
                refuse_wide(len(names))
            if not isinstance(value, _SCALARS):
                nested[name] = None
    kept = [name for name in names if name not in nested]
    if not kept:
        raise TableError("The JSON file holds no table of numbers or texts.")
    notes = list(few([_nested(name) for name in nested]))
    keep = kept_rows(total, len(kept))
    if keep is not None:
        rows = [row for row, take in zip(rows, keep, strict=True) if take]
        notes.append(kept_note(total, len(kept)))
    flat = (dict(_cells(row)) for row in rows)
    lines = ([cells.get(name) for name in kept] for cells in flat)
    return Text(written(chain([kept], lines)), tuple(kept), tuple(notes))


def _cells(row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The names and values of an object; those of one within it by both names."""
    for name, value in row.items():
        if not isinstance(value, dict):
            yield name, value
            continue
        if len(name) > MAX_NAME:
            raise TableError(f"The JSON file has a name of more than {MAX_NAME:,} characters.")
        for inner, each in value.items():
            yield f"{name}.{inner}", each
