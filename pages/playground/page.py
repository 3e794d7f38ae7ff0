"""The main job: place points, choose a model, see it."""

import streamlit as st

from pages.export.two_class import two_class_export
from pages.playground.text import HINT, TEST_LINK, derivation_key
from pages.plots.charts import alpha_figure, cost_figure
from pages.plots.layout_sizes import CHART, COST_CHART
from pages.state.model.run import run
from pages.state.model.scene import scene
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.comparison import compared, comparison, spoken
from pages.ui.canvas.options import Tools
from pages.ui.controls.controls import sidebar
from pages.ui.page.detail import is_expert
from pages.ui.page.layout import layout
from pages.ui.page.page_shell import derivation_link, run_page


def show(board: BoardState) -> None:
    """The picture, what it says, and the charts beside it; a frozen model is in all of them."""
    result = run(board.experiment)
    drawn, both = scene(result, board.view), comparison(board, result)
    left, right = display.columns()
    with left:
        # where there is a ringed point to drag, and a C to move
        is_soft = result.model is not None and board.experiment.margin == "soft"
        inviting = is_soft and not layout().picture_only
        display.model_canvas(
            board,
            drawn,
            frozen=scene(both.a, board.view) if both else None,
            aside=spoken(both),
            tools=Tools(hint=HINT if inviting else ""),
        )
    frozen = both.a if both else None
    with right:
        if both is None:
            display.cards(drawn)
        compared(board, both)
        if result.model is not None:
            st.page_link("pages/evaluation/page.py", label=TEST_LINK)
        if result.solution is not None:
            display.chart("cost", cost_figure(result, frozen), COST_CHART)
        if is_expert() and result.solution is not None:
            display.chart("alpha", alpha_figure(result, frozen=frozen), CHART)
        if result.model is not None:
            derivation_link(derivation_key(result))


run_page(sidebar, show, exports=lambda board: two_class_export(board.experiment))
