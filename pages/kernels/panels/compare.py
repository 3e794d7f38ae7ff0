"""Which kernel: three of them under cross-validation, and the simplest that will do."""

from collections.abc import Callable

import streamlit as st

from pages.kernels.figures.compare import choice_figure
from pages.kernels.panels import common
from pages.kernels.text.views import (
    COMPARE_HELP,
    COMPARED,
    FIRST_CHOICE,
    WEIGHTED,
    marks_text,
    use_help,
    use_label,
)
from pages.model_selection.compare_kernels import comparing, obstacle
from pages.model_selection.kernel_choice import KernelChoice, advice
from pages.plots.layout_sizes import ROWS_CHART
from pages.state.model.run import Data, data_of
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.server.jobs import Background
from pages.ui.server.observed import callback

COMPARISON = "compare"  # the job that compares kernels
FIRST_WAIT = 0.3  # seconds that the first kernel is waited for at once


def show(board: BoardState) -> None:
    """The picture; beside it the comparison, its advice, and a button that takes it."""
    drawn = common.machine(board)
    data = data_of(board.experiment)
    left, right = display.columns()
    with left:
        common.board_canvas(board, drawn)
    with right:
        common.beside(board, drawn)
        st.caption(COMPARED)
        why = obstacle(data.y)
        if why:
            st.html(f"<p>{why}</p>")
        else:
            _compare(board, data)
        st.caption(FIRST_CHOICE)


def _compare(board: BoardState, data: Data) -> None:
    """The kernels so far, how far it is, and the advice when all are there."""
    seed = board.experiment.seed
    weight = None if (data.weight == 1.0).all() else data.weight
    if weight is not None:
        st.caption(WEIGHTED)
    work = Background(
        COMPARISON,
        (data.X.tobytes(), data.y.tobytes(), data.weight.tobytes(), seed),
        lambda: comparing(data.X, data.y, data.ids, seed=seed, weight=weight),
    )
    st.button(
        "Compare the kernels", key="compare", help=COMPARE_HELP, on_click=callback(work.begin)
    )
    work.stop_other()
    job = work.job
    if job is None:
        display.chart("choice", choice_figure(()), ROWS_CHART)
        return
    job.wait(FIRST_WAIT, lambda: bool(job.found))
    drawn = work.state
    choices: tuple[KernelChoice, ...] = drawn[0] or ()
    display.chart("choice", choice_figure(choices), ROWS_CHART)
    work.follow(drawn)
    if choices:
        st.caption(marks_text(len(choices[0].scores)))
    if job.finished:
        larger = max(float((data.y > 0).mean()), float((data.y < 0).mean()))
        st.html(f'<p class="svm-advice">{advice(choices, larger)}</p>')
    for choice in choices:
        st.button(
            use_label(choice),
            key=f"use_{choice.kernel}",
            on_click=callback(_taking(board, choice)),
            help=use_help(choice),
        )


def _taking(board: BoardState, choice: KernelChoice) -> Callable[[], None]:
    words = {"kernel": choice.kernel, "margin": "soft"} | dict(choice.settings)
    if choice.kernel == "poly":
        words |= {"gamma": 1.0, "coef0": 1.0}
    return lambda: board.choose(**words)
