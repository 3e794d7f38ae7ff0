"""Approximate features of the RBF kernel: the boundary, the error of K, and the time."""

import streamlit as st

from pages.kernels.figures.approximation import approximation_figure, error_figure
from pages.kernels.model.approximation import (
    SEEDS,
    Approximated,
    ErrorCurves,
    approximated,
    error_curves,
)
from pages.kernels.panels import common
from pages.kernels.settings import METHODS, ApproximationSettings
from pages.kernels.text.approximation import (
    DRAW,
    DRAW_HELP,
    FORMULAS,
    ONLY_RBF,
    USE_RBF,
    approximation_cards,
    approximation_text,
    curves_text,
)
from pages.plots.layout_sizes import TALL_CHART
from pages.state.model.scene import Scene
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.controls.widgets import segments, slider
from pages.ui.page.views import view_switch
from pages.ui.server.jobs import Background, counted, latest
from pages.ui.server.observed import callback
from pages.ui.visit.visit import choices, set_fields, shown_layers, value
from svmcore.params import parameters

CURVES = "error curves"  # the job that computes the chart
OWN = {p.name: p for p in parameters(ApproximationSettings)}


def show(board: BoardState) -> None:
    """The picture with both boundaries; beside it D, the cards and the chart."""
    drawn = common.machine(board)
    ready = drawn.run.model is not None and drawn.run.experiment.kernel == "rbf"
    left, right = display.columns(talk=True)
    if not ready:
        with left:
            common.board_canvas(board, drawn, comparing=False)
        with right:
            view_switch()
            if drawn.run.experiment.kernel != "rbf":
                st.caption(ONLY_RBF)
                st.button(
                    USE_RBF, key="use_rbf", on_click=callback(lambda: board.choose(kernel="rbf"))
                )
        return
    chosen = value(ApproximationSettings)
    found = approximated(drawn.run, chosen.method, chosen.n_components, chosen.draw, drawn.extent)
    with left:
        _picture(board, drawn, found)
    with right:
        view_switch()
        _controls()
        display.show_cards(*approximation_cards(found))
        st.caption(FORMULAS[chosen.method])
        _chart(board, found)


def _picture(board: BoardState, drawn: Scene, found: Approximated) -> None:
    figure = approximation_figure(found, drawn, board.home, str(board.fits), shown_layers())
    method = value(ApproximationSettings).method
    words = approximation_text(found, method, shown_layers())
    display.inspection_picture(board, figure, drawn.run.data, None, words)


def _controls() -> None:
    chosen = choices(ApproximationSettings)
    segments(chosen, "method", METHODS, key="w_features", width="content")
    slider(chosen, OWN["n_components"])
    last = int(OWN["draw"].high)
    draw = value(ApproximationSettings).draw
    st.button(
        DRAW,
        key="draw_features",
        help=DRAW_HELP,
        on_click=callback(lambda: set_fields(ApproximationSettings, draw=(draw + 1) % (last + 1))),
    )


def _chart(board: BoardState, found: Approximated) -> None:
    """The error over D; a gesture keeps the last curves."""
    X, gamma = found.run.data.X, found.run.experiment["gamma"]
    method = value(ApproximationSettings).method
    work = Background(
        CURVES, (X.tobytes(), gamma), lambda: counted(SEEDS, error_curves(X, gamma)), "draws"
    )
    last = latest(CURVES)
    if last is None or not board.live:
        last = work.current()
    state = last.found, last.running
    drawn: ErrorCurves | None = last.found
    display.chart("error", error_figure(drawn, found, method), TALL_CHART)
    if drawn is not None:
        st.caption(curves_text(drawn))
    if last.key == work.key:
        work.follow(state)
