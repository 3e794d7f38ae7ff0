"""What Export takes of the view that is shown: its trial, with its split or its folds."""

from dataclasses import replace

from pages.evaluation.export import Judged, evaluation_export, judged_report
from pages.evaluation.panels import common, probabilities
from pages.evaluation.panels.chosen import source_and_candidate
from pages.evaluation.panels.source import Source, judged_board
from pages.evaluation.settings import ONE_SPLIT, EvaluationSettings
from pages.export.candidate_report import candidate_table, plan_table
from pages.export.program import Exported
from pages.export.report import ReportTable, data_table
from pages.model_selection.candidate import Candidate
from pages.model_selection.splits import leave_one_out
from pages.state.model.run import data_of
from pages.state.table.table_settings import MINE
from pages.ui.board.board_state import BoardState
from pages.ui.table.visitor_table import own
from pages.ui.visit.visit import value


def exported(_: BoardState) -> Exported:
    """The model of the view, or why there is none; and what a report says of it."""
    of, by = source_and_candidate()
    judged, data = _judged(of, by), _data(of)
    told: tuple[ReportTable, ...]
    if isinstance(judged, str):
        found, told = Exported(name="", why=judged), (data, candidate_table(by, of.class_names))
    else:
        found, told = evaluation_export(judged), judged_report(judged, data)
    mine = of.table is not None and of.table.plan.settings.real == MINE
    return replace(found, tables=told, table=own().mine if mine else None)


def _data(of: Source) -> ReportTable:
    if of.table is not None:
        return plan_table(of.table.plan)
    if value(EvaluationSettings).source == "table":
        return ReportTable("Data", (("Table", "none"),))
    experiment = judged_board().experiment
    data = data_of(experiment)
    return data_table(experiment, len(data), data)


def _judged(of: Source, by: Candidate) -> Judged | str:
    """The trial of the view, or why there is none."""
    settings = value(EvaluationSettings)
    once = settings.view in ONE_SPLIT
    if settings.view == "probabilities":
        found = probabilities.trial_of(of, by)
    else:
        found = common.trial_of(of, by) if once else common.trained(of, by)
    folds = () if once else common.folded(of)
    if settings.view == "leave_one_out":
        folds = common.attempt(of, lambda: leave_one_out(of.y))
    for answer in (found, folds):
        if isinstance(answer, str):
            return answer
    return Judged(
        settings=settings,
        title=of.title,
        classes=of.class_names,
        trial=found,
        w=of.w,
        folds=folds,
        table=of.table,
    )
