"""What a page gives to take along: a model as programs, and its points as a table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from pages.export.report import ReportGrid, ReportTable
from pages.tables.record import Table

DEFINED, DEFINED_BESIDE = "def decision_function(", "def sklearn_decision_function("
COMPARE = """
difference = np.abs(sklearn_decision_function({0}) - decision_function({0})).max()
print(f"largest difference of f at the points: {{difference:.3g}}")
"""


@dataclass(frozen=True)
class CodeParts:
    """A program in two pieces: the points, and what is done with them.

    The second one ends with a function `decision_function`, f at the rows of its argument, which it
    does not call itself, and a report.
    """

    data: str
    training: str

    def script(self, heading: str) -> str:
        """The whole program."""
        safe = heading.replace("\\", "/").replace('"', "'")  # names of a visitor's columns, too
        return f'"""{safe}"""\n\n{self.data}\n\n{self.training}'


@dataclass(frozen=True, kw_only=True)
class ModelCode:
    """A model as programs.

    title : the sample and the model in words
    ours, theirs : with svmcore and with scikit-learn; None where that cannot give the same model
    lacks : then one sentence that says what it lacks
    loop : of an animation, its loop with NumPy alone
    loop_note : one sentence, where its updates may not be those of the animation
    figure : the cell of a notebook that draws the first one's model
    points : what the programs call the points, at which a notebook compares both
    """

    title: str
    ours: CodeParts
    theirs: CodeParts | None = None
    lacks: str = ""
    loop: CodeParts | None = None
    loop_note: str = ""
    figure: str = ""
    points: str = "X"

    def script(self) -> str:
        """The program with svmcore."""
        return self.ours.script(f"{self.title}.\n\nA model of SVM Playground, with svmcore.\n")

    def sklearn_script(self) -> str:
        """The program with scikit-learn; raises ValueError where there is none."""
        if self.theirs is None:
            raise ValueError(self.lacks)
        about = f"{self.title}.\n\nA model of SVM Playground, with scikit-learn.\n"
        return self.theirs.script(about)

    def numpy_script(self) -> str:
        """The loop of the animation with NumPy alone; raises ValueError where there is none."""
        if self.loop is None:
            raise ValueError("this model has no animation")
        note = f" {self.loop_note}" if self.loop_note else ""
        about = f"{self.title}.\n\nThe loop of the animation in SVM Playground, NumPy only.{note}\n"
        return self.loop.script(about)

    @property
    def second(self) -> str:
        """scikit-learn's training beside that of svmcore: its function has another name."""
        return "" if self.theirs is None else self.theirs.training.replace(DEFINED, DEFINED_BESIDE)

    @property
    def compare(self) -> str:
        """What compares both functions."""
        return COMPARE.format(self.points)


@dataclass(frozen=True)
class PointsTable:
    """Points as columns of one length: some are features, one the target, others say more of them.

    columns : the numbers of each column by its name
    """

    columns: Mapping[str, Sequence[Any] | npt.NDArray[Any]]
    features: tuple[str, ...]
    target: str

    def __len__(self) -> int:
        return len(self.columns[self.target])

    @property
    def left_out(self) -> tuple[str, ...]:
        """The columns that the format of LIBSVM has no place for."""
        return tuple(c for c in self.columns if c not in (*self.features, self.target))

    def lists(self) -> dict[str, list[Any]]:
        """The columns as plain numbers and texts."""
        return {name: np.asarray(values).tolist() for name, values in self.columns.items()}

    @property
    def first(self) -> Self:
        """The first point alone."""
        return replace(self, columns={name: values[:1] for name, values in self.columns.items()})

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The points one by one."""
        rows = zip(*self.lists().values(), strict=True)
        return [dict(zip(self.columns, row, strict=True)) for row in rows]


@dataclass(frozen=True, kw_only=True)
class Exported:
    """What can be taken from a page beside its settings.

    name : of the sample and the model, for names of files: "moons_rbf_C1"
    code : the model; None for none, and `why` says why in a sentence where one is expected
    points : None for a page without points
    grid : a table of cells that the page shows, for its report
    tables : what the report says of data, model, split and certificate; None for those of the board
    table : the visitor's own table that the model is one of
    """

    name: str
    code: ModelCode | None = None
    why: str = ""
    points: PointsTable | None = None
    grid: ReportGrid | None = None
    tables: tuple[ReportTable, ...] | None = None
    table: Table | None = None


Exports = Callable[[Any], Exported]  # of a session
