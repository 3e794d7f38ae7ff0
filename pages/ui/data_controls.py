"""The controls of the data: the sample, its parameters, and how much each class counts."""

import streamlit as st

from pages.datasets.two_class import DATASETS
from pages.plots.thumbnail import thumbnail
from pages.state.experiment import Experiment
from pages.ui.kept_points import kept_points, sample_picked
from pages.ui.observed import callback
from pages.ui.picker import picker
from pages.ui.session import Session
from pages.ui.weights import weights
from pages.ui.widgets import bound, choice, heading, slider
from svmcore.params import parameters

OWN = {p.name: p for p in parameters(Experiment)}


def data(session: Session, *, many: bool = False) -> None:
    """The choice of the sample and its parameters; `many` for a page that shows all classes."""
    experiment = session.experiment
    heading("Data")
    offered = {name: DATASETS[name] for name in experiment.choices()["dataset"]}
    cards = {
        name: (cls.title, cls.help, thumbnail(name, experiment.classes))
        for name, cls in offered.items()
    }
    picker("dataset", cards, experiment.dataset, sample_picked(session))
    if many:
        slider(session, OWN["classes"])
    elif experiment.n_classes > 2:
        _one_class(session)
    if experiment.dataset == "own":
        st.caption("Your own points: click on the picture to place them.")
        return
    kept_points(session)
    slider(session, OWN["n_samples"])
    for parameter in experiment.parameters()["dataset"]:
        slider(session, parameter)
    sample_buttons(session)


def sample_buttons(session: Session) -> None:
    """Another sample of the same dataset, and the sample as the visitor's own points."""
    st.button(
        "New sample",
        help="Draw another random sample; the points that you placed stay.",
        on_click=callback(new_sample),
        args=(session,),
        width="stretch",
    )
    st.button(
        "Convert to my points",
        help="Make the sample your own points, which the sliders no longer change.",
        on_click=callback(session.place_all),
        width="stretch",
    )


def _one_class(session: Session) -> None:
    """Which class is +1, on a page for two, where the board has more."""
    plus = str(session.experiment.plus)
    choice(
        "Class +1",
        {str(c): str(c) for c in range(session.experiment.n_classes)},
        help="The page shows this class (+1) against all others (−1).",
        label_visibility="visible",
        **bound("w_positive", plus, lambda c: session.choose(positive=int(c))),
    )


def more_of_data(session: Session, *, hard: bool = False, many: bool = False) -> None:
    """What is seldom changed about a sample, and how much each class counts.

    A `hard` margin knows no weights: there is nothing to choose. `many` as in `data`.
    """
    if session.experiment.dataset != "own":
        slider(session, OWN["balance"])
        slider(session, OWN["seed"], typed=True)
    if not hard:
        weights(session, many=many)


def new_sample(session: Session) -> None:
    """The sample of the next seed."""
    high = int(OWN["seed"].high)
    session.choose(seed=(session.experiment.seed + 1) % (high + 1))
