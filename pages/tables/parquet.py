"""Parquet files, whose size is known before they are read."""

from typing import Any

from pages.tables.raw import RawTable, from_columns, refuse_large
from pages.tables.record import (
    TableError,
    few,
    kept_note,
    kept_rows,
    nested_note,
    refuse_wide,
)

MAX_UNPACKED = 160_000_000  # bytes of a Parquet file


def parquet_table(content: bytes) -> RawTable:
    """A Parquet file; a group of values in a cell is flattened once, a list is left out.

    Raises TableError if it is damaged or has too many cells, by what it says of itself.
    """
    import pyarrow as pa

    try:
        return _parquet(content)
    except (pa.ArrowException, OSError, UnicodeDecodeError):
        raise TableError("The Parquet file cannot be read: it may be incomplete.") from None


def _parquet(content: bytes) -> RawTable:
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
    notes = [*few(list(map(nested_note, nested)))]
    table = table.select(names)
    if (kept := kept_rows(high, len(names))) is not None:  # before the cells become texts
        table = table.take(pa.array(kept))
        notes.append(kept_note(high, len(names)))
    return from_columns(names, map(_values, table.columns), *notes)


def _values(column: Any) -> Any:
    """The values of an Arrow column; of moments, whole nanoseconds are cut to milliseconds."""
    import pyarrow as pa

    if pa.types.is_timestamp(column.type):
        column = column.cast(pa.timestamp("ms"), safe=False)
    return column.to_pylist()
