"""Rows of cells as comma-separated text, which one reader takes apart again."""

import csv
import io
from collections.abc import Iterable
from typing import Any, NamedTuple

from pages.tables.record import MAX_COLUMNS, TableError

MAX_UNPACKED_CELLS = 10_000_000  # of a file, from which an even sample of rows is kept
MAX_TEXT = 100_000_000  # bytes: numbers of 18 digits in as many cells as a table keeps


class Text(NamedTuple):
    """A table as comma-separated text in UTF-8; `names` is empty if its header is to be found."""

    content: bytes
    names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def refuse_wide(wide: int) -> None:
    """Raise TableError for more columns than fit."""
    if wide > MAX_COLUMNS:
        raise TableError(f"The table has {wide:,} columns: at most {MAX_COLUMNS} can be read.")


def refuse_large(high: int, wide: int, hint: str = "") -> None:
    """Raise TableError for more cells than are taken apart."""
    if high * wide > MAX_UNPACKED_CELLS:
        raise TableError(
            f"The table has {high:,} rows of {wide:,} columns: at most {MAX_UNPACKED_CELLS:,} "
            f"cells can be read.{hint}"
        )


def written(rows: Iterable[Iterable[Any]]) -> bytes:
    """Rows as text; texts in quotation marks, as one with # would be a comment.

    Raises TableError for more text than is read.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    for row in rows:
        writer.writerow([_cell(value) for value in row])
        if text.tell() > MAX_TEXT:
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
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _moment(text: str) -> str:
    """A date without a time of day where that is midnight."""
    return text.removesuffix("T00:00:00")
