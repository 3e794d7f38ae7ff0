"""What Export offers on the page Data: the rows as they were prepared, and the model of them."""

import re

import numpy as np

from pages.export.candidate_code import (
    CandidateProgram,
    sklearn_candidate,
    svmcore_candidate,
)
from pages.export.figure_code import CONFUSION, PLANE, PLANE_END, RINGED, SEVERAL
from pages.export.parts import stem
from pages.export.program import CodeParts, Exported, ModelCode
from pages.export.table_data import SplitRows
from pages.state.table_plan import TablePlan
from pages.state.table_run import TableRun
from pages.state.table_settings import MINE, OFFERED
from pages.state.verdict import number
from svmcore.arrays import Array

DONE = "# What was done to the columns of the file:"
LONGEST = 40  # letters of a title in the name of a file


def data_export(run: TableRun) -> Exported:
    """The rows in their own units, which of them were learnt from, and the model."""
    name, rows = _name(run.plan), _rows(run)
    return Exported(name=name, code=_code(run, rows, name), points=rows.table)


def _name(plan: TablePlan) -> str:
    settings = plan.settings
    title = plan.prepared.title if settings.real == MINE else settings.real
    sample = re.sub(r"[^A-Za-z0-9.]+", "-", title).strip("-.")[:LONGEST]
    return f"{sample}_{settings.learn}_{settings.kernel}_C{settings.C:g}"


def _rows(run: TableRun) -> SplitRows:
    plan = run.plan
    numbers = np.arange(len(plan.prepared.y))
    return SplitRows(
        X=_own_units(plan),
        y=plan.prepared.y,
        columns=_columns(plan),
        classes=plan.prepared.class_names,
        train=np.isin(numbers, run.rows),
        test=np.isin(numbers, plan.judged),
        weight=plan.weight,
    )


def _columns(plan: TablePlan) -> tuple[str, ...]:
    if plan.settings.learn == "pca":
        return "direction 1", "direction 2"
    return tuple(plan.prepared.feature_names[j] for j in plan.columns)


def _own_units(plan: TablePlan) -> Array:
    """The coordinates as the table has them, where the model scales them itself."""
    if plan.machine.scaling == "none":
        return plan.X
    prepared, places = plan.prepared, list(plan.columns)
    return np.asarray(plan.X * prepared.scale[places] + prepared.mean[places])


def _code(run: TableRun, rows: SplitRows, name: str) -> ModelCode:
    plan = run.plan
    program = CandidateProgram(machine=plan.machine, record=run.many)
    notes = [f"# - {' '.join(note.split())}" for note in plan.prepared.notes]
    data = rows.code(f"{stem('data', name)}.csv")
    data = "\n".join([data, *([DONE, *notes] if notes else [])])
    lacks = program.missing
    flat = rows.X.shape[1] == 2
    return ModelCode(
        title=_title(plan),
        ours=CodeParts(data, svmcore_candidate(program)),
        theirs=None if lacks else CodeParts(data, sklearn_candidate(program)),
        lacks=lacks,
        figure=PLANE + "labels = y\n" + SEVERAL + RINGED + PLANE_END if flat else CONFUSION,
    )


def _title(plan: TablePlan) -> str:
    settings = plan.settings
    columns = ", ".join(_columns(plan)) if len(_columns(plan)) < 4 else f"{plan.X.shape[1]} columns"
    model = f"{OFFERED[settings.kernel]} kernel, C = {number(settings.C)}"
    return f"{plan.prepared.title} ({columns}), {model}"
