"""What Export offers on the page Evaluation: the model, its split or folds, the threshold."""

from dataclasses import dataclass

import numpy as np

from pages.evaluation.model import TableRows, grid_of
from pages.evaluation.settings import CURVES, VIEWS, EvaluationSettings
from pages.evaluation.text.views import ORDERS
from pages.export.candidate_code import sklearn_candidate, svmcore_candidate
from pages.export.candidate_program import CandidateProgram
from pages.export.candidate_report import candidate_table, proof_table
from pages.export.program import CodeParts, Exported, ModelCode
from pages.export.program_text import file_stem
from pages.export.report import ReportTable, Row
from pages.export.sweep_code import FoldSweep
from pages.export.table_data import (
    SplitRows,
    column_names,
    flat_units,
    own_units,
    sample_name,
    treatment,
    unit_code,
)
from pages.model_selection.curves import places
from pages.model_selection.holdout import Trial
from pages.model_selection.kernel_formula import KERNELS
from pages.model_selection.multiclass_record import multiclass_record
from pages.model_selection.splits import Split, lots_of
from pages.state.text.number_format import number
from svmcore.arrays import Array


@dataclass(frozen=True, eq=False, kw_only=True)
class Judged:
    """What is judged, by a split or by folds: a trial of points with classes and weights.

    title, classes : of the points. trial : of a split, or of all points where `folds` split them
    table : whose rows the points are; None for those of a board
    """

    settings: EvaluationSettings
    title: str
    classes: tuple[str, ...]
    trial: Trial
    w: Array | None = None
    folds: tuple[Split, ...] = ()
    table: TableRows | None = None


def judged_report(judged: Judged, data: ReportTable) -> tuple[ReportTable, ...]:
    """What a report says of the trial on the screen: its data, model, split and certificate."""
    trial = judged.trial
    return (
        data,
        candidate_table(trial.machine, judged.classes),
        _split_table(judged),
        proof_table(trial.machine, trial.fitted, len(trial.split.train)),
    )


def _split_table(judged: Judged) -> ReportTable:
    settings, split = judged.settings, judged.trial.split
    plan = None if judged.table is None else judged.table.plan
    seed = plan.settings.lot if plan is not None and not judged.folds else settings.lot
    rows: list[Row] = []
    if not judged.folds:
        rows += [
            ("Training points", f"{len(split.train):,}"),
            ("Test points", f"{len(split.test):,}"),
        ]
        order = "stratified" if plan is not None or settings.stratified else "shuffled"
        rows += [("Order", ORDERS[order]), ("Split seed", str(seed))]
        if settings.view == "test" and settings.t:
            rows.append(("Threshold t", number(settings.t)))
        return ReportTable("Split", tuple(rows))
    rows += [("Points", f"{len(judged.trial.y):,}"), ("Folds", f"{len(judged.folds):,}")]
    if settings.view != "leave_one_out":
        rows += [("Order", ORDERS[settings.order]), ("Split seed", str(seed))]
    if settings.view == "map":
        rows.append(("Grid size", str(settings.cells)))
    elif settings.view == "curves":
        rows.append(("Curve", CURVES[settings.curve]))
    return ReportTable("Split", tuple(rows), "The certificate is that of the model of all points.")


def evaluation_export(judged: Judged) -> Exported:
    """The points with their part or fold, and the model."""
    machine, table = judged.trial.machine, judged.table
    sample = judged.title if table is None else sample_name(table.plan)
    C = f"{machine.kernel}_C{machine.C:g}"
    name = f"{judged.settings.view} · {sample} · {C}"
    rows = _rows(judged)
    return Exported(name=name, code=_code(judged, rows, name), points=rows.table)


def _rows(judged: Judged) -> SplitRows:
    trial, table = judged.trial, judged.table
    numbers = np.arange(len(trial.y))
    fold = np.zeros(len(numbers), dtype=np.intp)
    for k, split in enumerate(judged.folds):
        fold[split.test] = k
    return SplitRows(
        X=trial.X if table is None else own_units(table.plan)[table.rows],
        y=trial.y,
        columns=("x1", "x2") if table is None else column_names(table.plan),
        classes=judged.classes,
        train=np.isin(numbers, trial.split.train),
        test=np.isin(numbers, trial.split.test),
        weight=judged.w,
        fold=fold if judged.folds else None,
    )


def _code(judged: Judged, rows: SplitRows, name: str) -> ModelCode:
    trial, table, there = judged.trial, judged.table, judged.trial.split.train
    w = None if judged.w is None else judged.w[there]
    sweep, unit = _sweep(judged), None
    if table is not None:
        unit = flat_units(table.plan, rows.X, _least_learnt(judged, sweep))
    program = CandidateProgram(
        machine=trial.machine,
        record=multiclass_record(trial.machine, trial.fitted, trial.X[there], trial.y[there], w),
        t=judged.settings.t if judged.settings.view == "test" else 0.0,
        folds=bool(judged.folds),
        sweep=sweep,
        unit=unit,
    )
    parts = [rows.code(f"{file_stem('evaluation', name)}.csv"), unit_code(unit)]
    parts += [] if table is None else [treatment(table.plan)]
    parts += [] if sweep is None else [sweep.data]
    data = "\n".join(filter(None, parts))
    lacks = program.missing
    return ModelCode(
        title=_title(judged),
        ours=CodeParts(data, svmcore_candidate(program)),
        theirs=None if lacks else CodeParts(data, sklearn_candidate(program)),
        lacks=lacks,
        figure=program.figure(rows.X.shape[1]),
    )


def _least_learnt(judged: Judged, sweep: FoldSweep | None) -> int:
    """The size of the smallest part that a model learns from."""
    parts = [judged.trial.split, *judged.folds]
    return min([*(len(part.train) for part in parts), *(() if sweep is None else sweep.sizes)])


def _sweep(judged: Judged) -> FoldSweep | None:
    """The curve or the map of the view, if it has one."""
    settings, machine, y = judged.settings, judged.trial.machine, judged.trial.y
    if settings.view == "map":
        grid = grid_of(machine, settings.cells)
        return FoldSweep(Cs=grid.Cs, gammas=grid.values, grid=True)
    kind = settings.curve
    if settings.view != "curves" or kind not in {"learning", "C", *dict(machine.parameters)}:
        return None
    values = places(kind, judged.folds, int(y.max()) + 1)
    if kind == "learning":
        lots = lots_of(range(len(y)), settings.lot)
        return FoldSweep(sizes=tuple(int(size) for size in values), lots=lots)
    return FoldSweep(Cs=values) if kind == "C" else FoldSweep(gammas=values)


def _title(judged: Judged) -> str:
    machine, split = judged.trial.machine, judged.trial.split
    part = f"{len(split.train)} training and {len(split.test)} test points"
    part = f"{len(judged.folds)} folds" if judged.folds else part
    model = f"{KERNELS[machine.kernel].title} kernel, C = {number(machine.C)}"
    return f"{judged.title}, {model}, {VIEWS[judged.settings.view].title}: {part}"
