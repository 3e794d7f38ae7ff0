"""The controls of the data: the sample, its parameters, and how much each class counts."""

import streamlit as st

from pages.datasets.two_class import DATASETS
from pages.plots.thumbnail import thumbnail
from pages.state.board.experiment import PARAMETERS
from pages.state.text.board_words import OWN_POINTS
from pages.ui.board.board_state import BoardState
from pages.ui.board.kept_points import kept_points, sample_picked
from pages.ui.controls.weights import weights
from pages.ui.controls.widgets import bound, choice, heading, slider
from pages.ui.picker.picker import picker
from pages.ui.server.observed import callback


def data(board: BoardState, *, many: bool = False) -> None:
    """The choice of the sample and its parameters; `many` for a page that shows all classes."""
    experiment = board.experiment
    heading("Data")
    offered = {name: DATASETS[name] for name in experiment.choices()["dataset"]}
    cards = {
        name: (cls.title, cls.help, thumbnail(name, experiment.classes))
        for name, cls in offered.items()
    }
    picker("dataset", cards, experiment.dataset, sample_picked(board))
    if many:
        slider(board, PARAMETERS["classes"])
    elif experiment.n_classes > 2:
        _one_class(board)
    if experiment.dataset == "own":
        st.caption(OWN_POINTS)
        return
    kept_points(board)
    slider(board, PARAMETERS["n_samples"])
    for parameter in experiment.parameters()["dataset"]:
        slider(board, parameter)
    sample_buttons(board)


def sample_buttons(board: BoardState) -> None:
    """Another sample of the same dataset, and the sample as the visitor's own points."""
    st.button(
        "New sample",
        help="Draw another random sample; the points that you placed stay.",
        on_click=callback(new_sample),
        args=(board,),
        width="stretch",
    )
    st.button(
        "Convert to my points",
        help="Make the sample your own points, which the sliders no longer change.",
        on_click=callback(board.place_all),
        width="stretch",
    )


def _one_class(board: BoardState) -> None:
    """Which class is +1, on a page for two, where the board has more."""
    plus = str(board.experiment.plus)
    choice(
        "Class +1",
        {str(c): str(c) for c in range(board.experiment.n_classes)},
        help="The page shows this class (+1) against all others (−1).",
        label_visibility="visible",
        **bound("w_positive", plus, lambda c: board.choose(positive=int(c))),
    )


def more_of_data(board: BoardState, *, hard: bool = False, many: bool = False) -> None:
    """What is seldom changed about a sample, and how much each class counts.

    A `hard` margin knows no weights: there is nothing to choose. `many` as in `data`.
    """
    if board.experiment.dataset != "own":
        slider(board, PARAMETERS["balance"])
        slider(board, PARAMETERS["seed"], typed=True)
    if not hard:
        weights(board, many=many)


def new_sample(board: BoardState) -> None:
    """The sample of the next seed."""
    high = int(PARAMETERS["seed"].high)
    board.choose(seed=(board.experiment.seed + 1) % (high + 1))
