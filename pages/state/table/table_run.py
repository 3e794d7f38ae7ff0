"""A model trained on the rows of a table, and how well it does on rows that it has not seen."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np

from pages.model_selection.candidate import Candidate, FittedCandidate, fitted
from pages.model_selection.multiclass_model import MulticlassModel
from pages.model_selection.multiclass_record import multiclass_record
from pages.state.table.table_plan import TablePlan, planned
from pages.state.table.table_settings import TableSettings, choice_of
from pages.tables.preparing import prepare
from svmcore.arrays import Array, Indices

WorkTask = tuple[Candidate, Array, Indices, Array | None, Array]
Worked = tuple[FittedCandidate, Array]


@dataclass(frozen=True, eq=False)
class TableRun:
    """What came out: the model, the rows it learnt from, (m,), and what it says of some.

    asked : the rows of which `scores` are known, rising: those learnt from, judged and drawn.
    """

    plan: TablePlan
    rows: Indices = field(repr=False)
    model: FittedCandidate
    asked: Indices = field(repr=False)
    scores: Array = field(repr=False)

    @cached_property
    def many(self) -> MulticlassModel:
        """The model as one record, over the rows learnt from as it scales them."""
        plan, w = self.plan, self.plan.weight
        X, y = plan.X[self.rows], plan.prepared.y[self.rows]
        return multiclass_record(
            plan.machine, self.model, X, y, None if w is None else w[self.rows]
        )

    @property
    def whole(self) -> bool:
        """Whether every row was learnt from that was not held back."""
        return len(self.rows) == len(self.plan.rows)

    @cached_property
    def train_wrong(self) -> int:
        """Rows learnt from that are given another class than their own."""
        return self._wrong(self.rows)

    @cached_property
    def test_wrong(self) -> int:
        """The same of the rows in `plan.judged`."""
        return self._wrong(self.plan.judged)

    @cached_property
    def drawn_given(self) -> Indices:
        """The class that each drawn point is given."""
        return self.given(self.plan.drawn)

    @cached_property
    def support(self) -> Indices:
        """The rows with weight in some component."""
        return np.asarray(self.rows[self.model.support])

    def known(self, rows: Indices) -> Array:
        """The scores of some of the rows in `asked`, (m,) for two classes or (m, k)."""
        return np.asarray(self.scores[np.searchsorted(self.asked, rows)])

    def given(self, rows: Indices) -> Indices:
        """The class that the model gives some of the rows in `asked`."""
        scores = self.known(rows)
        largest = scores >= 0.0 if scores.ndim == 1 else scores.argmax(1)
        return np.asarray(largest, dtype=np.intp)

    def _wrong(self, rows: Indices) -> int:
        return int((self.given(rows) != self.plan.prepared.y[rows]).sum())


@lru_cache(maxsize=8)
def run_of_table(settings: TableSettings) -> TableRun:
    """A model of the real table that the settings name, as the page Data has it.

    Raises ValueError for the visitor's own table, which no settings hold.
    """
    table = settings.table()
    if table is None:
        raise ValueError("settings must name a real table")
    return trained_on_sample(planned(prepare(table, choice_of(table, settings)), settings))


def trained_on_sample(plan: TablePlan) -> TableRun:
    """A model from the rows that are learnt from without asking."""
    return trained(plan, plan.sample)


def sampling(plan: TablePlan) -> Iterator[TableRun]:
    """The model of `trained_on_sample` as the only step of a job."""
    yield trained_on_sample(plan)


def trained(plan: TablePlan, rows: Indices) -> TableRun:
    """A model from some of a plan's rows."""
    return run_from(plan, rows, work(*task(plan, rows)))


def task(plan: TablePlan, rows: Indices) -> WorkTask:
    """The arguments of `work` for some of a plan's rows."""
    y, w = plan.prepared.y[rows], plan.weight
    asked = plan.X[asked_of(plan, rows)]
    return plan.machine, plan.X[rows], y, None if w is None else w[rows], asked


def asked_of(plan: TablePlan, rows: Indices) -> Indices:
    """The rows whose scores are needed where some are learnt from."""
    return np.unique(np.concatenate([rows, plan.judged, plan.drawn]))


def work(machine: Candidate, X: Array, y: Indices, w: Array | None, asked: Array) -> Worked:
    """A model of X, y and w, and its scores of the rows `asked`, (m, d)."""
    model = fitted(machine, X, y, w)
    return model, model.scores(asked)


def run_from(plan: TablePlan, rows: Indices, worked: Worked) -> TableRun:
    """The run of some rows from what `work` made of them."""
    model, scores = worked
    return TableRun(plan, rows, model, asked_of(plan, rows), scores)
