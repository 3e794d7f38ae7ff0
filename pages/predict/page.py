"""Say first what a model will do, then see it: support vectors, changes, kernels."""

from pathlib import Path

from pages.predict.panels import change, kernel, support
from pages.predict.remembered import settle
from pages.predict.settings import PredictSettings
from pages.predict.sidebar import sidebar
from pages.ui.board.board_state import BoardState
from pages.ui.page.page_shell import Part, run_page
from pages.ui.page.styles import show_styles
from pages.ui.visit.visit import value


def settled(show: Part) -> Part:
    """A view; an edit may have added points, and runs this alone."""

    def shown(board: BoardState) -> None:
        settle()
        show(board)

    return shown


show_styles(Path(__file__).parent / "predict.css")
settle()
run_page(
    sidebar,
    {
        "support": settled(support.show),
        "change": settled(change.show),
        "kernel": settled(kernel.show),
    },
    follows=lambda: value(PredictSettings),
)
