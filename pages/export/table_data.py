"""Rows with classes as the first part of a program: written down, or read from the exported CSV."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pages.export.program import PointsTable
from pages.export.program_text import numbers_code, rows_code
from pages.state.table.table_plan import TablePlan
from pages.state.table.table_settings import MINE
from pages.tables.formula import neutral
from svmcore.arrays import Array, Bools, Indices

DONE = "# What was done to the columns of the file:"
LONGEST = 40  # letters of a title in the name of a file
MOST_WRITTEN = 8_000  # numbers that are written into a program; more are read from the CSV
FROM_FILE = """import csv

import numpy as np

FILE = {file!r}  # the CSV of Export, in the folder where this runs
with open(FILE, encoding="utf-8", newline="") as file:
    rows = [row for row in csv.DictReader(file) if row[{part!r}]]
names = {names!r}
X = np.array([[float(row[name]) for name in names] for row in rows])
y = np.array([int(row[{target!r}]) for row in rows])  # {classes}
weight = {weight}
train = np.array([row[{part!r}] == "train" for row in rows])
test = ~train
"""


@dataclass(frozen=True, eq=False, kw_only=True)
class SplitRows:
    """Rows X, (n, d), with names of their columns, and classes y, (n,), places in `classes`.

    weight : (n,), None for 1 each. train, test : (n,), the rows that are learnt from and tested.
    fold : (n,), the fold that tests each; None where there are none
    """

    X: Array
    y: Indices
    columns: Sequence[str]
    classes: Sequence[str]
    train: Bools
    test: Bools
    weight: Array | None = None
    fold: Indices | None = None

    @property
    def table(self) -> PointsTable:
        """All rows; of each whether it is learnt from or tested, "" for neither."""
        part = np.where(self.train, "train", np.where(self.test, "test", ""))
        names = [*self.columns]
        columns: dict[str, Any] = {name: self.X[:, j] for j, name in enumerate(names)}
        target, named, weight, parts, folds = self._own_names
        columns[target], columns[named] = self.y, np.array(self.classes, dtype=object)[self.y]
        if self.weight is not None:
            columns[weight] = self.weight
        columns |= {parts: part} if self.fold is None else {parts: part, folds: self.fold}
        return PointsTable(columns, tuple(names), target)

    @property
    def _own_names(self) -> list[str]:
        """What the columns are called beside the features, which may have these names, too."""
        found = []
        for name in ("y", "class", "weight", "part", "fold"):
            while name in self.columns:
                name += "_"
            found.append(name)
        return found

    def code(self, file: str) -> str:
        """The lines that make X, y, `weight`, `train` and `test` of the rows that take part."""
        there = np.flatnonzero(self.train | self.test)
        named = _line(f"{k}: {name}" for k, name in enumerate(self.classes))
        if len(there) * self.X.shape[1] > MOST_WRITTEN:
            target, _, weight, part, fold = self._own_names
            weights = f"np.array([float(row[{weight!r}]) for row in rows])"
            names = [neutral(name) for name in self.columns]
            folds = f"fold = np.array([int(row[{fold!r}]) for row in rows])"
            text = FROM_FILE.format(
                file=file,
                names=names,
                target=target,
                part=part,
                classes=named,
                weight="np.ones(len(y))" if self.weight is None else weights,
            )
            return text.strip() if self.fold is None else text + folds
        test = np.flatnonzero(self.test[there]).tolist()
        tested = f"np.isin(np.arange(len(y)), {numbers_code(test)})" if test else "y < 0"
        weight = "np.ones(len(y))"
        if self.weight is not None:
            weight = numbers_code(self.weight[there].tolist())
        lines = [
            "import numpy as np",
            "",
            f"# the columns: {_line(self.columns)}",
            f"X = {rows_code(self.X[there])}",
            f"y = {numbers_code(self.y[there].tolist())}  # {named}",
            f"weight = {weight}  # of each row",
            f"test = {tested}",
            "train = ~test",
            *([] if self.fold is None else [f"fold = {numbers_code(self.fold[there].tolist())}"]),
        ]
        return "\n".join(lines)


def column_names(plan: TablePlan) -> tuple[str, ...]:
    """What a table's model makes its distances of."""
    if plan.settings.learn == "pca":
        return "direction 1", "direction 2"
    return tuple(plan.prepared.feature_names[j] for j in plan.columns)


def own_units(plan: TablePlan) -> Array:
    """The cells of the table, where the model scales them itself; else its coordinates."""
    if plan.machine.scaling == "none":
        return plan.X
    return np.asarray(plan.prepared.raw[:, list(plan.columns)])


def flat_units(plan: TablePlan, X: Array, least: int) -> Array | None:
    """What a column of X is divided by where it does not vary among the points learnt from, (d,).

    It is the standard deviation of all rows, since the model sees columns that were divided by it.
    None where every column varies among any `least` rows of X, or nothing is scaled.
    """
    if plan.machine.scaling == "none":
        return None
    most_alike = max(int(np.unique(column, return_counts=True)[1].max()) for column in X.T)
    return plan.prepared.scale[list(plan.columns)] if most_alike >= least else None


def unit_code(unit: Array | None) -> str:
    """The line that makes `unit`; "" for none."""
    if unit is None:
        return ""
    return f"unit = {numbers_code(unit.tolist())}  # of a column that does not vary in training"


def sample_name(plan: TablePlan) -> str:
    """The table in the name of a file."""
    title = plan.prepared.title if plan.settings.real == MINE else plan.settings.real
    return title[:LONGEST]


def treatment(plan: TablePlan) -> str:
    """What was done to the columns, as comments of a program; "" for nothing."""
    notes = [f"# - {' '.join(note.split())}" for note in plan.prepared.notes]
    return "\n".join([DONE, *notes]) if notes else ""


def _line(names: Iterable[str]) -> str:
    """Names of a file in one line of a comment."""
    return ", ".join(" ".join(name.split()) for name in names)
