"""Tables of the visitor's own data: reading, choice of columns, preparation, planes to view."""

from pages.tables.columns import ColumnChoice, guess
from pages.tables.editing import edited, to_frame
from pages.tables.plane import DataPlane, column_plane, pca_plane
from pages.tables.prepared import Prepared
from pages.tables.preparing import prepare
from pages.tables.reading import paste, read_table, write_csv
from pages.tables.real import REAL, real
from pages.tables.record import (
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
