"""The visitor's own data: read, chosen from, looked at on a plane, and put on the board."""

from svmcore.table.reading import paste, read_table
from svmcore.table.record import (
    MAX_BYTES,
    MAX_COLUMNS,
    MAX_ROWS,
    Column,
    Table,
    TableError,
)
from svmcore.table.writing import write_csv

__all__ = [
    "MAX_BYTES",
    "MAX_COLUMNS",
    "MAX_ROWS",
    "Column",
    "Table",
    "TableError",
    "paste",
    "read_table",
    "write_csv",
]
