"""The rows of a table that are judged, and the model of the page Data on them."""

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from pages.model_selection.holdout import Trial
from pages.model_selection.splits import Split
from pages.state.table.table_plan import DRAWN_ROWS, TablePlan
from pages.state.table.table_points import stratified
from pages.state.table.table_run import TableRun, trained
from svmcore.arrays import Indices


@dataclass(frozen=True, eq=False)
class TableRows:
    """Some rows of a plan. split : places among them, None where folds split them.

    run : the model of the page Data where it is that of the training rows.
    """

    plan: TablePlan
    rows: Indices = field(repr=False)
    split: Split | None = None
    run: TableRun | None = None

    @classmethod
    def of_run(cls, run: TableRun) -> "TableRows":
        """The rows of the model of the page Data, with its split."""
        return replace(cls.of_split(run.plan, run.rows), run=run)

    @classmethod
    def of_split(cls, plan: TablePlan, learnt: Indices) -> "TableRows":
        """The rows that were learnt from and those that judge, with the split of the page Data."""
        rows = np.union1d(learnt, plan.judged)
        places = (np.searchsorted(rows, part) for part in (learnt, plan.judged))
        return cls(plan, rows, Split(*places))

    @classmethod
    def of_sample(cls, plan: TablePlan) -> "TableRows":
        """As many rows as are learnt from at once, of each class its share: for folds to split."""
        return cls(plan, stratified(plan.prepared.y, plan.most))

    @property
    def sampled(self) -> bool:
        """Whether these are fewer rows than there are."""
        return len(self.rows) < len(self.plan.prepared.y)

    @cached_property
    def drawn(self) -> Indices:
        """The places of the rows whose points are drawn."""
        return stratified(self.plan.prepared.y[self.rows], DRAWN_ROWS)

    @cached_property
    def trial(self) -> Trial:
        """The model of the training rows, judged by the test rows.

        Raises ValueError if there is no split.
        """
        if self.split is None:
            raise ValueError("the rows must be split")
        run = self.run or trained(self.plan, self.rows[self.split.train])
        plan, y = self.plan, self.plan.prepared.y[self.rows]
        scores, given = run.known(self.rows), run.given(self.rows)
        return Trial(plan.machine, run.model, plan.X[self.rows], y, self.split, scores, given)
