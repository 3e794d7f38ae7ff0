"""What the page Data says: of a table, of the model trained on it, and of its controls."""

from collections.abc import Sequence

import numpy as np

from pages.data.model import TableScene
from pages.state.board.board import MAX_POINTS
from pages.state.table.table_run import TableRun
from pages.state.table.table_settings import MINE, TABLES
from pages.state.text.job_words import time_left, time_passed
from pages.state.text.number_format import number, power
from pages.state.text.verdict import Metric
from pages.tables.prepared import Prepared
from pages.tables.real import REAL
from pages.tables.record import MAX_BYTES, Column, Table, shown
from svmcore.arrays import Array

NO_PICTURE = "no picture"
MINE_TITLE = TABLES[MINE]
LOAD_LABEL = "Load your own"
FILE_HELP = (
    f"CSV, TSV, TXT, LIBSVM, Excel (.xlsx), Parquet, JSON or JSON Lines, {MAX_BYTES // 10**6} MB "
    "at most. Of formulas the values are read; hidden rows are read too."
)
SHEET_LABEL = "Sheet"
SHEET_HELP = "The sheets of the workbook that was loaded. Another one replaces the table."
COLUMN_HEADS = ("Column", "How it is used", "Missing cells")
COLUMNS_CAPTION = "Rows count from 1, below the names. A date is read as days since the first one."
CHANGE_HELP = (
    "**Text**: every value is a text.  \n**Number**: what is no number is missing.  \n"
    "**One-hot**: a column of 0 and 1 for each value, 50 at most.  \n**Dropped**: not used."
)
CHANGES = {"text": "Text", "number": "Number", "one-hot": "One-hot", "drop": "Dropped"}
CELLS_LABEL = "Cells from a spreadsheet"
MAX_PASTED = 2_000_000  # characters; the browser takes no more
CELLS_HELP = f"At most {MAX_PASTED // 10**6} million characters: load more of them as a file."
CELLS_HINT = "copy them there, paste them here"
TAKE_LABEL = "Use these cells"
TYPE_LABEL = "Type a table"
TYPE_HELP = "Begins with two rows, which can be changed and continued in the grid."
IN_LINK = "The link of this page holds it."
NOT_IN_LINK = (
    "It is kept as long as this tab is open and not reloaded; the JSON file of Export brings it "
    "back later."
)
BACK_LABEL = "Previous table"
FORWARD_LABEL = "Next table"
NO_ROOM = (
    "The tables of other visitors fill the memory: load a smaller one, or try again in some "
    "minutes."
)
LOST = (
    "Load the table again: it is too large for a link, and a server that is restarted forgets it. "
    "What was chosen for it is kept. The JSON file of Export holds both. Or choose one of the real "
    "tables."
)
MEDIAN_LABEL = "Split at the median"
MEDIAN_HELP = "Makes two classes of a quantity."
NO_CHOICE = "default columns"
NO_WEIGHTS = "every row counts once"
WEIGHTS_HELP = "The column with the row weights: in training a row of weight 2 counts as two rows."
MISSING_LABEL = "Missing values"
MISSING = {"drop": "Drop rows", "mean": "Fill with mean"}
STANDARDISE_HELP = (
    "Subtract each column's mean, divide by its standard deviation: those of the training rows."
)
PLANE_LABEL = "Picture plane"
DENSITY_LABEL = "Shades instead of points"
DENSITY_HELP = "How many rows of each class lie where, from all rows."
GRID_HELP = (
    "Click on a cell to change it. Rows can be added below, and deleted once they are "
    "ticked. The model is trained again after each change."
)
DOWNLOAD_LABEL = "Download as CSV"
BOARD_OFFER = "Copy these points to a page where you can move them and share them by a link:"
TRAIN_HELP = (
    "The model shown was trained on a sample. Larger samples come first: their times say how long "
    "all rows will take. The model of the largest one stays where all take too long or too much "
    "memory."
)
BEFORE = "The grey picture shows the last model."
TRAP = 10.0  # times as wide: from here on one column drowns the other
FAR = 300  # decades, above which the ratio of two floats may be none


def real_help() -> str:
    """What the real sets are."""
    return "  \n".join(f"**{one.title}**: {one.help}" for one in REAL.values())


def changes_offered(column: Column, target: bool) -> dict[str, str]:
    """How a column can be read, by the word for it; "" as it was found, unless it is the target."""
    without = "text" if column.words else "number"
    found = {} if target else {"": "Automatic"}
    return found | {k: v for k, v in CHANGES.items() if k != without} | {"target": "Target"}


def columns_label(chosen: int, known: int) -> str:
    """How many of the columns are coordinates."""
    return f"Columns ({chosen} of {known})"


def forgotten_text(tables: int) -> str:
    """That tables which one could go back to were given back, and what can be done."""
    many = "1 earlier table was" if tables == 1 else f"{tables} earlier tables were"
    again = "its file" if tables == 1 else "their files"
    return f"{many} given back because the memory was needed: load {again} again."


def from_board(title: str) -> str:
    """The button, and the name of the table, with the points of a page."""
    return f"Points from {title}"


def board_help(classes: int) -> str:
    """What happens to the points of so many classes on a board."""
    hint = "" if classes == 2 else " The Playground shows one class against all others."
    return (
        f"At most {MAX_POINTS} points, in proportion to the classes, without the model."
        f"{hint} Undo there takes them back."
    )


def table_text(table: Table, *, head: int | None, mine: bool, in_link: bool = False) -> str:
    """How large a table is, whether the grid shows only its `head`, and where it is kept."""
    text = f"{table.title}: {len(table):,} rows, {len(table.columns)} columns."
    if head is not None:
        text += f" The grid shows the first {head} rows; new ones are put at the end of all."
    if mine:
        text += " " + (IN_LINK if in_link else NOT_IN_LINK)
    return text


def train_label(rows: int) -> str:
    """The button that trains on all rows."""
    return f"Train on all {rows:,} rows"


def progress_text(rows: int, total: int, passed: float, left: float | None) -> str:
    """How many of all rows are learnt from, 0 at the end; the seconds left, else those so far."""
    many = f"all {total:,}" if rows in (0, total) else f"{rows:,} of {total:,}"
    return f"Training on {many} rows: {time_left(left) or time_passed(passed)}"


def cards_of(run: TableRun) -> tuple[Metric, ...]:
    """The numbers beside the picture."""
    plan, m = run.plan, len(run.rows)
    asked = len(plan.judged)
    test, detail = "–", "no test rows"
    if asked:
        test = percent(1.0 - run.test_wrong / asked)
        detail = f"{run.test_wrong:,} of {asked:,} rows wrong"
    counts = np.bincount(plan.prepared.y)
    largest = int(counts.argmax())
    return (
        Metric(
            "Support vectors",
            f"{len(run.support):,}",
            f"of {m:,} training rows",
            "Rows with α > 0 in at least one f.",
        ),
        Metric(
            "Training accuracy",
            percent(1.0 - run.train_wrong / m),
            f"{run.train_wrong:,} of {m:,} rows wrong",
            "Share of the training rows that are classified correctly.",
        ),
        Metric(
            "Test accuracy",
            test,
            detail,
            "Share of the test rows that are classified correctly: an estimate for new rows.",
        ),
        Metric(
            "Largest class",
            percent(counts[largest] / counts.sum()),
            f"{shown(plan.prepared.class_names[largest])[1:-1]}, of {counts.sum():,} rows",
            "The accuracy of always predicting this class. A classifier should do better.",
        ),
    )


def marks(run: TableRun, show: Sequence[str]) -> str:
    """What the marks of the points mean, of those that there are; `show_cards` is what is shown."""
    plan, parts = run.plan, ["Filled: training row."]
    if not np.isin(plan.drawn, run.rows).all():
        why = {"test row": plan.apart.any(), "not in the sample": not run.whole}
        parts.append(f"Open: {' or '.join(word for word, there in why.items() if there)}.")
    if "support" in show and np.isin(plan.drawn, run.support).any():
        parts.append("Ring: support vector.")
    wrong = (run.drawn_given != plan.prepared.y[plan.drawn]).any()
    if wrong:
        parts.append("Cross: misclassified.")
    if plan.X.shape[1] > 2:
        ends = ", only a cross marks an error." if wrong else "."
        parts.append(
            "The points are projected onto the picture: one in another class's region may "
            "still be right" + ends
        )
    return " ".join(parts)


def drawn_sentence(scene: TableScene, density: bool, show: Sequence[str] = ()) -> str:
    """What is drawn of the plane, and where not all points are; empty if nothing is to be said."""
    run = scene.run
    n, drawn = len(run.plan.prepared.y), len(run.plan.drawn)
    found = []
    if "zones" in show and scene.zones:
        found.append("Hatched: f > 0 for no class (/), or f > 0 for several classes (\\).")
    if density:
        found.append(f"All {n:,} rows are shown as shades, darker where more of a class lie.")
    elif drawn < n:
        found.append(f"{drawn:,} of the {n:,} points are drawn, in proportion to the classes.")
    if not run.whole:
        found.append(f"Trained on a sample: {len(run.rows):,} of {len(run.plan.rows):,} rows.")
    judged, apart = len(run.plan.judged), int(run.plan.apart.sum())
    if judged < apart:
        found.append(f"Tested on a sample: {judged:,} of {apart:,} test rows.")
    places = len(np.unique(run.plan.U[run.plan.drawn], axis=0))
    if not density and 2 * places <= drawn:
        found.append(f"The {drawn:,} points lie on {places:,} places: they cover each other.")
    if scene.far:
        lie = "point lies" if scene.far == 1 else "points lie"
        found.append(f"{scene.far:,} {lie} far from the others, outside the picture.")
    return " ".join(found)


def spreads(prepared: Prepared) -> Array:
    """The standard deviation of each coordinate's column in the table's own units, shape (d,)."""
    return prepared.scale if prepared.standardised else np.asarray(prepared.X.std(axis=0))


def scales_sentence(columns: Sequence[str], widths: Array, standardise: bool) -> str:
    """Whether one of the columns is so wide that it drowns another; empty if none is."""
    wide, narrow = int(widths.argmax()), int(widths.argmin())
    decades = float(np.log10(widths[wide]) - np.log10(widths[narrow]))
    if decades < FAR:
        times = float(widths[wide] / widths[narrow])
        if times < TRAP:
            return ""
        many = f"{float(f'{times:.1e}'):,.0f}" if times < 1e6 else number(times, 2)
    else:
        many = f"more than {power(FAR)}"
    names = [shown(name)[1:-1] for name in columns]
    text = f"{names[wide]} spreads {many} times as widely as {names[narrow]}."
    if standardise:
        return f"{text} Standardised, both count the same; switch it off to see what happens."
    return f"{text} Distances depend on the wide columns alone: standardise them."


def percent(share: float) -> str:
    """A share; 100 % is said of everything only."""
    text = f"{100.0 * share:.1f}"
    text = "99.9" if text == "100.0" and share < 1.0 else text
    return f"{text} %".replace(".0 %", " %")
