"""f(x) taken apart: what every support vector says of a place."""

import streamlit as st

from pages.kernels.figures.decomposition import decomposition_figure
from pages.kernels.model.decomposition import decompose
from pages.kernels.panels import common
from pages.kernels.text.views import WHERE, terms_text, value_text
from pages.plots.decision import ringed
from pages.plots.layout_sizes import BLOCKS_CHART
from pages.state.board.inspected import Inspected
from pages.state.model.run import Run
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.inspected_point import inspected_index
from pages.ui.canvas.options import Linked
from pages.ui.page.page_shell import derivation_link
from pages.ui.visit.visit import value


def show(board: BoardState) -> None:
    """The picture with the place that was asked about, and the terms of f there as bars."""
    drawn = common.machine(board)
    place = _place(board, drawn.run)
    found = decompose(drawn.run, place) if place is not None else None
    left, right = display.columns()
    with left:
        text = "" if drawn.run.model is None else WHERE
        if found is not None:
            text = value_text(place, found)
        point = inspected_index(drawn.run)
        at = place if point is None else None  # a point has its ring already
        common.board_canvas(
            board, drawn, text, change=lambda figure: figure if at is None else ringed(figure, at)
        )
    with right:
        common.beside(board, drawn)
        ids = board.browser_ids(drawn.run.data.ids)
        linked = Linked(ids=[] if found is None else [ids[i] for i in found.points])
        figure = decomposition_figure(found)
        display.main_chart("apart", figure, BLOCKS_CHART, linked=linked, pick=board.pick)
        st.caption(terms_text(found))
        derivation_link("kernel")


def _place(board: BoardState, run: Run) -> tuple[float, float] | None:
    k = inspected_index(run)
    if k is None:
        return value(Inspected).place
    x, y = run.data.X[k].tolist()
    return x, y
