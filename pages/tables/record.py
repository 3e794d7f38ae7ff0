"""The record of a table: named columns of numbers or of texts, and what was done to them."""

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

import numpy as np

from svmcore.arrays import Array, Indices, read_only

MAX_ROWS = 100_000
MAX_BYTES = 25_000_000  # of a file; `server.maxUploadSize` lets in a little more
MAX_LINES = 4_000_000  # of a text: as many take 5 s
MAX_COLUMNS = 500
MAX_CELLS = 5_000_000  # 40 MB: a table with more than 50 columns keeps fewer rows
SEED = 20_000  # of every sample that is drawn from a table: the same table, the same rows
OF_A_TABLE = 8  # results of each function that are known
MAX_CELL = 10_000  # characters
LONG_CELL = "{place} has a cell of more than " + f"{MAX_CELL:,} characters."
MAX_ALIKE = 3  # sentences on columns that had the same done to them
MISSING = frozenset(
    {"", "na", "n/a", "#n/a", "<na>", "nan", "null", "none", "?", "-", "--", ".", "nat"}
)

_JOINERS = "\u200c\u200d"  # which scripts and emoji are written with
_GRIDS_OWN = "_index"  # how Streamlit's grid calls its row numbers: no column can have that name

P = ParamSpec("P")
T = TypeVar("T")


class TableError(ValueError):
    """Error that keeps a table from being used, in one sentence for the visitor."""


@dataclass(frozen=True, eq=False)
class Column:
    """One column of n cells; NaN marks a missing one.

    values : (n,), the numbers; for a column of texts, the places in `words`
    words : the different texts in alphabetical order; empty for a column of numbers
    done, why : what was done to it when it was read, "" where it is as it stood; and why
    texts : the column as texts, where numbers were made of them
    gap : what stands in its first missing cell, "" for nothing or where it is far down
    """

    name: str
    values: Array = field(repr=False)
    words: tuple[str, ...] = field(default=(), repr=False)
    done: str = ""
    why: str = ""
    texts: "Column | None" = field(default=None, repr=False)
    gap: str = ""

    @property
    def cells(self) -> list[float | str | None]:
        """The cells as one would type them: numbers, texts, None where one is missing."""
        known = [None if math.isnan(v) else v for v in self.values.tolist()]
        if not self.words:
            return list(known)
        return [None if v is None else self.words[int(v)] for v in known]


@dataclass(frozen=True, eq=False)
class Table:
    """Named columns of equal length, at least one row; equal to itself only.

    `notes` are sentences about what was done to the table when it was read.
    """

    title: str
    columns: tuple[Column, ...] = field(repr=False)
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.columns[0].values)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, all different."""
        return tuple(column.name for column in self.columns)

    def column(self, name: str) -> Column:
        """The column called `name`.

        Raises TableError if there is none.
        """
        for column in self.columns:
            if column.name == name:
                return column
        raise TableError(f"There is no column named {shown(name)}.")


def once_a_table(make: Callable[Concatenate[Table, P], T]) -> Callable[Concatenate[Table, P], T]:
    """A function of a table that is computed once, as with `lru_cache`, but keeps no table.

    What it made of a table goes with the table: the last `OF_A_TABLE` of them are known.
    """
    known: WeakKeyDictionary[Table, dict[Hashable, T]] = WeakKeyDictionary()

    @wraps(make)
    def once(table: Table, /, *more: P.args, **named: P.kwargs) -> T:
        found = known.setdefault(table, {})
        of = (more, *named.items())
        if of in found:
            return found[of]
        made = make(table, *more, **named)
        if made is not table:  # it would keep itself
            found[of] = made
        if len(found) > OF_A_TABLE:
            found.pop(next(iter(found)), None)
        return made

    return once


def shown(text: object) -> str:
    """A visitor's own text as it stands in a sentence: quoted, on one line, not too long."""
    line = tidy(str(text))
    return f"'{line[:29]}…'" if len(line) > 30 else f"'{line}'"


def tidy(text: str) -> str:
    """`text` on one line with single blanks, none at its ends, and what can be printed of it.

    A NUL makes a program that names it useless, and half a surrogate pair cannot be sent at all.
    """
    if not text.isprintable():
        text = "".join(c if c.isprintable() or c in _JOINERS else " " for c in text)
    return " ".join(text.split())


def number(text: str, decimal: str = ".") -> float | None:
    """The number that `text` is, NaN for a missing one, None if it is no number.

    float() also reads "1_000", which in a table is a name.
    """
    if text.strip().lower() in MISSING:
        return math.nan
    if decimal == ",":
        text = text.replace(",", ".") if "." not in text and text.count(",") == 1 else text
    try:
        return None if "_" in text else float(text)
    except ValueError:
        return None


def column_of(name: str, cells: Sequence[str]) -> Column:
    """A column of numbers if every cell is one or is missing, else of texts."""
    import pandas as pd

    codes, texts = pd.factorize(np.array(cells, dtype=object))
    return coded(name, codes, texts.tolist())


def coded(name: str, codes: Indices, texts: Sequence[str]) -> Column:
    """The column whose cells are `texts[codes]`: see `column_of`."""
    values = [number(text) for text in texts]
    if None in values:
        return worded(name, codes, texts)
    return Column(name, read_only(np.array(values, dtype=np.float64)[codes]))


def worded(name: str, codes: Indices, texts: Sequence[str]) -> Column:
    """The column of the texts `texts[codes]`, missing where a code is -1."""
    words = sorted({tidy(text) for text in texts})
    words = [word for word in words if word.lower() not in MISSING]
    rank = {word: float(k) for k, word in enumerate(words)}
    places = np.array([*(rank.get(tidy(text)) for text in texts), None], dtype=np.float64)
    return Column(name, read_only(places[codes]), tuple(words))


def repaired(names: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names that are all there and all different, and a note on each that was changed."""
    taken = {tidy(name) for name in names}
    seen: set[str] = set()
    better, doubles, unnamed, own = [], [], [], []
    for k, name in enumerate(map(tidy, names)):
        new = name
        if not name or name in seen or name == _GRIDS_OWN:
            stem, count = (f"column {k + 1}", 1) if not name else (name, 2)
            if name == _GRIDS_OWN:
                stem, count = "index", 1
            new = stem if count == 1 else f"{stem} ({count})"
            while new in taken:
                count += 1
                new = f"{stem} ({count})"
            if name == _GRIDS_OWN:
                own.append(f"Column {shown(name)} is {shown(new)} now: the grid uses that name.")
            elif name:
                doubles.append(f"Two columns were named {shown(name)}: one is {shown(new)} now.")
            else:
                unnamed.append(f"Column {k + 1} had no name: it is {shown(new)} now.")
        seen.add(name)
        seen.add(new)
        taken.add(new)
        better.append(new)
    return tuple(better), (*few(doubles), *few(unnamed), *few(own))


def few(notes: Sequence[str]) -> tuple[str, ...]:
    """The first three sentences of one kind, and how many more columns they hold for."""
    notes = [note for note in notes if note]
    more = len(notes) - MAX_ALIKE
    if more <= 0:
        return tuple(notes)
    columns = "1 more column" if more == 1 else f"{more:,} more columns"
    return (*notes[:MAX_ALIKE], f"The same goes for {columns}.")


def room(width: int) -> int:
    """How many rows of a table with `width` columns are kept."""
    return min(MAX_ROWS, MAX_CELLS // max(width, 1))


def kept_rows(total: int, width: int) -> Indices | None:
    """Which of `total` rows are kept, every one being as likely; None if there is room for all."""
    if total <= room(width):
        return None
    return np.sort(np.random.default_rng(SEED).choice(total, room(width), replace=False))


def kept_note(total: int, width: int) -> str:
    """The sentence about a sample of a table that is too long."""
    return f"An even sample of {room(width):,} of the {total:,} rows is kept."


def refuse_wide(width: int) -> None:
    """Raise TableError for more columns than fit."""
    if width > MAX_COLUMNS:
        raise TableError(f"The table has {width:,} columns: at most {MAX_COLUMNS} can be read.")


def nested_note(name: str) -> str:
    """The sentence about a column without values of its own."""
    return f"Column {shown(name)} holds lists or groups of values and was left out."
