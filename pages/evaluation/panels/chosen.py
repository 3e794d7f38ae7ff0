"""What is judged: the points of a board or rows of a table, and the model with all its settings."""

from dataclasses import replace

import numpy as np

from pages.evaluation.model import FLAT, TableRows
from pages.evaluation.panels.source import Source, judged_board, machine, of_board
from pages.evaluation.settings import ONE_SPLIT, EvaluationSettings
from pages.evaluation.text.table import NO_TEST_ROWS, PROJECTED
from pages.model_selection.candidate import Candidate
from pages.state.model.run import data_of
from pages.state.multiclass.multiclass_run import Scheme, obstacle
from pages.state.table.table_plan import TablePlan
from pages.state.text.markdown import plotted
from pages.tables.record import TableError
from pages.ui.table.table_model import current_plan, current_run, why_none
from pages.ui.table.visitor_table import own
from pages.ui.visit.visit import value

EMPTY, NOBODY = np.empty((0, 2)), np.empty(0, dtype=np.intp)


def source() -> Source:
    """The points that were chosen; with a reason where there are none to learn from."""
    if value(EvaluationSettings).source != "table":
        return of_board()
    own().sync()  # a link may ask for a table whose page was never opened
    try:
        if own().wrong.get("real"):
            raise TableError(own().wrong["real"])
        return _of_table(current_plan(), value(EvaluationSettings).view)
    except TableError as error:
        return Source(title="Table", X=EMPTY, y=NOBODY, class_names=(), numbers=(), why=str(error))


def source_and_candidate() -> tuple[Source, Candidate]:
    """What is judged: the points, and the model with all its settings."""
    points, experiment = source(), judged_board().experiment
    if points.table is not None:
        return points, points.table.plan.machine
    if value(EvaluationSettings).source != "classes":
        return points, machine(points, experiment)
    scheme = value(Scheme)
    why = points.why or obstacle(experiment, scheme, data_of(experiment))
    return replace(points, why=why), machine(points, experiment, scheme)


def _of_table(plan: TablePlan, view: str) -> Source:
    if view not in ONE_SPLIT:
        return own().once("folds", plan, lambda: _source(TableRows.of_sample(plan)))
    if view == "probabilities" and plan.k == 2:  # six models, of a sample even where more are known
        return _sample(plan)
    run = current_run(plan)
    if run is None:
        return replace(_sample(plan), why=why_none())
    return own().once("split", (plan, run.model), lambda: _source(TableRows.of_run(run)))


def _sample(plan: TablePlan) -> Source:
    return own().once("sample", plan, lambda: _source(TableRows.of_split(plan, plan.sample)))


def _source(table: TableRows) -> Source:
    plan, rows = table.plan, table.rows
    prepared, w, names = plan.prepared, plan.weight, plan.prepared.class_names
    flat = plan.X.shape[1] == 2
    return Source(
        title=prepared.title,
        X=plan.X[rows],
        y=prepared.y[rows],
        class_names=names,
        numbers=tuple(range(len(names))),
        w=None if w is None else w[rows],
        balanced=plan.settings.balanced,
        ground=FLAT if flat else plan.plane,
        words="" if flat else plotted(f"{plan.plane.description} {PROJECTED}"),
        table=table,
        why=NO_TEST_ROWS if table.split is not None and not len(table.split.test) else "",
    )
