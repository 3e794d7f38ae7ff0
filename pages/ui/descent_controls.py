"""The sidebar of the descents: the points, what is to be small, and how to go down."""

from __future__ import annotations

import streamlit as st

from pages.ui.controls import data, kernel, more_of_data
from pages.ui.session import Desk
from pages.ui.widgets import bound, heading, segments, select, slider, stops
from svmcore.descent.methods import METHODS
from svmcore.descent.plan import SCHEDULES
from svmcore.experiment import Experiment
from svmcore.losses import LOSSES
from svmcore.objective import CONVENTIONS
from svmcore.params import parameters
from svmcore.report import number
from svmcore.run import data_of
from svmcore.split import held_out

SPACES = {"plane": "Weights w", "kernel": "Kernel"}
ORDERS = {"shuffled": "Shuffled", "data": "In data order"}
OUTPUTS = {"last": "Last machine", "mean": "Mean of all"}
C = next(p for p in parameters(Experiment) if p.name == "C")


def sidebar(desk: Desk) -> None:
    """All controls of a descent."""
    desk.shown, desk.shown_on = desk.experiment, trained_on(desk)
    data(desk)
    _cost(desk)
    _steps(desk)
    heading("Machine")
    segments(desk, "space", SPACES)
    if desk.descent.space == "kernel":
        kernel(desk)
    with st.expander("More settings"):
        segments(desk, "order", ORDERS)
        segments(desk, "output", OUTPUTS)
        more_of_data(desk)


def _cost(desk: Desk) -> None:
    heading("Cost")
    way = CONVENTIONS[desk.descent.objective]
    titles = {name: each.title for name, each in CONVENTIONS.items()}
    select(desk, "objective", tuple(CONVENTIONS), titles.__getitem__, way.seen, "Written as")
    if desk.descent.method != "perceptron":
        segments(desk, "loss", {name: cls.title for name, cls in LOSSES.items()})
    _constant(desk)
    own = desk.descent.method == "perceptron"
    st.caption(f"{way.formula}. The perceptron knows none of it." if own else way.formula)


def _constant(desk: Desk) -> None:
    """C or lambda in the units of the chosen way of writing; the desk keeps C of the first way."""
    way, n = CONVENTIONS[desk.descent.objective], trained_on(desk)
    own = float(f"{way.constant_of(desk.experiment.C, n):.6g}")
    ends = sorted(way.constant_of(limit, n) for limit in (C.low, C.high))

    def changed(constant: float) -> None:
        value = way.C_of(constant, trained_on(desk))
        desk.choose(C=min(max(value, C.low), C.high))

    st.select_slider(
        way.constant,
        options=stops(*ends, own),
        format_func=number,
        help="What a loss costs." if way.constant == "C" else "What a long w costs.",
        **bound(f"w_constant_{desk.descent.objective}", own, changed),
    )


def constant_is_stale(desk: Desk) -> bool:
    """Whether the sidebar shows a constant for another number of points than there are now."""
    if desk.live or desk.descent.objective == "sum":
        return False
    return desk.shown_on != trained_on(desk)


def trained_on(desk: Desk) -> int:
    """How many points are learnt from."""
    points = data_of(desk.experiment)
    share, seed = desk.descent.test_share, desk.experiment.seed
    return max(1, len(points) - int(held_out(points.ids, points.y, share, seed).sum()))


def _steps(desk: Desk) -> None:
    heading("Steps")
    method = METHODS[desk.descent.method]
    titles = {name: each.title for name, each in METHODS.items()}
    select(desk, "method", tuple(METHODS), titles.__getitem__, method.help, "Method")
    if method.rate is None:
        segments(desk, "schedule", {name: cls.title for name, cls in SCHEDULES.items()})
    if desk.descent.method != "perceptron":
        st.caption(SCHEDULES[method.rate or desk.descent.schedule].formula)
    for parameter in desk.descent.parameters():
        slider(desk, parameter)
