"""Tables of the visitor's own data: reading, choice of columns, preparation, planes to view."""

from svmcore.datasets.table.columns import ColumnChoice, guess
from svmcore.datasets.table.editing import edited, to_frame
from svmcore.datasets.table.plane import DataPlane, column_plane, pca_plane
from svmcore.datasets.table.prepared import Prepared
from svmcore.datasets.table.preparing import prepare
from svmcore.datasets.table.reading import paste, read_table, write_csv
from svmcore.datasets.table.real import REAL, real
from svmcore.datasets.table.record import (
    MAX_BYTES,
    MAX_COLUMNS,
    MAX_ROWS,
    Column,
    Table,
    TableError,
)

__all__ = [
    "MAX_BYTES",
    "MAX_COLUMNS",
    "MAX_ROWS",
    "REAL",
    "Column",
    "ColumnChoice",
    "DataPlane",
    "Prepared",
    "Table",
    "TableError",
    "column_plane",
    "edited",
    "guess",
    "paste",
    "pca_plane",
    "prepare",
    "read_table",
    "real",
    "to_frame",
    "write_csv",
]
