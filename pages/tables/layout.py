"""The layout of a text table: separator, width and header; and a reader of its rows."""

import csv
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import compress, islice, pairwise

from pages.tables.record import (
    MAX_COLUMNS,
    MISSING,
    TableError,
    kept_rows,
    number,
    room,
    tidy,
)
from pages.tables.text_lines import (
    BLANKS,
    HEAD_ROWS,
    SEPARATORS,
    comments_above,
    lines,
    separator_of,
)

_MAX_CELL = 10_000  # characters
_EXCEL_HINT = re.compile(r'"?sep=(.)"?\s*$', re.I)


@dataclass(frozen=True)
class Layout:
    """Encoding, separator, width and header of a text table."""

    encoding: str
    separator: str
    width: int
    names: tuple[str, ...]  # empty: there is no header
    skip: int  # records before the first row: a header, Excel's hint
    top: int = 0  # lines at the top that hold comments, and blank ones among them
    comments: int = 0  # of these lines, those that hold comments
    marked: bool = False  # whether the names stand in the last of these


TextRecord = tuple[list[str], int, str]  # its cells, the number of its last line, its text


def records(numbered: Iterable[tuple[int, str]], separator: str) -> Iterator[TextRecord]:
    """The records of some numbered lines; one goes on where a quotation mark is open.

    Raises TableError if a quotation mark is not closed, or a cell is very long.
    """
    last = 0
    taken: list[tuple[int, str]] = []

    def fed() -> Iterator[str]:
        for k, line in numbered:
            taken.append((k, BLANKS.sub(" ", line).strip() + "\n" if separator == " " else line))
            yield taken[-1][1]

    try:
        for cells in csv.reader(fed(), delimiter=separator, strict=True):
            last = taken[-1][0]
            yield cells, last, "".join(line for _, line in taken)
            taken.clear()
    except csv.Error as error:
        if "limit" in str(error):
            raise TableError(_long_cell(taken[-1][0])) from None
        where = f"after line {last}" if last else "near the start"
        raise TableError(f"A quotation mark {where} is not closed.") from None


def layout(content: bytes, encoding: str, separator: str = "") -> Layout:
    """Look at the first rows and say how the table is laid out, unless its separator is known.

    A line above the names that fills one cell of several is a title, and is passed over.

    Raises TableError if there are no rows, no separator, or too many columns.
    """
    top, comments = comments_above(content, encoding, separator)
    head = [line for _, line in islice(lines(content, encoding, top), 2 * HEAD_ROWS)]
    hint = _EXCEL_HINT.match(head[0]) if head else None
    separator = separator or (hint[1] if hint and hint[1] in SEPARATORS else separator_of(head))
    parted = islice(records(lines(content, encoding, top), separator), HEAD_ROWS + 1)
    rows = [cells for cells, _, _ in parted]
    skip = 0
    if hint and rows and _EXCEL_HINT.match(separator.join(rows[0])):
        rows, skip = rows[1:], 1
    if not rows:
        raise TableError("The file holds no rows.")
    width = _width(rows)
    if width > MAX_COLUMNS:
        raise TableError(f"The table has {width:,} columns: at most {MAX_COLUMNS} can be read.")
    titles = _titles(rows, width)
    rows, skip = rows[titles:], skip + titles
    if _is_sizes(rows, width):
        return Layout(encoding, separator, width, (), skip + 1, top, len(comments))
    names = _header(rows, width)
    if names:
        return Layout(encoding, separator, width, names, skip + 1, top, len(comments))
    names = _marked(comments, separator, rows[0], width)
    return Layout(encoding, separator, width, names, skip, top, len(comments), bool(names))


class TextRows:
    """The rows of a text below its header, one by one; a file that `pandas.read_csv` can read.

    A cell too many must be empty. `empty` counts the rows without any cell, which are left out. Of
    a text with too many rows an even sample is read: `total` says of how many, 0 where all are.

    Raises TableError by `read`: if a row has more cells than the plan says, or fewer, or a very
    long one.
    """

    def __init__(self, content: bytes, plan: Layout) -> None:
        self.empty = self.total = 0
        self._width = plan.width
        numbered = lines(content, plan.encoding, plan.top)
        keep: list[bool] | None = None
        if content.count(b"\n") + content.count(b"\r") >= room(plan.width):
            self.total, flat = _count(content, plan)
            keep = kept_rows(self.total, plan.width)
        if keep is None:
            self.total = 0
        elif flat:  # the others need not be taken apart
            numbered = compress(numbered, [True] * plan.skip + keep)
        rows = islice(records(numbered, plan.separator), plan.skip, None)
        self._rows = rows if keep is None or flat else compress(rows, keep)

    def __iter__(self) -> Iterator[str]:
        for cells, line, text in self._rows:
            if len(cells) < self._width or any(map(str.strip, cells[self._width :])):
                count = "1 cell" if len(cells) == 1 else f"{len(cells):,} cells"
                raise TableError(f"Line {line} has {count}: {self._width} are needed.")
            if max(map(len, cells)) > _MAX_CELL:
                raise TableError(_long_cell(line))
            if any(map(str.strip, cells)):
                yield text
            else:
                self.empty += 1

    def read(self, size: int = -1) -> str:
        """Some more rows, whatever the `size` that is asked for; "" at the end."""
        return "".join(islice(self, 50))


def _count(content: bytes, plan: Layout) -> tuple[int, bool]:
    """How many rows there are below the header, and whether each is one line.

    A line with an odd number of quotation marks may go on in the next one.
    """
    numbered = lines(content, plan.encoding, plan.top)
    flat = b'"' not in content or not any(line.count('"') % 2 for _, line in numbered)
    numbered = lines(content, plan.encoding, plan.top)
    rows = numbered if flat else records(numbered, plan.separator)
    return sum(1 for _ in rows) - plan.skip, flat


def _long_cell(line: int) -> str:
    return f"Line {line} has a cell of more than {_MAX_CELL:,} characters."


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


def _header(rows: list[list[str]], width: int) -> tuple[str, ...]:
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


def _marked(comments: list[str], separator: str, row: list[str], width: int) -> tuple[str, ...]:
    """The names in the last comment above a row of numbers, as numpy.savetxt writes them."""
    texts = [line.lstrip().lstrip("#").strip() for line in comments]
    above = next(filter(None, reversed(texts)), "")
    if not above or not all(_are_numbers([cell]) for cell in row[:width] if cell.strip()):
        return ()
    names = [tidy(name) for name in above.split(None if separator == " " else separator)]
    return tuple(names) if len(names) == width > 1 else ()
