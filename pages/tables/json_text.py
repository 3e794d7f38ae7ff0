"""Tables from JSON and JSON Lines: records, columns, rows, and the answer of a service."""

import json
from collections.abc import Iterator, Mapping, Sequence
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

MAX_OBJECTS = 1_000_000  # each takes 200 bytes or more, before its values
MAX_NAME = 1_000  # characters of a name that is written before others
_SCALARS = (str, int, float, bool, type(None))
_NO_TABLE = (
    "The JSON file holds no table: a list of objects, a list of rows, or an object of columns "
    "is needed."
)


def json_table(content: bytes) -> RawTable:
    """A table from JSON or JSON Lines.

    It may be a list of objects or of rows, an object of columns (lists, or objects by row), pandas'
    `columns` and `data`, or an object that holds such a list, of which the longest is taken. An
    object within a row is flattened once, a list is left out.

    Raises TableError if it is none of these, or is no JSON.
    Sources: https://www.rfc-editor.org/rfc/rfc8259, https://jsonlines.org
    """
    text = content.decode("utf-8-sig", "replace")
    if text.count("{") > MAX_OBJECTS:
        raise TableError(
            f"The JSON file has more than {MAX_OBJECTS:,} objects: save it as CSV, or fewer rows."
        )
    try:
        found = json.loads(text)
    except RecursionError:
        raise TableError(_NO_TABLE) from None
    except ValueError as error:
        found = _lines(text, error)
    rows = _rows(found)
    if not rows:
        raise TableError(_NO_TABLE)
    names: dict[str, bool] = {}  # whether a cell holds more than one value
    for k, row in enumerate(rows):
        rows[k] = row = dict(_flat(row)) if any(isinstance(v, dict) for v in row.values()) else row
        for name, value in row.items():
            names[name] = names.get(name, False) or not isinstance(value, _SCALARS)
            refuse_wide(len(names))
    kept = [name for name, nested in names.items() if not nested]
    if not kept:
        raise TableError("The JSON file holds no table of numbers or texts.")
    refuse_large(len(rows), len(kept))
    notes = [*few([nested_note(name) for name, nested in names.items() if nested])]
    if (keep := kept_rows(len(rows), len(kept))) is not None:  # before the others take memory
        notes.append(kept_note(len(rows), len(kept)))
        rows = [rows[k] for k in keep.tolist()]
    return from_columns(kept, ([row.get(name) for row in rows] for name in kept), *notes)


def _flat(row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The names and values of an object; those of one within it by both names."""
    for name, value in row.items():
        if not isinstance(value, dict):
            yield name, value
            continue
        if len(name) > MAX_NAME:
            raise TableError(f"The JSON file has a name of more than {MAX_NAME:,} characters.")
        for inner, each in value.items():
            yield f"{name}.{inner}", each


def _lines(text: str, whole: ValueError) -> list[Any]:
    """The values of JSON Lines; `whole` is what keeps the text from being one value."""
    found = []
    for k, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            found.append(json.loads(line))
        except (ValueError, RecursionError):
            place = getattr(whole, "lineno", k) if not found else k
            raise TableError(f"The JSON file cannot be read: see line {place}.") from None
    return found


def _rows(found: Any) -> list[dict[str, Any]]:
    if isinstance(found, list):
        return _listed(found)
    if not isinstance(found, dict) or not found:
        return []
    columns, data = found.get("columns"), found.get("data")
    if isinstance(columns, list) and isinstance(data, list) and _all(data, list):
        return [dict(zip(map(str, columns), row, strict=False)) for row in data]
    if _all(list(found.values()), dict):  # pandas' columns by row
        refuse_wide(len(found))
        places = {row: None for cells in found.values() for row in cells}
        refuse_large(len(places), len(found))
        return [{name: cells.get(row) for name, cells in found.items()} for row in places]
    lists = {name: value for name, value in found.items() if isinstance(value, list)}
    if len(lists) == len(found) and not any(_all(v, dict) for v in lists.values()):
        return _columns(lists)
    inner = [rows for value in found.values() if (rows := _inner(value))]
    return max(inner, key=len, default=[])


def _inner(value: Any) -> list[dict[str, Any]]:
    """The rows of a list within an object, or of one in an object within."""
    if isinstance(value, list) and value and (_all(value, dict) or _all(value, list)):
        return _listed(value)
    if isinstance(value, dict):
        lists = [v for v in value.values() if isinstance(v, list) and v and _all(v, dict)]
        return max(lists, key=len, default=[])
    return []


def _listed(found: Sequence[Any]) -> list[dict[str, Any]]:
    if _all(found, dict):
        return list(found)
    if not _all(found, list):
        return []
    head = found[0]
    refuse_wide(max(map(len, found)))
    named = len(found) > 1 and bool(head) and _all(head, str) and len(set(head)) == len(head)
    named = named and any(not isinstance(cell, str) for cell in found[1])
    names = head if named else [f"column {j + 1}" for j in range(max(map(len, found)))]
    return [dict(zip(names, row, strict=False)) for row in found[int(named) :]]


def _columns(lists: Mapping[str, list[Any]]) -> list[dict[str, Any]]:
    refuse_wide(len(lists))
    lengths = {len(value) for value in lists.values()}
    if len(lengths) > 1:
        least, most = min(lengths), max(lengths)
        raise TableError(f"The columns of the JSON file have {least:,} to {most:,} values.")
    return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]


def _all(values: Sequence[Any], kind: type) -> bool:
    return all(isinstance(value, kind) for value in values)
