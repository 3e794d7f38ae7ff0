"""The names of the columns of a table, and the rows above them that are none of its own."""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pages.tables.record import MISSING, TableError, number, refuse_wide, tidy


class Header(NamedTuple):
    """How many columns there are, their names, () for none, and the rows above the first one."""

    width: int
    names: tuple[str, ...]
    skip: int


def header(rows: list[list[str]]) -> Header:
    """The header of a table by its first rows.

    A line above the names that fills one cell of several is a title, and is passed over.

    Raises TableError if there are no rows, or too many columns.
    """
    if not rows:
        raise TableError("The file holds no rows.")
    width = _width(rows)
    refuse_wide(width)
    titles = _titles(rows, width)
    rows = rows[titles:]
    if _is_sizes(rows, width):
        return Header(width, (), titles + 1)
    names = _names(rows, width)
    return Header(width, names, titles + bool(names))


def marked_names(
    comments: Sequence[str], separator: str, row: list[str], width: int
) -> tuple[str, ...]:
    """The names in the last comment above a row of numbers, as numpy.savetxt writes them."""
    texts = [line.lstrip().lstrip("#").strip() for line in comments]
    above = next(filter(None, reversed(texts)), "")
    if not above or not all(_are_numbers([cell]) for cell in row if cell.strip()):
        return ()
    names = [tidy(name) for name in above.split(None if separator == " " else separator)]
    return tuple(names) if len(names) == width > 1 else ()


def _width(rows: list[list[str]]) -> int:
    """As many cells as most rows have; empty cells at the end of all rows are no column."""
    width = Counter(map(len, rows)).most_common(1)[0][0]
    filled = (j for row in rows for j, cell in enumerate(row, start=1) if cell.strip())
    return min(width, max(filled, default=1))


def _titles(rows: list[list[str]], width: int) -> int:
    """How many rows at the top hold one text and nothing else, though others hold several."""
    titles = 0
    for row in rows[:-2]:
        there = [cell for cell in row if cell.strip()]
        if width < 2 or len(there) > 1 or any(number(cell, ",") is not None for cell in there):
            break
        titles += 1
    return titles


def _is_sizes(rows: list[list[str]], width: int) -> bool:
    """Whether the first row says rows, columns and classes, as in the files of scikit-learn."""
    first = [tidy(cell) for cell in rows[0]] if len(rows) > 1 else []
    if len(first) < 4 or width < 3 or not (first[0].isdecimal() and first[1] == str(width - 1)):
        return False
    words = [word for word in first[2:] if word]
    return bool(words) and all(number(word) is None for word in words)


def _is_count(first: list[str], rows: list[list[str]]) -> bool:
    """Whether a row counts the columns from 0, as pandas names those that have no name.

    Of two columns a row 0, 1 may be as good as any other.
    """
    counted = first[1:] if not first[0] else first
    named = len(counted) >= 3 or not first[0]
    again = any([tidy(cell) for cell in row] == first for row in rows)
    return named and not again and counted == [str(k) for k in range(len(counted))]


def _names(rows: list[list[str]], width: int) -> tuple[str, ...]:
    """The names in the first row, or none if it is a row like the others.

    It is a header if a text stands above numbers; or, where there are no numbers at all, if its
    texts are different from each other and from what stands below them. Only the column that names
    the rows may have no name; beside it, numbers that grow are names, too.
    """
    first = [tidy(cell) for cell in rows[0]]
    if len(first) == width - 1 and len(rows) > 1:
        first = ["row", *first]  # R writes no name above the names of the rows
    first = (first + [""] * width)[:width]
    below = [[row[j] for row in rows[1:] if len(row) >= width] for j in range(width)]
    if len(rows) > 1 and (_is_count(first, rows[1:]) or _grows(first, below[0])):
        return (first[0] or "row", *first[1:])
    if any(number(cell, ",") is not None and cell.lower() not in MISSING for cell in first):
        textual = [j for j in range(width) if number(first[j], ",") is None]
        return tuple(first) if any(_are_numbers(below[j]) for j in textual) else ()
    if not any(first):
        return ()
    if any(number(first[j], ",") is None and _are_numbers(below[j]) for j in range(width)):
        return tuple(first)
    fresh = all(
        cell not in map(tidy, column) and (cell or (column is below[0] and _name_rows(column)))
        for cell, column in zip(first, below, strict=True)
    )
    return tuple(first) if fresh and len(set(first)) == width else ()


def _grows(first: list[str], below: list[str]) -> bool:
    """Whether numbers that grow from cell to cell, as years do, stand beside an empty corner."""
    values = [math.nan if (v := number(cell)) is None else v for cell in first[1:]]
    grow = all(a < b for a, b in pairwise(values))
    return not first[0] and len(values) >= 3 and grow and _name_rows(below)


def _name_rows(cells: list[str]) -> bool:
    """Whether the cells of a first column are all there, and no two alike."""
    texts = [tidy(cell) for cell in cells]
    return bool(texts) and all(texts) and len(set(texts)) == len(texts)


def _are_numbers(cells: list[str]) -> bool:
    """Whether most of the cells that are there are numbers."""
    there = [cell for cell in cells if cell.strip().lower() not in MISSING]
    good = sum(number(cell, ",") is not None for cell in there)
    return bool(there) and 2 * good > len(there)
