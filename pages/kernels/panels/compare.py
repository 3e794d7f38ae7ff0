"""Which kernel: three of them under cross-validation, and the simplest that will do."""

from collections.abc import Callable

import streamlit as st

from pages.kernels.figures.compare import choice_figure
from pages.kernels.panels import common
from pages.state.run import Data, data_of
from pages.state.verdict import number
from pages.ui import display
from pages.ui.session import Session
from svmcore.model_selection.compare_kernels import comparing, obstacle
from svmcore.model_selection.kernel_choice import KernelChoice, advice

_KNOWN = "kernel_choices"  # of which points, and what was found


def show(session: Session) -> None:
    """The picture; beside it the comparison, its advice, and a button that takes it."""
    drawn = common.machine(session)
    data = data_of(session.experiment)
    left, right = display.columns()
    with left:
        common.board_canvas(session, drawn)
    with right:
        common.choose(session)
        st.caption("Every kernel with its best C and parameters, by five-fold cross-validation.")
        why = obstacle(data.y)
        if why:
            st.html(f"<p>{why}</p>")
            return
        _compare(session, data)


def _compare(session: Session, data: Data) -> None:
    of = (data.X.tobytes(), data.y.tobytes(), data.weight.tobytes(), session.experiment.seed)
    weight = None if (data.weight == 1.0).all() else data.weight
    if weight is not None:
        st.caption("Weights are used in training; the scores count every point once.")
    pressed = st.button("Compare", key="compare", help="Trains about 150 models.")
    if pressed:
        bar = st.progress(0.0, "training")
        steps = comparing(data.X, data.y, data.ids, seed=session.experiment.seed, weight=weight)
        for step in steps:
            bar.progress(step.done / step.total, f"{step.done} of {step.total} models")
        bar.empty()
        st.session_state[_KNOWN] = (of, step.choices)
    known = st.session_state.get(_KNOWN)
    choices: tuple[KernelChoice, ...] = known[1] if known is not None and known[0] == of else ()
    display.chart("choice", choice_figure(choices), 230)
    if not choices:
        return
    larger = max(float((data.y > 0).mean()), float((data.y < 0).mean()))
    st.html(f'<p class="svm-advice">{advice(choices, larger)}</p>')
    for choice in choices:
        words = ", ".join(f"{name} = {number(value)}" for name, value in choice.settings)
        st.button(
            f"Use {choice.title} with {words}",
            key=f"use_{choice.kernel}",
            on_click=_taking(session, choice),
            help=f"{choice.n_support} support vectors on all points.",
        )


def _taking(session: Session, choice: KernelChoice) -> Callable[[], None]:
    words = {"kernel": choice.kernel, "margin": "soft"} | dict(choice.settings)
    if choice.kernel == "poly":
        words |= {"gamma": 1.0, "coef0": 1.0}
    return lambda: session.choose(**words)
