"""How a text table is laid out: its separator, its width, its header; and its rows one by one."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, islice

from svmcore.datasets.table.record import MAX_COLUMNS, MISSING, TableError, number, shown, tidy

SEPARATORS = ("\t", ";", ",", "|", " ")  # the first that parts the rows evenly is taken
HEAD = 100  # rows that are looked at
_MAX_CELL = 10_000  # characters
_MAX_LINE = 1_000_000
_EXCEL_HINT = re.compile(r'"?sep=(.)"?\s*$', re.I)
_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True)
class Layout:
    """What has to be known to walk through the rows of a text table."""

    encoding: str
    separator: str
    width: int
    names: tuple[str, ...]  # empty: there is no header
    skip: int  # records before the first row: a header, Excel's hint


class Source:
    """The lines of a text that are neither blank nor comments, decoded as they are asked for.

    TableError is raised on a line that is far too long for a row.
    `line` is the number of the last one handed out, `empty` counts the rows found empty, and
    `keep[k]` says whether the k-th line is handed out at all.
    """

    def __init__(self, content: bytes, encoding: str, keep: list[bool] | None = None) -> None:
        self.line = 0
        self.empty = 0
        self._text = io.TextIOWrapper(io.BytesIO(content), encoding=encoding, newline="")
        self._keep = keep

    def __iter__(self) -> Iterator[str]:
        keep, count = self._keep, 0
        for k, line in enumerate(self._text, start=1):
            bare = line.strip()
            if not bare or bare[0] == "#":
                continue
            if len(line) > _MAX_LINE:
                raise TableError(f"Line {k} has more than {_MAX_LINE:,} characters.")
            count += 1
            if keep is None or keep[count - 1]:
                self.line = k
                yield line


class Replay(Source):
    """Lines that were kept, with their numbers, handed out once more."""

    def __init__(self, kept: list[tuple[int, str]]) -> None:
        self.line = 0
        self.empty = 0
        self._kept = kept

    def __iter__(self) -> Iterator[str]:
        for k, line in self._kept:
            self.line = k
            yield line


def records(source: Source, separator: str) -> Iterator[list[str]]:
    """The cells of every record.

    Raises
    ------
    TableError
        If a quotation mark is not closed.
    """
    text = iter(source)
    if separator == " ":
        text = (_BLANKS.sub(" ", line).strip() + "\n" for line in text)
    last = 0
    try:
        for record in csv.reader(text, delimiter=separator, strict=True):
            last = source.line
            yield record
    except csv.Error as error:
        if "limit" in str(error):
            raise TableError(_long_cell(source.line)) from None
        where = f"after line {last}" if last else "near the start"
        raise TableError(f"A quotation mark {where} is not closed.") from None


def layout(content: bytes, encoding: str) -> Layout:
    """Look at the first rows and say how the table is laid out.

    Raises
    ------
    TableError
        If there are no rows, no separator, or too many columns.
    """
    head = list(islice(Source(content, encoding), 2 * HEAD))
    hint = _EXCEL_HINT.match(head[0]) if head else None
    separator = hint[1] if hint and hint[1] in SEPARATORS else _separator(head)
    rows = list(islice(records(Source(content, encoding), separator), HEAD + 1))
    skip = 0
    if hint and rows and _EXCEL_HINT.match(separator.join(rows[0])):
        rows, skip = rows[1:], 1
    if not rows:
        raise TableError("The file holds no rows.")
    width = _width(rows)
    if width > MAX_COLUMNS:
        raise TableError(f"The table has {width:,} columns: at most {MAX_COLUMNS} can be read.")
    names = _header(rows, width)
    if names:
        return Layout(encoding, separator, width, names, skip + 1)
    names = _marked(content, encoding, separator, rows[0], width)
    return Layout(encoding, separator, width, names, skip)


def count_rows(content: bytes, plan: Layout) -> tuple[int, bool]:
    """How many rows there are below the header, and whether each is one line.

    A line with an odd number of quotation marks may go on in the next one.
    """
    source = Source(content, plan.encoding)
    if b'"' not in content or not any(line.count('"') % 2 for line in source):
        return sum(1 for _ in Source(content, plan.encoding)) - plan.skip, True
    rows = records(Source(content, plan.encoding), plan.separator)
    return sum(1 for _ in rows) - plan.skip, False


@dataclass(frozen=True)
class Walk:
    """A way through the rows of a text, as often as one likes: all of them, or those to keep.

    `keep[k]` says whether the k-th row below the header is kept; `flat` that each is one line,
    so that the others need not be taken apart.
    """

    content: bytes
    plan: Layout
    keep: list[bool] | None = None
    flat: bool = False

    def start(self) -> tuple[Source, Iterator[list[str]]]:
        """The source, which knows the line, and the rows with `plan.width` cells each."""
        plan = self.plan
        mask = self.keep and [False] * plan.skip + self.keep
        source = Replay(self._kept) if mask and self.flat else Source(self.content, plan.encoding)
        rows: Iterator[list[str]] = records(source, plan.separator)
        if mask is None:
            rows = islice(rows, plan.skip, None)
        elif not self.flat:
            rows = compress(rows, mask)
        return source, _checked(rows, source, plan.width)

    @cached_property
    def _kept(self) -> list[tuple[int, str]]:
        """The lines to keep: few of many, looked for once."""
        mask = [False] * self.plan.skip + (self.keep or [])
        source = Source(self.content, self.plan.encoding, mask)
        return [(source.line, line) for line in source]


def _checked(rows: Iterator[list[str]], source: Source, width: int) -> Iterator[list[str]]:
    """The rows as they are, but for empty ones; one sentence on the first that does not fit.

    Raises
    ------
    TableError
        If a row has more cells, or fewer, or a very long one.
    """
    for row in rows:
        if len(row) != width:
            if len(row) < width or any(cell.strip() for cell in row[width:]):
                raise TableError(f"Line {source.line} has {_cells(len(row))}: {width} are needed.")
            del row[width:]
        longest = max(map(len, row))
        if longest > _MAX_CELL:
            raise TableError(_long_cell(source.line))
        if longest < 2 and not any(cell.strip() for cell in row):
            source.empty += 1
        else:
            yield row


def _long_cell(line: int) -> str:
    return f"Line {line} has a cell of more than {_MAX_CELL:,} characters."


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count:,} cells"


def _parts(head: list[str], separator: str) -> list[int]:
    """The numbers of cells of the first rows; none if its quotation marks forbid a separator."""
    if separator == " ":
        head = [_BLANKS.sub(" ", line).strip() for line in head]
    counts: list[int] = []
    try:
        counts.extend(len(row) for row in csv.reader(head, delimiter=separator, strict=True))
    except csv.Error as error:
        # the head may end within quotes; any other trouble shows that this is no separator
        return counts if "end of data" in str(error) else []
    return counts


def _separator(head: list[str]) -> str:
    best, most = ",", 0.5  # below that the rows are not parted by it, it only occurs in them
    for separator in SEPARATORS:
        counts = Counter(_parts(head, separator))
        if not counts:
            continue
        width, times = max(counts.items(), key=lambda item: (item[1], item[0]))
        share = times / counts.total()
        if width > 1 and share >= most and (share > most or most == 0.5):
            best, most = separator, share
    return best


def _width(rows: list[list[str]]) -> int:
    """As many cells as most rows have; empty cells at the end of all rows are no column."""
    width = Counter(map(len, rows)).most_common(1)[0][0]
    while width > 1 and not any(cell.strip() for row in rows for cell in row[width - 1 :]):
        width -= 1
    return width


def _header(rows: list[list[str]], width: int) -> tuple[str, ...]:
    """The names in the first row, or none if it is a row like the others.

    It is a header if a text stands above numbers; or, where there are no numbers at all, if its
    texts are different from each other and from what stands below them.
    """
    first = [tidy(cell) for cell in rows[0]]
    if len(first) == width - 1 and len(rows) > 1:
        first = ["row", *first]  # R writes no name above the names of the rows
    first = (first + [""] * width)[:width]
    below = [[row[j] for row in rows[1:] if len(row) >= width] for j in range(width)]
    if any(number(cell, ",") is not None and cell.lower() not in MISSING for cell in first):
        textual = [j for j in range(width) if number(first[j], ",") is None]
        return tuple(first) if any(_are_numbers(below[j]) for j in textual) else ()
    if not any(first):
        return ()
    if any(number(first[j], ",") is None and _are_numbers(below[j]) for j in range(width)):
        return tuple(first)
    fresh = all(
        cell and cell not in map(tidy, column) for cell, column in zip(first, below, strict=True)
    )
    return tuple(first) if fresh and len(set(first)) == width else ()


def _are_numbers(cells: list[str]) -> bool:
    """Whether most of the cells that are there are numbers."""
    there = [cell for cell in cells if cell.strip().lower() not in MISSING]
    good = sum(number(cell, ",") is not None for cell in there)
    return bool(there) and 2 * good > len(there)


def _marked(
    content: bytes, encoding: str, separator: str, row: list[str], width: int
) -> tuple[str, ...]:
    """The names in a comment above the first row of numbers, as numpy.savetxt writes them."""
    above = ""
    for line in io.TextIOWrapper(io.BytesIO(content), encoding=encoding):
        if line.strip() and not line.lstrip().startswith("#"):
            break
        above = line.lstrip().lstrip("#").strip() or above
    if not above or not all(_are_numbers([cell]) for cell in row[:width] if cell.strip()):
        return ()
    names = [tidy(name) for name in above.split(None if separator == " " else separator)]
    return tuple(names) if len(names) == width > 1 else ()


def check_one_column(plan: Layout, text: str | None) -> None:
    """Refuse a table of one column that holds a `text`: its separator was not found.

    Raises
    ------
    TableError
        If it is one.
    """
    if plan.width == 1 and text is not None:
        raise TableError(
            f"Only one column was found, with texts such as {shown(text)}: "
            "part the columns by commas, semicolons or tabs."
        )
