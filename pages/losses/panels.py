"""The controls of the page Losses, its picture and its chart."""

import streamlit as st

from pages.losses.figures import curves_figure, loss_figure, penalty_figure
from pages.losses.model import LossesSettings, LossRun
from pages.losses.text import (
    LOSS,
    PENALTIES,
    PENALTY,
    PENALTY_HELP,
    SOURCES,
    TITLES,
    loss_badge,
    loss_sentence,
    notes,
    point_words,
    touching_words,
)
from pages.plots.layout_sizes import LARGE_CHART, LOSS_CHART
from pages.state.board.experiment import PARAMETERS
from pages.state.screen.detail import hidden_of_data
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.inspected_point import inspected_index
from pages.ui.controls import controls, data_controls
from pages.ui.controls.widgets import bound, choice, controlled, heading, slider
from pages.ui.page.detail import more_settings
from pages.ui.page.screen_parts import is_shown
from pages.ui.visit.visit import choices, shown_layers, value
from svmcore.params import parameters


def sidebar(board: BoardState) -> None:
    """Data, the loss and its C, the penalty, the kernel."""
    data_controls.data(board)
    heading(LOSS)
    chosen = choices(LossesSettings)
    st.pills(
        LOSS,
        tuple(TITLES),
        format_func=TITLES.__getitem__,
        required=True,
        label_visibility="collapsed",
        width="stretch",
        **controlled(chosen, "loss", "w_margin_loss"),
    )
    slider(board, PARAMETERS["C"])
    if value(LossesSettings).loss == "huber_hinge":
        slider(chosen, *parameters(LossesSettings))
    _penalty(board)
    controls.kernel(board)
    more_settings(
        lambda: data_controls.more_of_data(board), hidden_of_data(board.experiment, hard=False)
    )


def _penalty(board: BoardState) -> None:
    """The penalty: that of the model, which is 1/2 |w|^2 where the kernel is not linear."""
    linear = board["kernel"] == "linear"

    def changed(penalty: str) -> None:
        if penalty == "l1" and not linear:
            board.choose(kernel="linear")
        choices(LossesSettings).choose(penalty=penalty)

    shown = value(LossesSettings).penalty if linear else "l2"
    of = bound("w_penalty", shown, changed)
    choice(PENALTY, PENALTIES, help=PENALTY_HELP, label_visibility="visible", **of)


def picture(board: BoardState, run: LossRun) -> None:
    """The model of the loss, the other boundary dashed, and the sentence."""
    look = {"show": shown_layers(), "revision": str(board.fits), "seen": display.seen(board)}
    k = inspected_index(run.drawn)
    figure = loss_figure(run, board.home, **look, asked=k, svm=is_shown("boundary"))
    display.inspection_picture(board, figure, run.data, loss_badge(run), loss_sentence(run))


def curves(board: BoardState, run: LossRun) -> None:
    """All losses, with the points on the chosen one; below the weights where those come first."""
    figure = curves_figure(run, inspected_index(run.drawn))
    (display.chart if run.sparse else display.main_chart)("losses", figure, LOSS_CHART)


def weights(board: BoardState, run: LossRun) -> None:
    """Loss and penalties over the weights, and what is to be seen there."""
    if run.weights is None:
        return
    figure = penalty_figure(run.weights, run.choice.penalty)
    (display.main_chart if run.sparse else display.chart)("penalties", figure, LARGE_CHART)
    if is_shown("charts"):
        st.caption(touching_words(run))


def words(board: BoardState, run: LossRun) -> None:
    """The point that was asked about, the formula of the loss, and the sources."""
    k = inspected_index(run.drawn)
    if is_shown("cards"):  # they tell as much
        (st.caption if k is None else st.write)(point_words(run, k))
    st.caption(notes(run, svm=is_shown("boundary")))
    st.caption(SOURCES)
