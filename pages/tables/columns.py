"""The choice of label and feature columns, and the default choice for a table."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from pages.datasets.limits import MAX_CLASSES
from pages.tables.record import Column, Table, TableError, once_a_table
from pages.tables.treating import FEW, Changes

MISSING_WAYS = ("drop", "mean")
_LABELS = (
    "label",
    "class",
    "target",
    "species",
    "outcome",
    "diagnosis",
    "survived",
    "income",
    "quality",
    "y",
)
# of a target only where the column has few values, in this order
_FEW_LABELS = (
    "is_fraud",
    "fraud",
    "churn",
    "exited",
    "attrition",
    "left",
    "loan_status",
    "sentiment",
    "spam",
    "disease",
    "response",
    "deposit",
    "approved",
    "default",
)
_OFTEN_FEATURES = frozenset({"outcome", "income"})  # as quantities
_QUANTITIES = (
    "medv",
    "price",
    "saleprice",
    "median_house_value",
    "charges",
    "mpg",
    "sales",
    "progression",
    "y1",
)
_COUNTERS = frozenset({"unnamed: 0", "id", "index", "row", "no", "nr", "column 1"})

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_ID = re.compile(r"(?:^|[\s_.-])(?:id|ID|Id)$|[a-z]I[dD]$")


@dataclass(frozen=True)
class ColumnChoice:
    """The chosen columns of a table, and their preprocessing.

    label, features : the column of classes, the columns of coordinates
    missing : "drop" leaves rows with missing coordinates out, "mean" fills these with the column's
    standardise : whether each column loses its mean and is divided by its standard deviation
    split_at_median : whether a label that is a quantity makes two classes, up to its median and
        above
    weight : the column that says how many rows each row counts as; "" where each counts once
    changes : columns that are read otherwise than was found best, see `changed`
    pair : the two coordinates that a model uses, so that only their gaps cost rows; () for all

    Raises TableError if `missing` is no such word.
    """

    label: str
    features: tuple[str, ...]
    missing: str = "drop"
    standardise: bool = True
    split_at_median: bool = False
    weight: str = ""
    changes: Changes = ()
    pair: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.missing not in MISSING_WAYS:
            raise TableError("Missing values can be dropped or filled with the mean.")


def distinct(column: Column) -> int:
    """How many different values there are, missing ones apart."""
    return len(np.unique(column.values[~np.isnan(column.values)]))


@once_a_table  # a page asks at every run, and a long table takes a tenth of a second
def guess(table: Table, changes: Changes = ()) -> ColumnChoice:
    """Guess the choice for a table that was `changed`: a target, and what may tell it.

    The target is a column of 2 to 10 values: one with a name like "class", "churn" or one that ends
    in such a word; else the last one (if it has two values, even before a quantity with a name like
    "price"), or a text, or a number of 2 or 3 values, or a first one without a name. A column with
    a name like "class" is it even if it is a quantity, but "income" and "outcome" are not where
    another column fits, and nor is "y" beside "x". Where nothing fits it is the last column that is
    not the same everywhere. Features are the columns of numbers and the texts of up to FEW values,
    but none that `passed_over` names, that repeats another or is dropped by `changes`.
    """
    dropped = {name for name, change in changes if change == "drop"}
    columns = [c for c in table.columns if c.name not in dropped] or list(table.columns)
    label = _target(columns)
    asked = {name for name, change in changes if change == "one-hot"}
    rest = [c for c in columns if c.name != label]
    usable = [c for c in rest if c.name in asked or _usable(c)]
    full = [c for c in usable if passed_over(c) not in ("sparse", "infinite")] or usable
    twins = repeats(Table(table.title, tuple(full))) if full else {}
    return ColumnChoice(label, tuple(c.name for c in full if c.name not in twins), changes=changes)


def _target(columns: Sequence[Column]) -> str:
    few = {c.name: k for c in columns if 2 <= (k := distinct(c)) <= MAX_CLASSES}
    names, by_name = [c.name for c in columns], {c.name: c for c in columns}
    varied = [c.name for c in columns if distinct(c) > 1] or names
    called = {name.lower(): name for name in reversed(names)}
    named = [called[word] for word in _LABELS if word in called]
    if "x" in called and "y" in called and {*few, *named} - {called["x"], called["y"]}:
        named.remove(called["y"])
    if few:
        named = [name for name in named if name in few or name.lower() not in _OFTEN_FEATURES]
    quantities = [called[word] for word in _QUANTITIES if word in called]
    quantities = [name for name in quantities if not by_name[name].words]
    spoken = _by_few_labels([name for name in names if name in few])
    words = [c.name for c in columns if c.words and c.name in few]
    small = [name for name, k in few.items() if k <= 3 or name == "column 1"]
    ranked = [n for n in named if n in few] + spoken
    ranked += [names[-1]] if few.get(names[-1]) == 2 else []
    ranked += named + quantities
    ranked += [names[-1]] if names[-1] in few else []
    return [*ranked, *words[::-1], *small[::-1], varied[-1]][0]


def _by_few_labels(names: Sequence[str]) -> list[str]:
    """The names that are one of `_FEW_LABELS`, in that order; then those that end in one."""
    plain = {name: _HUMP.sub("_", name).lower().replace(" ", "_") for name in names}
    alike = [name for word in _FEW_LABELS for name in names if plain[name] == word]
    ends = tuple(f"_{word}" for word in _FEW_LABELS)
    return alike + [name for name in names if plain[name].endswith(ends)]


def _usable(column: Column) -> bool:
    """Whether a column may be a feature without being asked for."""
    if column.words:  # `why`: most of it are numbers
        return 2 <= len(column.words) <= FEW and not column.why
    return not _is_id(column)


def passed_over(column: Column) -> str:
    """Why a column is no feature unless it is asked for: "id", "infinite", "sparse", or ""."""
    if _is_id(column):
        return "id"
    if np.isinf(column.values).any():
        return "infinite"
    return "sparse" if sparse(column) else ""


def repeats(table: Table) -> dict[str, str]:
    """The columns that hold the same as one before them, by their names: the name of that one."""
    seen: dict[tuple[bytes, tuple[str, ...]], str] = {}
    twins = {}
    for column in table.columns:
        key = (sha256(column.values.tobytes()).digest(), column.words)
        first = seen.setdefault(key, column.name)
        if first != column.name and distinct(column) > 1:
            twins[column.name] = first
    return twins


def sparse(column: Column) -> bool:
    """Whether more than half of the cells are missing: as a feature it would cost their rows."""
    return bool(np.isnan(column.values).mean() > 0.5)


def _is_id(column: Column) -> bool:
    """Whether a column only names the row: it counts the rows, or has a name that ends in "id" or
    holds texts, and no two cells are alike.
    """
    n = len(column.values)
    if n < 3 or np.isnan(column.values).any():
        return False
    if column.words:
        return len(column.words) == n > FEW
    if column.name.lower() in _COUNTERS and (np.diff(column.values) == 1.0).all():
        return True
    return bool(_ID.search(column.name)) and distinct(column) == n
