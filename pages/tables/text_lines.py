"""The lines of a text table: those that are comments, and the separator of the cells."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from pages.tables.record import TableError

SEPARATORS = ("\t", ";", ",", "|", " ")  # the first that parts the rows evenly is taken
HEAD_ROWS = 100  # rows that are looked at
BLANKS = re.compile(r"\s+")
_MAX_LINE = 1_000_000


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


def comments_above(content: bytes, encoding: str, separator: str) -> tuple[int, list[str]]:
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
        separator = separator or separator_of(below)
        width = Counter(cell_counts(below, separator)).most_common(1)
        wide = width[0][0] if width else 0
    while top and _touches(top[-1][1]):
        if below and not cell_counts([top[-1][1]], separator) == [wide] != [1]:
            break
        top.pop()
    return (top[-1][0] if top else 0), [line for _, line in top]


def _touches(line: str) -> bool:
    """Whether # and a sign of a text touch, as they seldom do in a comment."""
    following = line.lstrip()[1:2]
    return bool(following) and not following.isspace() and following not in "#!"


def cell_counts(head: list[str], separator: str) -> list[int]:
    """The numbers of cells of the first rows; none if its quotation marks forbid a separator."""
    if separator == " ":
        head = [BLANKS.sub(" ", line).strip() for line in head]
    counts: list[int] = []
    try:
        counts.extend(len(row) for row in csv.reader(head, delimiter=separator, strict=True))
    except csv.Error as error:
        # the head may end within quotes; any other trouble shows that this is no separator
        return counts if "end of data" in str(error) else []
    return counts


def separator_of(head: list[str]) -> str:
    """The separator that parts most of the first rows into as many cells; a comma if none does."""
    best, most = ",", 0.5  # below that the rows are not parted by it, it only occurs in them
    for separator in SEPARATORS:
        counts = Counter(cell_counts(head, separator))
        if not counts:
            continue
        width, times = max(counts.items(), key=lambda item: (item[1], item[0]))
        share = times / counts.total()
        if width > 1 and share >= most and (share > most or most == 0.5):
            best, most = separator, share
    return best
