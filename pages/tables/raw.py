"""Tables as they stand in a file, of whatever form: rows of texts below the names of columns."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, compress, islice
from typing import Any, NamedTuple

import numpy as np

from pages.tables.header import header, marked_names
from pages.tables.record import SEED, TableError, kept_note, room

HEAD_ROWS = 100  # rows that are looked at
MAX_UNPACKED_CELLS = 10_000_000  # of a file, from which an even sample of rows is kept
_BATCH = 300_000  # cells that are held as objects

Record = tuple[int, list[str]]  # the number of its last line, its cells


class RawTable(NamedTuple):
    """A DataFrame of texts, "" where nothing stands; the names of its columns, () for none.

    `separator` parted the cells: it says what a comma means.
    """

    cells: Any
    names: tuple[str, ...]
    notes: tuple[str, ...] = ()
    separator: str = ","


def from_records(
    records: Iterator[Record], separator: str = ",", comments: Sequence[str] = ()
) -> RawTable:
    """The table in some records, whose header is to be found; `comments` stand above them.

    A cell too many must be empty.

    Raises TableError if there is no table, or a record has more cells than others, or fewer.
    """

    head = list(islice(records, HEAD_ROWS + 1))
    width, names, skip = header([cells for _, cells in head])
    marked = () if names else marked_names(comments, separator, head[skip][1][:width], width)
    n_empty = 0

    def filled() -> Iterator[list[str]]:
        nonlocal n_empty
        for row in _fitting(chain(head[skip:], records), width):
            if any(cell.strip() for cell in row):
                yield row
            else:
                n_empty += 1

    cells, total = _sampled(filled(), width)
    notes = [*_on_comments(len(comments), bool(marked)), *empty_note(n_empty)]
    if total > len(cells):
        notes.append(kept_note(total, width))
    return RawTable(cells, names or marked, tuple(notes), separator)


def empty_note(n_empty: int) -> tuple[str, ...]:
    """The sentence about rows without a value, if there are any."""
    if not n_empty:
        return ()
    rows = "1 empty row was" if n_empty == 1 else f"{n_empty:,} empty rows were"
    return (f"{rows} left out.",)


def _sampled(rows: Iterator[list[str]], width: int) -> tuple[Any, int]:
    """As many rows as are kept, those with the smallest of random keys; and how many there were.

    Never more than twice as many and a batch are held.
    """
    import pandas as pd

    rng, most = np.random.default_rng(SEED), room(width)
    cells, keys, total = pd.DataFrame(), np.empty(0), 0
    while batch := list(islice(rows, max(1, _BATCH // width))):
        total += len(batch)
        drawn = rng.random(len(batch))
        if len(keys) >= most:  # without frames of rows that are not kept
            kept = drawn < keys.max()
            batch, drawn = list(compress(batch, kept)), drawn[kept]
        cells = pd.concat([cells, pd.DataFrame(batch, dtype="str")], ignore_index=True)
        keys = np.append(keys, drawn)
        if len(keys) > most:
            smallest = np.sort(np.argpartition(keys, most)[:most])
            cells, keys = cells.iloc[smallest], keys[smallest]
    return cells, total


def from_columns(names: Sequence[str], columns: Iterable[Iterable[Any]], *notes: str) -> RawTable:
    """The table of some columns of values."""
    import pandas as pd

    texts = {
        j: pd.array(list(map(text_of, column)), dtype="str") for j, column in enumerate(columns)
    }
    return RawTable(pd.DataFrame(texts), tuple(names), notes)


def refuse_large(high: int, wide: int, hint: str = "") -> None:
    """Raise TableError for more cells than are taken apart."""
    if high * wide > MAX_UNPACKED_CELLS:
        raise TableError(
            f"The table has {high:,} rows of {wide:,} columns: at most {MAX_UNPACKED_CELLS:,} "
            f"cells can be read.{hint}"
        )


def text_of(value: Any) -> str:
    """A value as one would type it: a date without a time of day where that is midnight."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if hasattr(value, "isoformat"):
        return str(value.isoformat()).removesuffix("T00:00:00")
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _fitting(records: Iterable[Record], width: int) -> Iterator[list[str]]:
    for line, cells in records:
        if len(cells) < width or any(map(str.strip, cells[width:])):
            count = "1 cell" if len(cells) == 1 else f"{len(cells):,} cells"
            raise TableError(f"Line {line} has {count}: {width} are needed.")
        yield cells[:width]


def _on_comments(many: int, marked: bool) -> Iterator[str]:
    """What became of the lines at the top that begin with #."""
    if marked:
        yield "The names of the columns stand in a line at the top that begins with #."
    left = many - marked
    if left:
        lines, begin, were = f"{left:,} lines", "begin", "were"
        if left == 1:
            lines, begin, were = "1 line", "begins", "was"
        yield f"{lines} at the top that {begin} with # {were} left out."
