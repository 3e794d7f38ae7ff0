"""Models of rows with classes: tables, and what is judged by a split or by folds."""

import csv
import io
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np

from pages.data.export import data_export
from pages.evaluation.export import Judged, evaluation_export
from pages.evaluation.model import TableRows, grid_of
from pages.evaluation.settings import EvaluationSettings
from pages.export.points import points_csv
from pages.export.program_text import file_stem
from pages.export.table_data import own_units
from pages.model_selection.candidate import Candidate
from pages.model_selection.cross_validation import cross_validate
from pages.model_selection.curves import growing
from pages.model_selection.grid_search import sweep
from pages.model_selection.holdout import on_all, trial
from pages.model_selection.splits import k_fold, leave_one_out, train_test
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import data_of
from pages.state.table.table_plan import TablePlan
from pages.state.table.table_run import TableRun, run_of_table, trained
from pages.state.table.table_settings import MINE, TableSettings
from pages.tables.reading import read_table
from pages.tables.record import Table
from tests.helpers.table_settings import plan_of
from tests.pages.export.case import FOUR, Case
from tests.pages.export.executed import plane

NAMES = ("=SUM(A1)", "q\"uo\\te's", "{x} %s", "y", "part", "$a_1$ <b>*b*</b>", "a\x0bb", "+1")


def awkward() -> Table:
    """1,200 weighed rows, whose texts must be neither formulas nor pieces of a program."""
    rng, text = np.random.default_rng(5), io.StringIO()
    writer = csv.writer(text)
    writer.writerow([*NAMES, "count", "class"])
    for k, row in enumerate(rng.normal(size=(1_200, len(NAMES))) + 1.5):
        writer.writerow([*(row if k % 2 else -row), 1 + k % 3, ("=a", '+b\n"(')[k % 2]])
    return read_table(text.getvalue().encode(), 'awk"ward\\ {0} ünï')


def table(**words: Any) -> Case:
    return of_table(run_of_table(TableSettings(**words)))


def own_table() -> Case:
    """Every second row that is not held back is learnt from."""
    plan = plan_of(TableSettings(real=MINE, learn="all", weight="count"), awkward())
    return of_table(trained(plan, plan.rows[::2]))


def of_table(found: TableRun) -> Case:
    exported, plan = data_export(found), found.plan
    points = exported.points
    raw = np.column_stack([points.columns[name] for name in points.features])
    Z = raw[:40] + 0.1 * raw.std(0) * np.random.default_rng(3).standard_normal((40, raw.shape[1]))
    inside, prepared, places = plan.machine.scaling != "none", plan.prepared, list(plan.columns)
    seen = (Z - prepared.mean[places]) / prepared.scale[places] if inside else Z
    support = len(found.support) if raw.shape[1] == 2 else None
    file = None
    if "FILE" in exported.code.script():
        file = f"{file_stem('data', exported.name)}.csv", points_csv(points)
    said = {"training:": 100.0 * (1.0 - found.train_wrong / len(found.rows))}
    if len(plan.judged):
        said["test:"] = 100.0 * (1.0 - found.test_wrong / len(plan.judged))
    return Case(exported, Z.tolist(), found.model.scores(seen), support, file, said)


def judged(view: str, by: Candidate, X: Any, y: Any, w: Any = None, t: float = 0.0) -> Case:
    """A split or folds of points; what the page says of them is in what the program prints."""
    settings, folds = EvaluationSettings(view=view, t=t), ()
    if view == "test":
        found = trial(by, X, y, train_test(y), w)
        right = (found.called(t).predicted == found.y)[found.split.test]
        said = {"test:": 100.0 * right.mean()}
    else:
        found, folds = on_all(by, X, y, w), k_fold(y, 3) if view == "folds" else leave_one_out(y)
        shares = cross_validate(by, X, y, folds, w).values[:, 0].mean()
        said = {"cross-validation:": 100.0 * shares}
    what = Judged(
        settings=settings,
        title="Playground",
        classes=tuple("abcd"[: y.max() + 1]),
        trial=found,
        w=w,
        folds=folds,
    )
    Z = plane()
    return Case(evaluation_export(what), Z, found.fitted.scores(Z), len(found.support), None, said)


def nearly_flat() -> Table:
    """60 rows in which a column is 0 in all but one: in one fold it does not vary."""
    rng = np.random.default_rng(2)
    rows = [
        f"{a},{5 * (k == 7)},{'uv'[int(a + k % 3 > 1)]}" for k, a in enumerate(rng.normal(size=60))
    ]
    return read_table("\n".join(["a,b,class", *rows]).encode(), "flat.csv")


def judged_table(plan: TablePlan) -> Case:
    """Folds of a table."""
    rows = TableRows.of_sample(plan)
    X, y = plan.X[rows.rows], plan.prepared.y[rows.rows]
    what = Judged(
        settings=EvaluationSettings(view="folds"),
        title="Cancer",
        classes=plan.prepared.class_names,
        trial=on_all(plan.machine, X, y),
        folds=k_fold(y),
        table=rows,
    )
    exported, shares = evaluation_export(what), cross_validate(plan.machine, X, y, what.folds)
    raw = own_units(plan)[rows.rows][:40]
    file = None
    if "FILE" in exported.code.script():  # more numbers than are written into a program
        file = f"{file_stem('evaluation', exported.name)}.csv", points_csv(exported.points)
    said = {"cross-validation:": 100.0 * shares.values[:, 0].mean()}
    return Case(exported, raw.tolist(), what.trial.fitted.scores(X[:40]), None, file, said)


def judged_board(view: str, scheme: str = "svc", t: float = 0.0, **words: Any) -> Case:
    data = data_of(FOUR if words.pop("many", False) else change(Experiment(), n_samples=60))
    y = np.asarray(data.labels, dtype=np.intp)
    w = np.where(np.arange(len(y)) < 9, 3.0, 1.0) if words.pop("weighed", False) else None
    by = Candidate(scheme, **({"parameters": (("gamma", 0.5),)} | words))
    return judged(view, by, np.array(data.X), y, w, t)


def swept(many: bool = False, scaling: str = "none", weighed: bool = False, **words: Any) -> Case:
    """A curve or a grid on folds; the words of the view's settings and of the candidate."""
    known = {f.name for f in fields(EvaluationSettings)}
    settings = EvaluationSettings(**{n: words[n] for n in words if n in known})
    data = data_of(FOUR if many else change(Experiment(), n_samples=60))
    X, y = np.array(data.X), np.asarray(data.labels, dtype=np.intp)
    w = np.where(np.arange(len(y)) < 9, 3.0, 1.0) if weighed else None
    own = {n: words[n] for n in words if n not in known}
    by = Candidate(scaling=scaling, **({"parameters": (("gamma", 0.5),)} | own))
    folds = k_fold(y, 3)
    what = Judged(
        settings=settings,
        title="Playground",
        classes=tuple("abcd"[: y.max() + 1]),
        trial=on_all(by, X, y, w),
        w=w,
        folds=folds,
    )
    if settings.view == "map":
        grid = grid_of(by, settings.cells)
        *_, last = sweep(by, X, y, folds, grid, w=w, workers=1)
        cells = last.found.cells
        at = [[c.C, c.value][: 1 + bool(grid.values)] for c in cells]
        scores = [[c.train_error, c.cv_error, c.error, c.n_support] for c in cells]
        scores = np.column_stack([at, scores])
        said = {"best cell: C =": last.found.best.C}
    else:
        *_, last = growing(by, X, y, folds, settings.curve, seed=settings.lot, w=w)
        found, said = last.found, {}
        parts = [(s.mean(1), s.std(1, ddof=1) / 3**0.5) for s in (found.train, found.validation)]
        scores = np.column_stack([found.places, *parts[0], *parts[1], found.n_support])
    Z = plane()
    wanted = what.trial.fitted.scores(Z)
    return Case(evaluation_export(what), Z, wanted, None, None, said, scores)


ROWS: dict[str, Callable[[], Case]] = {
    "table of all columns": lambda: table(real="wine", learn="all", balanced=True),
    "table of directions": lambda: table(real="wine", learn="pca", kernel="laplacian"),
    "table as it is": lambda: table(standardise=False, kernel="linear", held=0),
    "table in a file": lambda: table(real="cancer", learn="all", reach=0.3, C=10.0),
    "own table in a file": own_table,
    "split": lambda: judged_board("test", t=0.3, weighed=True, balanced=True, scaling="inside"),
    "split of classes": lambda: judged_board(
        "test", "ovr", many=True, weights=(1.0, 2.0, 1.0, 3.0)
    ),
    "folds": lambda: judged_board("folds", weighed=True, balanced=True),
    "folds of classes": lambda: judged_board("folds", "ovr", many=True, relative=True),
    "folds of scores": lambda: judged_board(
        "folds", "crammer_singer", many=True, bias_inside=True, delta=2.0, scaling="inside"
    ),
    "folds of scores of two": lambda: judged_board(
        "folds", "crammer_singer", bias_inside=True, kernel="linear", parameters=()
    ),
    "folds of a table in a file": lambda: judged_table(
        plan_of(TableSettings(real="cancer", learn="all", kernel="linear"))
    ),
    "folds with a flat column": lambda: judged_table(
        plan_of(TableSettings(real=MINE, learn="all"), nearly_flat())
    ),
    "Weston-Watkins of two": lambda: judged_board(
        "test", "weston_watkins", bias_inside=True, kernel="linear", parameters=()
    ),
    "Weston-Watkins folds": lambda: judged_board("folds", "weston_watkins", many=True),
    "grid": lambda: swept(
        view="map", cells=3, weighed=True, weights=(1.0, 2.0), relative=True, scaling="inside"
    ),
    "learning curve": lambda: swept(view="curves", weighed=True, lot=5),
    "curve of C": lambda: swept(view="curves", curve="C", many=True, scheme="ovr"),
    "curve of scores": lambda: swept(
        view="curves", curve="gamma", scheme="crammer_singer", many=True, bias_inside=True
    ),
    "leave one out": lambda: judged_board("leave_one_out", relative=True),
}
