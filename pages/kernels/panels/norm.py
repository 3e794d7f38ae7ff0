"""The norm of f: its terms, the margin, and what the representer theorem leaves out."""

import streamlit as st

from pages.kernels.figures.norm import norm_figure, raised_figure
from pages.kernels.model.norm import (
    AddedPart,
    NormParts,
    Raised,
    added_part,
    norm_parts,
    raised,
    roomy_place,
)
from pages.kernels.panels import common
from pages.kernels.settings import NormSettings
from pages.kernels.text.norm import (
    NO_NORM,
    REPRESENTER,
    TERMS,
    added_text,
    norm_cards,
    orthogonal_text,
)
from pages.plots.decision import decision_figure
from pages.plots.layout_sizes import TALL_CHART
from pages.state.board.inspected import Inspected
from pages.state.model.scene import Scene
from pages.state.text.verdict import badge
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.inspected_point import inspected_index
from pages.ui.canvas.options import Linked
from pages.ui.controls.widgets import slider
from pages.ui.page.views import view_switch
from pages.ui.visit.visit import choices, shown_layers, value
from svmcore.params import parameters

[SIZE] = parameters(NormSettings)


def show(board: BoardState) -> None:
    """The picture of f + t g; beside it the terms of the norm and the theorem."""
    drawn = common.machine(board)
    parts = norm_parts(drawn.run)
    left, right = display.columns(talk=True)
    if parts is None:
        with left:
            common.board_canvas(board, drawn, comparing=False)
        with right:
            view_switch()
            if drawn.run.model is not None:
                st.caption(NO_NORM)
            display.chart("norm", norm_figure(None), TALL_CHART)
        return
    part = added_part(drawn.run, _place(board, drawn))
    found = raised(drawn.run, part, value(NormSettings).height, drawn.extent)
    with left:
        _picture(board, drawn, parts, part, found)
    with right:
        view_switch()
        _beside(board, drawn, parts, part, found)


def _picture(
    board: BoardState, drawn: Scene, parts: NormParts, part: AddedPart, found: Raised | None
) -> None:
    look = {"show": shown_layers(), "revision": str(board.fits), "seen": display.seen(board)}
    plain = decision_figure(drawn, board.home, **look)
    mark = badge(drawn.run) if found is None or found.height == 0.0 else None  # f + t g has none
    words = added_text(drawn.run, parts, part, found)
    figure = raised_figure(plain, drawn, part, found)
    display.inspection_picture(board, figure, drawn.run.data, mark, words)


def _beside(
    board: BoardState, drawn: Scene, parts: NormParts, part: AddedPart, found: Raised | None
) -> None:
    display.show_cards(*norm_cards(parts, found))
    slider(choices(NormSettings), SIZE, step=0.1, off="g = 0" if part.square == 0.0 else "")
    st.caption(orthogonal_text(part, found))
    ids = board.browser_ids(drawn.run.data.ids)
    linked = Linked(ids=[ids[i] for i in parts.points])
    display.chart("norm", norm_figure(parts), TALL_CHART, linked=linked, pick=board.pick)
    st.caption(TERMS)
    st.caption(REPRESENTER)


def _place(board: BoardState, drawn: Scene) -> tuple[float, float]:
    """The inspected point or place; without one, where g is largest."""
    k = inspected_index(drawn.run)
    if k is not None:
        x, y = drawn.run.data.X[k].tolist()
        return x, y
    return value(Inspected).place or roomy_place(drawn.run, board.home)
