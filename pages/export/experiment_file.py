"""An experiment as a JSON file: the words of its link, and the visitor's own table.

With them go the points, to be read by other programs.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pages.export.program import PointsTable
from pages.state.link.own_table import without_table
from pages.state.table.table_reading import Ending, reading
from pages.tables.reading import TOO_LARGE as TOO_MUCH_MEMORY
from pages.tables.record import MAX_BYTES, Column, Table, TableError
from pages.tables.saved import bytes_at_most, from_saved, to_saved

KIND, VERSION = "svm-playground experiment", 1
MOST_BYTES = 300_000  # of what a page reads at once: 600 points take 50,000
MOST_NUMBERS = 6_000  # of points that go with it: more are not tried
MOST_WORDS, LONGEST_WORD = 200, 100_000
NOT_OURS = "The file must be an experiment's JSON file, as Export writes it."
TOO_LARGE = (
    f"The file must have at most {MOST_BYTES // 1000} kB here: a larger one, which holds a table, "
    "is loaded on the page Data."
)
DAMAGED = "The file must be whole, this one is damaged: its page and its link's words are texts."


class SavedExperiment(NamedTuple):
    """The folder of a page, the query parameters of a link to it, and the visitor's own table."""

    page: str
    words: dict[str, str]
    table: Table | None = None


def write_experiment(
    page: str, words: Mapping[str, str], points: PointsTable | None, table: Table | None = None
) -> str:
    """The file; `words` and `table` open it again, the points are for other programs.

    Either are left out where the file would be too large to be read.
    """
    found: dict[str, Any] = {"kind": KIND, "version": VERSION, "page": page, "words": dict(words)}
    if table is not None and has_room(table):
        found["words"] = without_table(words)
    else:
        table = None
    if points is not None and len(points) * len(points.columns) <= MOST_NUMBERS:
        text = _written(found | {"points": points.rows}, table)
        if len(text.encode()) <= MOST_BYTES:
            return text
    return _written(found, table)


def has_room(table: Table) -> bool:
    """Whether the file can hold a table."""
    return bytes_at_most(table) <= MAX_BYTES - MOST_BYTES


def _written(found: Mapping[str, Any], table: Table | None) -> str:
    text = json.dumps(found, indent=1, ensure_ascii=False)
    if table is None:
        return text
    return f'{text[:-2]},\n "table": {json.dumps(to_saved(table), ensure_ascii=False)}\n}}'


def is_experiment(path: Path) -> bool:
    """Whether a file begins like one that `write_experiment` wrote."""
    with path.open("rb") as file:
        return KIND.encode() in file.read(200)


def reading_experiment(path: Path, name: str, sheet: str) -> Iterator[Column | Ending]:
    """The columns of the visitor's own table in an experiment's file, and the rest.

    A file without one is read as any other: as a table of its points.

    Raises TableError with one sentence about what is wrong.
    """
    try:
        saved = read_experiment(path.read_bytes(), MAX_BYTES)
    except MemoryError:
        raise TableError(TOO_MUCH_MEMORY) from None
    if (table := saved.table) is None:
        yield from reading(path, name, sheet)
        return
    yield from table.columns
    yield Ending(table.title, table.notes, (), saved.words)


def read_experiment(text: bytes, most: int = MOST_BYTES) -> SavedExperiment:
    """What is in such a file. Raises ValueError with one sentence about what is wrong."""
    if len(text) > most:
        raise ValueError(TOO_LARGE)
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(NOT_OURS) from error
    if not isinstance(found, dict) or found.get("kind") != KIND:
        raise ValueError(NOT_OURS)
    if found.get("version") != VERSION:
        raise ValueError(f"The file must have the version {VERSION}.")
    page, words = found.get("page"), found.get("words")
    if not isinstance(page, str) or not re.fullmatch("[a-z]+", page):
        raise ValueError(DAMAGED)
    if not isinstance(words, dict) or len(words) > MOST_WORDS:
        raise ValueError(DAMAGED)
    if not all(isinstance(one, str) and len(one) <= LONGEST_WORD for one in words.values()):
        raise ValueError(DAMAGED)
    table = found.get("table")
    return SavedExperiment(page, words, None if table is None else from_saved(table))
