"""A table as values of JSON and back: every column as it was read, to the last bit.

A CSV file would not do: it has no place for what was done to a column when it was read, and for
the texts that its numbers were made of.
"""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from pages.tables.record import (
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_ROWS,
    MISSING,
    Column,
    Table,
    TableError,
    repaired,
    tidy,
)
from svmcore.arrays import read_only

DAMAGED = "The table in the file is damaged: export the file again."
NUMBER_BYTES = 25  # of a cell in JSON with its comma: "-1.2345678901234567e-123, "
_LONGEST = 1000  # characters of a name or a sentence
_INFINITE = {"inf": math.inf, "-inf": -math.inf}  # JSON has no number for them
_TEXTS = ("name", "done", "why", "gap")


def to_saved(table: Table) -> dict[str, Any]:
    """The table as lists, texts and numbers: NaN is None, an infinite number a text."""
    return {
        "title": table.title,
        "notes": list(table.notes),
        "columns": [_saved(column) for column in table.columns],
    }


def from_saved(saved: Any) -> Table:
    """The table of `to_saved`; raises TableError for anything else."""
    fields = _fields(saved, ("title",), ("notes", "columns"))
    notes, columns = fields["notes"], fields["columns"]
    _demand(0 < len(columns) <= MAX_COLUMNS)
    _demand(all(isinstance(note, str) for note in notes))
    found = [_column(column) for column in columns]
    names = [column.name for column in found]
    rows = len(found[0].values)
    _demand(0 < rows <= MAX_ROWS and rows * len(found) <= MAX_CELLS)
    _demand(all(len(column.values) == rows for column in found))
    _demand(list(repaired(names)[0]) == names)
    return Table(fields["title"], tuple(found), tuple(notes))


def bytes_at_most(table: Table) -> int:
    """A bound on the length of the JSON of a table."""
    columns = [part for column in table.columns for part in _parts(column)]
    words = sum(2 * len(word.encode()) + 4 for column in columns for word in column.words)
    about = sum(len(c.name.encode()) + len(c.why.encode()) + 200 for c in columns)
    notes = sum(len(note.encode()) for note in table.notes)
    return NUMBER_BYTES * len(table) * len(columns) + words + about + 2 * notes + 10_000


def _parts(column: Column) -> Iterator[Column]:
    yield column
    if column.texts is not None:
        yield column.texts


def _saved(column: Column) -> dict[str, Any]:
    saved: dict[str, Any] = {"name": column.name, "values": _cells(column)}
    if column.words:
        saved["words"] = list(column.words)
    saved |= {name: text for name in _TEXTS[1:] if (text := getattr(column, name))}
    return saved if column.texts is None else saved | {"texts": _saved(column.texts)}


def _cells(column: Column) -> list[float | str | None]:
    if column.words:
        return [None if v != v else int(v) for v in column.values.tolist()]
    return [None if v != v else v if math.isfinite(v) else str(v) for v in column.values.tolist()]


def _column(saved: Any, *, inner: bool = False) -> Column:
    fields = _fields(saved, _TEXTS, ("values", "words"))
    _demand(bool(fields["name"]) and fields["name"] == tidy(fields["name"]))
    words = fields["words"]
    _demand(all(isinstance(w, str) and w == tidy(w) and w.lower() not in MISSING for w in words))
    _demand(len(set(words)) == len(words))
    values = np.array([_number(cell) for cell in fields["values"]], dtype=np.float64)
    if words:
        places = values[~np.isnan(values)]
        _demand(bool(((places >= 0) & (places < len(words)) & (places % 1 == 0)).all()))
    texts = saved.get("texts")
    _demand(texts is None or not inner)
    parts = None if texts is None else _column(texts, inner=True)
    _demand(parts is None or len(parts.values) == len(values))
    about = (fields["done"], fields["why"])
    return Column(fields["name"], read_only(values), tuple(words), *about, parts, fields["gap"])


def _number(cell: Any) -> float:
    if cell is None:
        return math.nan
    if isinstance(cell, str) and cell in _INFINITE:
        return _INFINITE[cell]
    _demand(isinstance(cell, int | float) and not isinstance(cell, bool))
    try:
        return float(cell)
    except OverflowError:  # a whole number of a thousand digits
        raise TableError(DAMAGED) from None


def _fields(saved: Any, texts: tuple[str, ...], lists: tuple[str, ...]) -> dict[str, Any]:
    """The fields of an object that may be left out, each of its kind."""
    _demand(isinstance(saved, dict))
    found = {name: saved.get(name, "") for name in texts}
    _demand(all(isinstance(text, str) and len(text) <= _LONGEST for text in found.values()))
    more = {name: saved.get(name, []) for name in lists}
    _demand(all(isinstance(values, list) for values in more.values()))
    return found | more


def _demand(holds: bool) -> None:
    if not holds:
        raise TableError(DAMAGED)
