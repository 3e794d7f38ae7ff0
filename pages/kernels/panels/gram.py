"""The Gram matrix: who is like whom, its spectrum, and what that says of the kernel."""

from typing import Any

import streamlit as st

from pages.kernels.figures.decomposition import similarity_trace
from pages.kernels.figures.gram import gram_figure, spectrum_figure
from pages.kernels.model.decomposition import similarity_field
from pages.kernels.model.gram import gram_view
from pages.kernels.panels import common
from pages.kernels.settings import ORDERS, KernelsView
from pages.kernels.text.views import ROWS, similarity_text, spectrum_text
from pages.plots.layout_sizes import SPECTRUM_CHART, SQUARE_CHART
from pages.plots.theme import Figure
from pages.state.model.scene import cover
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.inspected_point import inspected_index
from pages.ui.canvas.options import Linked
from pages.ui.controls.widgets import segments
from pages.ui.page.page_shell import derivation_link
from pages.ui.visit.visit import choices, value


def show(board: BoardState) -> None:
    """The points, over the similarity to the one that was asked about; the matrix beside them."""
    drawn = common.machine(board)
    view = gram_view(board.experiment, value(KernelsView).order)
    k = inspected_index(drawn.run)
    left, right = display.columns()
    with left:
        text = ROWS if len(view.data) else ""
        over = None
        if k is not None:
            field = similarity_field(board.experiment, k, cover(board.view))
            text = similarity_text(k, bool(field.values.min() < 0.0))
            over = similarity_trace(field)
        common.board_canvas(board, drawn, text, change=lambda figure: _instead(figure, over))
    with right:
        common.beside(board, drawn)
        chosen = choices(KernelsView)
        segments(chosen, "order", ORDERS, key="w_gram_order", width="content")
        ids = board.browser_ids(view.data.ids)
        linked = Linked(ids=[ids[i] for i in view.order], on_hover=True)
        figure = gram_figure(view)
        display.main_chart(
            "gram", figure, SQUARE_CHART, square=True, linked=linked, pick=board.pick
        )
        display.chart("spectrum", spectrum_figure(view), SPECTRUM_CHART)
        st.caption(spectrum_text(view))
        derivation_link("kernel")


def _instead(figure: Figure, field: dict[str, Any] | None) -> Figure:
    """The field in the place of the model: of the figure only the points are left."""
    if field is None:
        return figure
    kept = [trace for trace in figure["data"] if trace["uid"] in ("points", "asked")]
    return {**figure, "data": [field, *kept]}
