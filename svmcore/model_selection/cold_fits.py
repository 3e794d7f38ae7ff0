"""A column of a map by one training a cell: for what the ladder does not know."""

import os

import numpy as np

from svmcore.model_selection.candidate import Candidate, fitted_on
from svmcore.model_selection.grid_column import ColumnTask, GridColumn
from svmcore.optim.threads import one_thread


@one_thread
def column_of_fits(machine: Candidate, work: ColumnTask) -> GridColumn:
    """What `column` returns, of `machine` with each C; gap is NaN where nothing is proved."""
    errors, support, said, gaps = [], [], [], []
    for C in work.Cs:
        changed = machine.changed(C=float(C))
        found = fitted_on(changed, work.X, work.y, work.w, work.train)
        predicted = found.predict(work.X[work.test])
        proof = getattr(found.estimator, "certificate_", None)
        errors.append(float((predicted != work.y[work.test]).mean()))
        support.append(len(found.support))
        said.append(predicted)
        gaps.append(np.nan if proof is None else proof.relative_gap)
    return GridColumn(
        np.array(errors), np.array(support), np.array(said), float(np.max(gaps)), os.getpid()
    )
