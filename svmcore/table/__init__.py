"""The visitor's own data: read, chosen from, looked at on a plane, and put on the board."""

from svmcore.table.boarding import powers, to_board
from svmcore.table.choosing import Choice, guess
from svmcore.table.editing import edited, to_frame
from svmcore.table.plane import Plane, column_plane, pca_plane, said
from svmcore.table.preparing import Prepared, prepare
from svmcore.table.reading import paste, read_table
from svmcore.table.real import REAL, real
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
    "REAL",
    "Choice",
    "Column",
    "Plane",
    "Prepared",
    "Table",
    "TableError",
    "column_plane",
    "edited",
    "guess",
    "paste",
    "pca_plane",
    "powers",
    "prepare",
    "read_table",
    "real",
    "said",
    "to_board",
    "to_frame",
    "write_csv",
]
