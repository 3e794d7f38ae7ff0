"""The Export button: the experiment as code, notebook, data and JSON, each a file."""

from collections.abc import Callable, Iterable
from functools import partial
from textwrap import shorten
from typing import NamedTuple

import streamlit as st

from pages.export.experiment_file import has_room, write_experiment
from pages.export.notebook import notebook
from pages.export.points import points_csv, points_libsvm
from pages.export.program import Exported, Exports, ModelCode, PointsTable
from pages.export.program_text import file_stem
from pages.export.two_class import two_class_points
from pages.state.board.experiment import Experiment
from pages.state.registry import BOARDS, MAIN, PAGES
from pages.state.text.markdown import unmarked
from pages.state.text.verdict import listed
from pages.ui.board.board_state import BoardState
from pages.ui.export.figure_files import show_figures
from pages.ui.link import address_bar
from pages.ui.server.observed import callback
from pages.ui.visit.visit import touch

NOTEBOOK = "Notebook (.ipynb)"
MOST, LONGEST = 12, 80  # columns that a tooltip names, and letters of a line that it shows
PYTHON, BOOK = "text/x-python", "application/x-ipynb+json"
HELP = {
    "svmcore": "A program that trains this model with svmcore: points, settings, objective, gap, "
    "support vectors, b, and the function f.",
    "sklearn": "The same model with scikit-learn, to about four digits.",
    "numpy": "The loop of the animation in at most 40 lines, without svmcore and scikit-learn. Its "
    "list `path` holds the model after every update.",
    "notebook": "For Jupyter and Colab: the programs, a figure of f and the points, and svmcore.",
    "csv": "A table of the points, with the columns {}.",
    "libsvm": "The points as LIBSVM reads them: a line is {}.",
    "left out": " The format has no place for the columns {}: they are left out.",
    "json": "All settings of the link and the points. Drop it on a page to open it, or use Share.",
    "json with table": "Your own table and all settings of the link. Load it on the page Data.",
    "json without table": "All settings of the link. Your own table is too large for it: keep its "
    "file too, and load it on the page Data after this one is opened.",
}


class Offer(NamedTuple):
    """A file that can be taken: its button, what makes it, the end of its name, its type, help."""

    key: str
    label: str
    make: Callable[[], str]
    end: str
    mime: str
    help: str


def popover(board: BoardState, exports: Exports | None = None) -> None:
    """A button that opens the files; they are made when one is asked for.

    exports : what can be taken of the page; by default the points of the board that it shows.
    """
    with st.popover("Export", on_change=callback(touch), key="export") as opened:
        if not opened.open:
            return
        folder = address_bar.folder()
        found = _board(folder, board) if exports is None else exports(board)
        show_figures(folder, board, found.grid, found.tables)
        name = file_stem(folder, found.name)
        _code(name, found)
        _points(name, found.points)
        st.markdown("**Experiment**")
        _button(name, _experiment(folder, found))


def _board(folder: str, board: BoardState) -> Exported:
    """The points of the page's board, if they are those of classes."""
    shown = PAGES[folder].shows if folder in PAGES else MAIN
    if shown is None or BOARDS[shown] is not board.kind:
        return Exported(name="")
    if not isinstance(board.experiment, Experiment):
        return Exported(name="")
    return two_class_points(board.experiment)


def _code(name: str, found: Exported) -> None:
    code = found.code
    if code is None and not found.why:
        return
    st.markdown("**Model**")
    if code is None:
        st.caption(unmarked(found.why))  # names of a visitor's columns, too
        return
    for offer in _programs(code):
        _button(name, offer)
    for said in filter(None, (code.lacks, code.loop_note)):
        st.caption(said)


def _programs(code: ModelCode) -> list[Offer]:
    offers = [Offer("svmcore", "Python, svmcore", code.script, ".py", PYTHON, HELP["svmcore"])]
    if code.theirs is not None:
        make, about = code.sklearn_script, HELP["sklearn"]
        offers.append(Offer("sklearn", "Python, scikit-learn", make, "_sklearn.py", PYTHON, about))
    if code.loop is not None:
        make, about = code.numpy_script, HELP["numpy"]
        offers.append(Offer("numpy", "Python, NumPy only", make, "_numpy.py", PYTHON, about))
    book = partial(notebook, code)
    return [*offers, Offer("notebook", NOTEBOOK, book, ".ipynb", BOOK, HELP["notebook"])]


def _points(name: str, table: PointsTable | None) -> None:
    if table is None:
        return
    st.markdown("**Points**")
    if not len(table):
        st.caption("The board is empty.")
        return
    about = HELP["csv"].format(columns_words(table.columns))
    _button(name, Offer("csv", "CSV", partial(points_csv, table), ".csv", "text/csv", about))
    if not table.features:
        return
    line = shorten(points_libsvm(table.first), LONGEST, placeholder=" …")
    about = HELP["libsvm"].format(unmarked(line))
    about += HELP["left out"].format(columns_words(table.left_out)) if table.left_out else ""
    lines = partial(points_libsvm, table)
    _button(name, Offer("libsvm", "LIBSVM", lines, ".libsvm", "text/plain", about))


def columns_words(columns: Iterable[str]) -> str:
    """Names of columns, a visitor's own too, as Markdown; of many the first."""
    names = list(columns)
    more = [f"{len(names) - MOST} more"] if len(names) > MOST + 1 else []
    return listed([*(unmarked(name) for name in (names[:MOST] if more else names)), *more])


def _experiment(folder: str, found: Exported) -> Offer:
    make = partial(write_experiment, folder, address_bar.shared_words(), found.points, found.table)
    about = HELP["json"]
    if found.table is not None:
        about = HELP["json with table" if has_room(found.table) else "json without table"]
    return Offer("json", "JSON", make, ".json", "application/json", about)


def _button(name: str, offer: Offer) -> None:
    st.download_button(
        offer.label,
        offer.make,
        file_name=name + offer.end,
        mime=offer.mime,
        help=offer.help,
        on_click="ignore",
        key=f"export_{offer.key}",
        width="stretch",
    )
