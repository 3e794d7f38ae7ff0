"""What the page Evaluation says of a table: its rows, its model, and what was sampled."""

from pages.evaluation.model import TableRows
from pages.state.table.table_plan import TablePlan, plan_sentence

NO_TEST_ROWS = "There are no test rows: choose a test share."
OPEN_DATA = "Table and columns: page Data"
LEAKS = "{what} all rows, test rows included: scores may be slightly too good."
PROJECTED = "Points are projected onto it: one in another class's region may still be right."


def table_size(plan: TablePlan) -> str:
    """How large a table is, and whether its columns are standardised."""
    n, d = plan.prepared.X.shape
    scaled = plan.machine.scaling == "inside"
    how = ", standardised by the training rows" if scaled else ""
    return f"{plan.prepared.title}: {n:,} points, {d} columns{how}."


def table_model(plan: TablePlan, *, split: bool) -> str:
    """That the model, and the split where it is one, are those of the page Data; what it sees."""
    settings, what = plan.settings, ""
    if settings.learn == "pca":
        what = "The two directions and the scales are those of"
    elif settings.learn == "columns" and not (settings.first and settings.second):
        what = "The two columns are chosen by" if len(plan.prepared.feature_names) > 2 else ""
    who = "model and the split are those" if split else "model is that"
    told = (f"The {who} of the page Data.", plan_sentence(plan), LEAKS.format(what=what))
    return " ".join(told if what else told[:2])


def sample_sentence(table: TableRows) -> str:
    """Which rows are judged where they are not all; empty where they are."""
    n, rows, split = len(table.plan.prepared.y), len(table.rows), table.split
    if not table.sampled:
        return ""
    if split is None:
        return f"A sample of {rows:,} of the {n:,} rows is used, in proportion to the classes."
    there = len(table.plan.rows)
    parts = []
    if len(split.train) < there:
        parts.append(f"Trained on a sample: {len(split.train):,} of {there:,} rows.")
    apart = n - there
    if len(split.test) < apart:
        parts.append(f"Tested on {len(split.test):,} of {apart:,} test rows.")
    return " ".join(parts)


def drawn_sentence(table: TableRows) -> str:
    """How many of the points are drawn; empty where all are."""
    n, drawn = len(table.rows), len(table.drawn)
    return f"{drawn:,} of these {n:,} points are drawn." if drawn < n else ""
