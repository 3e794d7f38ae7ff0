"""Tables in the svmlight form: a label, then index:value for what is not zero."""

from __future__ import annotations

import io
import re
from itertools import islice, pairwise
from typing import Any

import numpy as np

from svmcore.arrays import Array, read_only
from svmcore.datasets.table.layout import Source
from svmcore.datasets.table.record import (
    MAX_COLUMNS,
    Column,
    Table,
    TableError,
    kept_note,
    kept_rows,
    shown,
)

_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_LINE = re.compile(rf"\s*{_NUMBER}(?:\s+\d{{1,9}}:{_NUMBER})*\s*(?:#.*)?$")
_PAIRS = re.compile(rf"\s*{_NUMBER}(?:\s+\w+:\S+)+")
_EXTENSIONS = (".svm", ".libsvm", ".svmlight")
_HEAD = 50


def is_svmlight(content: bytes, encoding: str, name: str) -> bool:
    """Whether a file is in this form: by its name, or because its first rows are."""
    if name.lower().endswith(_EXTENSIONS):
        return True
    rows = list(islice(Source(content, encoding), _HEAD))
    return sum(_PAIRS.match(line) is not None for line in rows) * 2 > len(rows)


def read_svmlight(content: bytes, encoding: str, name: str) -> Table:
    """The columns x1 ... xd and the label; what a row does not name is 0.

    Raises
    ------
    TableError
        If a line is not in the form, or there are too many columns.
    """
    total = sum(1 for _ in Source(content, encoding))
    X, y = _load(_checked(Source(content, encoding, kept_rows(total, 1))))
    width = X.shape[1]
    if width > MAX_COLUMNS:
        raise TableError(f"The table has {width:,} columns: at most {MAX_COLUMNS} can be read.")
    keep = kept_rows(X.shape[0], width)
    if keep is not None:
        X, y = X[np.flatnonzero(keep)], y[np.flatnonzero(keep)]
    columns = [Column(f"x{j + 1}", read_only(column)) for j, column in enumerate(X.toarray().T)]
    notes: tuple[str, ...] = ()
    if X.nnz < X.shape[0] * width:
        notes = ("What a row does not name was read as 0.",)
    if total > len(y):
        notes = (*notes, kept_note(total, width))
    return Table(name, (*columns, Column("label", read_only(y))), notes)


def _checked(source: Source) -> list[str]:
    """The lines that are kept, without remarks."""
    rows = []
    for line in source:
        if not _LINE.match(line):
            raise TableError(
                f"Line {source.line} must be a number and then index:value pairs, as the lines of "
                "an svmlight file are."
            )
        rows.append(line.partition("#")[0].strip())
    if not rows:
        raise TableError("The file holds no rows.")
    return rows


def _load(rows: list[str]) -> tuple[Any, Array]:
    """The sparse points and the labels of checked lines."""
    from sklearn.datasets import load_svmlight_file

    try:
        X, y = load_svmlight_file(io.BytesIO("\n".join(rows).encode()), zero_based="auto")
    except ValueError:
        bad = next((row for row in rows if not _rises(row)), "")
        raise TableError(
            f"The indices of a line must rise from left to right, unlike in {shown(bad)}."
        ) from None
    return X, np.asarray(y, dtype=np.float64)


def _rises(row: str) -> bool:
    indices = [int(pair.partition(":")[0]) for pair in row.split()[1:]]
    return all(a < b for a, b in pairwise(indices))
