"""The sidebar of the descents: the points, what is to be small, and how to go down."""

import streamlit as st

from pages.descent.model.problem import has_weights
from pages.descent.model.start import StartWeights
from pages.descent.remembered import FilmMemory
from pages.descent.text import (
    CONSTANTS,
    FORGOTTEN,
    ORDERS,
    OUTPUTS,
    SPACES,
    START,
    UNUSED,
    constant_text,
)
from pages.model_selection.splits import held_out
from pages.state.board.experiment import Experiment
from pages.state.descent.descent_methods import METHODS, Descent
from pages.state.model.run import data_of
from pages.state.screen.detail import hidden_of_data
from pages.state.text.conventions import WRITTEN
from pages.ui.board.board_state import BoardState
from pages.ui.controls.controls import kernel
from pages.ui.controls.data_controls import data, more_of_data
from pages.ui.controls.widgets import heading, segments, select, slider, stops
from pages.ui.page.detail import more_settings
from pages.ui.range.range import range_input
from pages.ui.visit.visit import choices, remembered, value
from svmcore.losses import LOSSES
from svmcore.objective import CONVENTIONS
from svmcore.params import parameters
from svmcore.sgd.schedule import SCHEDULES

C = next(p for p in parameters(Experiment) if p.name == "C")


def sidebar(board: BoardState) -> None:
    """All controls of a descent."""
    remembered(FilmMemory).points = trained_on(board)
    data(board)
    _cost(board)
    _steps()
    heading("Model")
    segments(choices(Descent), "space", SPACES)
    if value(Descent).space == "kernel":
        kernel(board)
    if has_weights(board.experiment, value(Descent)):
        _start()
    _more(board)


def _start() -> None:
    """The weights before the first update."""
    how = value(Descent)
    with st.expander(START):
        for parameter in parameters(StartWeights):
            slider(choices(StartWeights), parameter)
        if (METHODS[how.method].rate or how.schedule) == "pegasos":
            st.caption(FORGOTTEN)


def _more(board: BoardState) -> None:
    chosen, titles = choices(Descent), {"order": ORDERS, "output": OUTPUTS}

    def more() -> None:
        for name, of in titles.items():
            known = value(Descent).choices()[name]
            segments(chosen, name, {word: of[word] for word in known})
        more_of_data(board)

    usual = Descent()
    changed = (
        of[chosen[name]].lower()
        for name, of in titles.items()
        if chosen[name] != getattr(usual, name)
    )
    more_settings(more, (*changed, *hidden_of_data(board.experiment)))


def _cost(board: BoardState) -> None:
    heading("Cost")
    chosen = choices(Descent)
    titles = {name: WRITTEN[name].title for name in CONVENTIONS}
    seen = WRITTEN[value(Descent).objective].seen
    select(chosen, "objective", titles, seen, label="Written as")
    if value(Descent).method != "perceptron":
        segments(chosen, "loss", {name: cls.title for name, cls in LOSSES.items()})
    _constant(board)
    own = value(Descent).method == "perceptron"
    objective = value(Descent).objective
    formula = constant_text(objective, board.experiment.C, trained_on(board))
    st.caption(f"{formula}. {UNUSED}" if own else f"{formula}.")


def _constant(board: BoardState) -> None:
    """C or lambda as the chosen text writes it; the session keeps C of 1/2 |w|^2 + C sum loss."""
    way, n = CONVENTIONS[value(Descent).objective], trained_on(board)
    own = float(f"{way.constant_of(board.experiment.C, n):.6g}")
    ends = sorted(way.constant_of(limit, n) for limit in (C.low, C.high))

    def changed(constant: float) -> None:
        value = way.C_of(constant, trained_on(board))
        board.choose(C=min(max(value, C.low), C.high))

    low, high = ends
    range_input(
        f"w_constant_{value(Descent).objective}",
        way.constant,
        own,
        low=low,
        high=high,
        change=changed,
        initial=way.constant_of(C.default, n),
        log=True,
        stops=stops(low, high, own),
        help=CONSTANTS[way.constant],
        page_keys=True,
    )


def constant_is_stale(board: BoardState) -> bool:
    """Whether the sidebar shows a constant for another number of points than there are now."""
    if board.live or value(Descent).objective == "sum":
        return False
    return remembered(FilmMemory).points != trained_on(board)


def trained_on(board: BoardState) -> int:
    """How many points are learnt from."""
    points = data_of(board.experiment)
    share, seed = value(Descent).test_share, board.experiment.seed
    return max(1, len(points) - int(held_out(points.ids, points.y, share, seed).sum()))


def _steps() -> None:
    heading("Optimisation")
    method = METHODS[value(Descent).method]
    chosen = choices(Descent)
    select(chosen, "method", {name: each.title for name, each in METHODS.items()}, method.help)
    if method.rate is None:
        segments(chosen, "schedule", {name: cls.title for name, cls in SCHEDULES.items()})
    if value(Descent).method != "perceptron":
        st.caption(SCHEDULES[method.rate or value(Descent).schedule].formula)
    for parameter in value(Descent).parameters():
        slider(chosen, parameter)
