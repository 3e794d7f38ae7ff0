"""The Export button: the experiment as code, notebook, data and JSON, each a file."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import streamlit as st

from pages.export.experiment_file import write_experiment
from pages.export.notebook import notebook
from pages.export.parts import file_name
from pages.export.points import points_csv, points_libsvm
from pages.export.sklearn_code import missing, sklearn_script
from pages.export.svmcore_code import svmcore_script
from pages.state.experiment import Experiment
from pages.state.registry import BOARDS, MAIN, PAGES, TITLES
from pages.state.run import Data, data_of, run
from pages.ui import link
from pages.ui.figure_files import show_figures
from pages.ui.session import Session, session_of

NO_MODEL = "There is no model to export: the points and settings of the board give none."
NOTEBOOK = "Notebook (.ipynb)"
PYTHON, BOOK = "text/x-python", "application/x-ipynb+json"
HELP = {
    "svmcore": "A program that trains this model with svmcore: points, settings, objective, gap, "
    "support vectors, b, and the function f.",
    "sklearn": "The same model with scikit-learn's SVC, to about four digits.",
    "notebook": "For Jupyter and Colab: the programs, and a figure of f and the points.",
    "csv": "A table of the points: x1, x2, y, and class and weight where they matter.",
    "libsvm": "The points as LIBSVM reads them: a line is +1 1:0.5 2:0.3.",
    "weights": " The format has no place for weights: they are left out.",
    "json": "All settings of the link and the points. Share opens it: Open a file.",
}


class Offer(NamedTuple):
    """A file that can be taken: its button, what makes it, the end of its name, its type.

    more : what its tooltip says beside the sentence of `HELP`.
    """

    key: str
    label: str
    make: Callable[[], str]
    end: str
    mime: str
    more: str = ""


def popover(session: Session) -> None:
    """A button that opens the files; they are made when one is asked for."""
    with st.popover("Export", on_change=session.touch, key="export") as opened:
        if not opened.open:
            return
        folder = _folder()
        experiment = session.experiment
        two_classes = isinstance(experiment, Experiment) and _shows(folder, session)
        if two_classes and folder in PAGES and PAGES[folder].exports:
            _code(folder, experiment)
        if two_classes:
            _points(folder, experiment)
        st.markdown("**Experiment**")
        data = data_of(experiment) if two_classes else None
        _button(folder, experiment, _experiment(folder, data))
        show_figures(folder, session)


def _folder() -> str:
    title = session_of().address.page
    return next((name for name, one in TITLES.items() if one == title), link.FIRST)


def _shows(folder: str, session: Session) -> bool:
    """Whether the page shows the points of that board."""
    shown = PAGES[folder].shows if folder in PAGES else MAIN
    return shown is not None and BOARDS[shown] is session.board


def _code(folder: str, experiment: Experiment) -> None:
    st.markdown("**Model**")
    result = run(experiment)
    if result.model is None:
        st.caption(NO_MODEL)
        return
    lacks = missing(result)
    offers = [Offer("svmcore", "Python, svmcore", partial(svmcore_script, result), ".py", PYTHON)]
    if not lacks:
        code = partial(sklearn_script, result)
        offers.append(Offer("sklearn", "Python, scikit-learn", code, "_sklearn.py", PYTHON))
    offers.append(Offer("notebook", NOTEBOOK, partial(notebook, result), ".ipynb", BOOK))
    for offer in offers:
        _button(folder, experiment, offer)
    if lacks:
        st.caption(lacks)


def _points(folder: str, experiment: Experiment) -> None:
    data = data_of(experiment)
    st.markdown("**Points**")
    if not len(data):
        st.caption("The board is empty.")
        return
    _button(folder, experiment, Offer("csv", "CSV", partial(points_csv, data), ".csv", "text/csv"))
    more = HELP["weights"] if data.weighed else ""
    lines = partial(points_libsvm, data)
    _button(folder, experiment, Offer("libsvm", "LIBSVM", lines, ".libsvm", "text/plain", more))


def _experiment(folder: str, data: Data | None) -> Offer:
    make = partial(write_experiment, folder, link.shared_words(), data)
    return Offer("json", "JSON", make, ".json", "application/json")


def _button(folder: str, experiment: Any, offer: Offer) -> None:
    named = isinstance(experiment, Experiment)
    name = file_name(folder, experiment, offer.end) if named else f"svm-playground_{folder}.json"
    st.download_button(
        offer.label,
        offer.make,
        file_name=name,
        mime=offer.mime,
        help=HELP[offer.key] + offer.more,
        on_click="ignore",
        key=f"export_{offer.key}",
        width="stretch",
    )
