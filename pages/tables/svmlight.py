"""Tables in svmlight (LIBSVM) format, https://www.cs.cornell.edu/people/tj/svm_light/"""

import io
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from pages.tables.record import (
    Column,
    Table,
    TableError,
    kept_note,
    kept_rows,
    refuse_wide,
    shown,
)
from pages.tables.separated import lines
from svmcore.arrays import Array, read_only

_PAIRS = re.compile(r"\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?:\s+\w+:\S+)+")
_EXTENSIONS = (".svm", ".libsvm", ".svmlight")
_HEAD_ROWS = 50


def is_svmlight(content: bytes, encoding: str, name: str) -> bool:
    """Whether a file is in this form: by its name, or because its first rows are."""
    if name.lower().endswith(_EXTENSIONS):
        return True
    head = [line for _, line in islice(_rows(content, encoding), _HEAD_ROWS)]
    return sum(map(bool, map(_PAIRS.match, head))) * 2 > len(head)


def read_svmlight(content: bytes, encoding: str, name: str) -> Table:
    """Read lines of a label and index:value pairs: columns x1 ... xd, 0 where not named, and label.

    Raises TableError if a line is not in the form, or there are too many columns.
    """
    total = sum(1 for _ in _rows(content, encoding))
    if not total:
        raise TableError("The file holds no rows.")
    few_lines = kept_rows(total, 1)
    wanted = None if few_lines is None else {*few_lines.tolist()}
    numbered = enumerate(_rows(content, encoding))
    rows = [row for k, row in numbered if wanted is None or k in wanted]
    try:
        X, y = _load(rows)
    except (ValueError, OverflowError) as error:
        raise TableError(_why_not(rows, str(error))) from None
    width = X.shape[1]
    refuse_wide(width)
    if (keep := kept_rows(len(y), width)) is not None:
        X, y = X[keep], y[keep]
    notes = ["What a row does not name was read as 0."] if X.nnz < X.shape[0] * width else []
    if total > len(y):
        notes.append(kept_note(total, width))
    columns = [Column(f"x{j + 1}", read_only(column)) for j, column in enumerate(X.toarray().T)]
    return Table(name, (*columns, Column("label", read_only(y))), tuple(notes))


def _rows(content: bytes, encoding: str) -> Iterator[tuple[int, str]]:
    """The lines that are no comments: these may stand anywhere."""
    return ((k, line) for k, line in lines(content, encoding) if line.lstrip()[0] != "#")


def _load(rows: Sequence[tuple[int, str]]) -> tuple[Any, Array]:
    """The sparse points and the labels of numbered lines."""
    from sklearn.datasets import load_svmlight_file

    text = "\n".join(line.strip() for _, line in rows)
    X, y = load_svmlight_file(io.BytesIO(text.encode()), zero_based="auto")
    return X, y


def _why_not(rows: Sequence[tuple[int, str]], why: str) -> str:
    """What is wrong with the first line that cannot be loaded, found by halving."""
    half = len(rows) // 2
    for part in (rows[:half], rows[half:]) if half else ():
        try:
            _load(part)
        except (ValueError, OverflowError) as error:
            return _why_not(part, str(error))
    k, line = rows[0]
    if "sorted" in why:
        return f"The indices of line {k} must rise from left to right, unlike in {shown(line)}."
    return (
        f"Line {k} must be a number and then index:value pairs, as the lines of an svmlight file "
        "are."
    )
