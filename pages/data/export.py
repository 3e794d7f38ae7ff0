"""What Export offers on the page Data: the rows as they were prepared, and the model of them."""

import numpy as np

from pages.export.candidate_code import sklearn_candidate, svmcore_candidate
from pages.export.candidate_program import CandidateProgram
from pages.export.candidate_report import candidate_table, plan_table, proof_table
from pages.export.program import CodeParts, Exported, ModelCode
from pages.export.program_text import file_stem
from pages.export.report import ReportTable
from pages.export.table_data import (
    SplitRows,
    column_names,
    flat_units,
    own_units,
    sample_name,
    treatment,
    unit_code,
)
from pages.state.table.table_plan import TablePlan
from pages.state.table.table_run import TableRun
from pages.state.table.table_settings import OFFERED
from pages.state.text.number_format import number


def data_export(run: TableRun) -> Exported:
    """The rows in their own units, which of them were learnt from, and the model."""
    settings, rows = run.plan.settings, _rows(run)
    name = f"{sample_name(run.plan)}_{settings.learn}_{settings.kernel}_C{settings.C:g}"
    return Exported(
        name=name,
        code=_code(run, rows, name),
        points=rows.table,
        tables=_report(run),
    )


def _report(run: TableRun) -> tuple[ReportTable, ...]:
    plan, settings = run.plan, run.plan.settings
    apart, learnt = int(plan.apart.sum()), len(plan.rows)
    rows = (
        ("Training rows", f"{len(run.rows):,}" + ("" if run.whole else f" of {learnt:,}")),
        (
            "Test rows",
            f"{len(plan.judged):,}" + ("" if len(plan.judged) == apart else f" of {apart:,}"),
        ),
        ("Test share (%)", str(settings.held)),
        ("Split seed", str(settings.lot)),
    )
    return (
        plan_table(plan),
        candidate_table(plan.machine, plan.prepared.class_names),
        ReportTable("Split", rows),
        proof_table(plan.machine, run.model, len(run.rows)),
    )


def _rows(run: TableRun) -> SplitRows:
    plan = run.plan
    numbers = np.arange(len(plan.prepared.y))
    return SplitRows(
        X=own_units(plan),
        y=plan.prepared.y,
        columns=column_names(plan),
        classes=plan.prepared.class_names,
        train=np.isin(numbers, run.rows),
        test=np.isin(numbers, plan.judged),
        weight=plan.weight,
    )


def _code(run: TableRun, rows: SplitRows, name: str) -> ModelCode:
    unit = flat_units(run.plan, rows.X, len(run.rows))
    program = CandidateProgram(machine=run.plan.machine, record=run.many, unit=unit)
    file = f"{file_stem('data', name)}.csv"
    parts = rows.code(file), unit_code(unit), treatment(run.plan)
    data = "\n".join(filter(None, parts))
    lacks = program.missing
    return ModelCode(
        title=_title(run.plan),
        ours=CodeParts(data, svmcore_candidate(program)),
        theirs=None if lacks else CodeParts(data, sklearn_candidate(program)),
        lacks=lacks,
        figure=program.figure(rows.X.shape[1]),
    )


def _title(plan: TablePlan) -> str:
    settings, names = plan.settings, column_names(plan)
    columns = ", ".join(names) if len(names) < 4 else f"{len(names)} columns"
    model = f"{OFFERED[settings.kernel]} kernel, C = {number(settings.C)}"
    return f"{plan.prepared.title} ({columns}), {model}"
