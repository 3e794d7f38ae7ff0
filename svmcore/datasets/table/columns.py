"""The choice of label and feature columns, and the default choice for a table."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from svmcore.datasets.limits import MAX_CLASSES
from svmcore.datasets.table.record import Column, Table, TableError

MISSING_WAYS = ("drop", "mean")
_LABELS = ("label", "class", "target", "species", "outcome", "diagnosis", "survived", "y")
_COUNTERS = frozenset({"id", "index", "row", "no", "nr", "column 1"})


@dataclass(frozen=True)
class ColumnChoice:
    """The chosen columns of a table, and their preprocessing.

    label, features : the column of classes, the columns of coordinates
    missing : "drop" leaves rows with missing coordinates out, "mean" fills these with the column's
    standardise : whether each column loses its mean and is divided by its standard deviation
    split_at_median : whether a label that is a quantity makes two classes, up to its median and
        above
    weight : the column that says how many rows each row counts as; "" where each counts once

    Raises TableError if `missing` is no such word.
    """

    label: str
    features: tuple[str, ...]
    missing: str = "drop"
    standardise: bool = True
    split_at_median: bool = False
    weight: str = ""

    def __post_init__(self) -> None:
        if self.missing not in MISSING_WAYS:
            raise TableError("Missing values can be dropped or filled with the mean.")


def distinct(column: Column) -> int:
    """How many different values there are, missing ones apart."""
    return len(np.unique(column.values[~np.isnan(column.values)]))


@lru_cache(maxsize=4)  # a page asks at every run, and a long table takes a tenth of a second
def guess(table: Table) -> ColumnChoice:
    """Guess the choice for a table: a label of 2 to 10 values, all other columns of numbers.

    A column with a name like "class" goes before others, even if it is a quantity; then the last
    one does. "y" beside "x" is a coordinate where another column fits. A column that only counts
    the rows is no feature, nor is one that is `sparse` where others are not.
    """
    fitting = [c.name for c in table.columns if 2 <= distinct(c) <= MAX_CLASSES]
    called = {name.lower(): name for name in reversed(table.names)}
    named = [called[word] for word in _LABELS if word in called]
    if "x" in called and "y" in called and {*fitting, *named} - {called["x"], called["y"]}:
        named.remove(called["y"])
    ranked = [*(name for name in named if name in fitting), *named, *fitting[::-1], table.names[-1]]
    label = ranked[0]
    numbers = [c for c in table.columns if not c.words and c.name != label and not _counts(c)]
    full = [c for c in numbers if not sparse(c)]
    return ColumnChoice(label, tuple(c.name for c in full or numbers))


def sparse(column: Column) -> bool:
    """Whether more than half of the cells are missing: as a feature it would cost their rows."""
    return bool(np.isnan(column.values).mean() > 0.5)


def _counts(column: Column) -> bool:
    """Whether a column is the number of the row and nothing else."""
    if column.name.lower() not in _COUNTERS or len(column.values) < 3:
        return False
    return bool((np.diff(column.values) == 1.0).all())
