"""Separated text: its comments, its separator and its records."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from pages.tables.raw import HEAD_ROWS, RawTable, Record, from_records
from pages.tables.record import LONG_CELL, TableError

_SEPARATORS = ("\t", ";", ",", "|", " ")  # the first that parts the rows evenly is taken
_EXCEL_HINT = re.compile(r'"?sep=(.)"?\s*$', re.I)
_BLANKS = re.compile(r"\s+")
_MAX_LINE = 1_000_000


def separated_table(content: bytes, encoding: str) -> RawTable:
    """The table in a text whose cells are parted by one of the separators.

    Raises TableError if it holds no table, or a line that does not fit.
    """
    top, comments = _comments_above(content, encoding)
    head = list(islice(lines(content, encoding, top), 2 * HEAD_ROWS))
    separator = _separator_of([line for _, line in head])
    if head and (hint := _EXCEL_HINT.match(head[0][1])):
        top = head[0][0]
        separator = hint[1] if hint[1] in _SEPARATORS else separator
    return from_records(_records(content, encoding, top, separator), separator, comments)


def lines(content: bytes, encoding: str, top: int = 0) -> Iterator[tuple[int, str]]:
    """The lines below the first `top` that are not blank, with their numbers, decoded one by one.

    Raises TableError on a line that is far too long for a row.
    """
    text = io.TextIOWrapper(io.BytesIO(content), encoding=encoding, newline="")
    for k, line in enumerate(text, start=1):
        if k <= top or not line.strip():
            continue
        if len(line) > _MAX_LINE:
            raise TableError(f"Line {k} has more than {_MAX_LINE:,} characters.")
        yield k, line


def _records(content: bytes, encoding: str, top: int, separator: str) -> Iterator[Record]:
    """The records below the first lines; one goes on where a quotation mark is open.

    Raises TableError if a quotation mark is not closed, or a cell is very long.
    """
    now = last = 0

    def fed() -> Iterator[str]:
        nonlocal now
        for k, line in lines(content, encoding, top):
            now = k
            yield _BLANKS.sub(" ", line).strip() + "\n" if separator == " " else line

    try:
        for cells in csv.reader(fed(), delimiter=separator, strict=True):
            last = now
            yield last, cells
    except csv.Error as error:
        if "limit" in str(error):
            raise TableError(LONG_CELL.format(place=f"Line {now}")) from None
        where = f"after line {last}" if last else "near the start"
        raise TableError(f"A quotation mark {where} is not closed.") from None


def _comments_above(content: bytes, encoding: str) -> tuple[int, list[str]]:
    """How many lines at the top hold comments or nothing, and the comments.

    A comment begins with #, unquoted. The last such lines are rows or a header instead where # and
    the next sign touch and they have as many cells as the rows below: "#1,red" is no comment.
    """
    numbered = lines(content, encoding)
    top: list[tuple[int, str]] = []
    below: list[str] = []
    for k, line in numbered:
        if line.lstrip()[0] != "#":
            below = [line, *(text for _, text in islice(numbered, HEAD_ROWS))]
            break
        top.append((k, line))
    if top and below:
        separator = _separator_of(below)
        width = Counter(_cell_counts(below, separator)).most_common(1)
        wide = width[0][0] if width else 0
    while top and _touches(top[-1][1]):
        if below and not _cell_counts([top[-1][1]], separator) == [wide] != [1]:
            break
        top.pop()
    return (top[-1][0] if top else 0), [line for _, line in top]


def _touches(line: str) -> bool:
    """Whether # and a sign of a text touch, as they seldom do in a comment."""
    following = line.lstrip()[1:2]
    return bool(following) and not following.isspace() and following not in "#!"


def _cell_counts(head: list[str], separator: str) -> list[int]:
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


def _separator_of(head: list[str]) -> str:
    """The separator that parts most of the first rows into as many cells; a comma if none does."""
    best, most = ",", 0.5  # below that the rows are not parted by it, it only occurs in them
    for separator in _SEPARATORS:
        counts = Counter(_cell_counts(head, separator))
        if not counts:
            continue
        width, times = max(counts.items(), key=lambda item: (item[1], item[0]))
        share = times / counts.total()
        if width > 1 and share >= most and (share > most or most == 0.5):
            best, most = separator, share
    return best
