"""The exact model: its numbers, its residuals, and which points pull at f."""

from pages.plots.layout_sizes import RESIDUAL_CHART
from pages.regression.figures.charts import multiplier_figure, residual_figure
from pages.regression.model.drawing import tube
from pages.regression.model.fit import fit
from pages.regression.panels import common
from pages.regression.text import regression_cards
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.canvas.options import Linked
from pages.ui.page.views import view_switch


def show(board: BoardState) -> None:
    """The picture; the cards, the residuals and the multipliers beside it."""
    fitted = fit(board.experiment)
    drawn = tube(fitted, board.view)
    left, right = display.columns()
    with left:
        common.board_canvas(board, drawn)
    with right:
        view_switch()
        display.show_cards(*regression_cards(fitted))
        display.main_chart("residuals", residual_figure(drawn, board.view), RESIDUAL_CHART)
        figure, order = multiplier_figure(fitted, common.inspected_index(fitted))
        display.chart(
            "multipliers",
            figure,
            RESIDUAL_CHART,
            linked=Linked(ids=board.browser_ids(fitted.ids[i] for i in order)),
            pick=lambda pick: common.inspect(board, pick),
        )
