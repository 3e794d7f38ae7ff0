"""What the page Evaluation says of a table: its rows, its model, and what was sampled."""

from pages.evaluation.model.table_rows import TableRows
from pages.state.table_plan import TablePlan, plan_sentence

NO_TEST_ROWS = "There are no test rows: choose a test share."
OPEN_DATA = "Table and columns: page Data"
DIRECTIONS = (
    "The two directions and the scales are those of all rows, test rows included: scores may be "
    "slightly too good."
)


def table_size(plan: TablePlan) -> str:
    """How large a table is, and whether its columns are standardised."""
    n, d = plan.prepared.X.shape
    scaled = plan.machine.scaling == "inside"
    how = ", standardised by the training rows" if scaled else ""
    return f"{plan.prepared.title}: {n:,} points, {d} columns{how}."


def table_model(plan: TablePlan) -> str:
    """That the model is that of the page Data, and what it sees."""
    note = f" {DIRECTIONS}" if plan.settings.learn == "pca" else ""
    return f"The model and the split are those of the page Data. {plan_sentence(plan)}{note}"


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
