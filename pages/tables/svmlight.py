"""Tables in svmlight (LIBSVM) format, https://www.cs.cornell.edu/people/tj/svm_light/"""

import io
import re
from collections.abc import Sequence
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
    rows = (line for _, line in lines(content, encoding) if line.lstrip()[0] != "#")
    head = list(islice(rows, _HEAD_ROWS))
    return sum(map(bool, map(_PAIRS.match, head))) * 2 > len(head)


def read_svmlight(content: bytes, encoding: str, name: str) -> Table:
    """Read lines of a label and index:value pairs: columns x1 ... xd, 0 where not named, and label.

    Raises TableError if a line is not in the form, or there are too many columns.
    """
    text = io.TextIOWrapper(io.BytesIO(content), encoding=encoding).read()
    try:
        X, y = _load(text)
    except (ValueError, OverflowError) as error:
        raise TableError(_why_not(text.split("\n"), str(error))) from None
    if not len(y):
        raise TableError("The file holds no rows.")
    refuse_wide(X.shape[1])
    notes = ["What a row does not name was read as 0."] if X.nnz < X.shape[0] * X.shape[1] else []
    if (keep := kept_rows(*X.shape)) is not None:
        notes.append(kept_note(*X.shape))
        X, y = X[keep], y[keep]
    columns = [Column(f"x{j + 1}", read_only(column)) for j, column in enumerate(X.toarray().T)]
    return Table(name, (*columns, Column("label", read_only(y))), tuple(notes))


def _load(text: str) -> tuple[Any, Array]:
    """The sparse points and the labels in a text."""
    from sklearn.datasets import load_svmlight_file

    X, y = load_svmlight_file(io.BytesIO(text.encode()), zero_based="auto")
    return X, y


def _why_not(rows: Sequence[str], why: str, first: int = 1) -> str:
    """What is wrong with the first line that cannot be loaded, found by halving."""
    half = len(rows) // 2
    for line, part in ((first, rows[:half]), (first + half, rows[half:])) if half else ():
        try:
            _load("\n".join(part))
        except (ValueError, OverflowError) as error:
            return _why_not(part, str(error), line)
    if "sorted" in why:
        return (
            f"The indices of line {first} must rise from left to right, unlike in {shown(rows[0])}."
        )
    return (
        f"Line {first} must be a number and then index:value pairs, as the lines of an svmlight "
        "file are."
    )
