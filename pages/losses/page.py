"""The losses of the margin side by side, two penalties, and their models of the same points."""

from pages.losses import panels
from pages.losses.export import losses_export
from pages.losses.model import LossesSettings, loss_run
from pages.losses.text import loss_cards
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.page.page_shell import run_page
from pages.ui.visit.visit import value


def show(board: BoardState) -> None:
    """The picture with both boundaries, and beside it the losses, or first the weights."""
    run = loss_run(board.experiment, value(LossesSettings))
    left, right = display.columns()
    with left:
        panels.picture(board, run)
    with right:
        (panels.weights if run.sparse else panels.curves)(board, run)
        display.show_cards(*loss_cards(run))
        if run.weights is not None:
            (panels.curves if run.sparse else panels.weights)(board, run)
        panels.words(board, run)


run_page(
    panels.sidebar,
    show,
    exports=lambda board: losses_export(board.experiment, value(LossesSettings)),
)
