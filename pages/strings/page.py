"""A classifier of words: string kernels, kernel PCA, leave-one-out, a new word."""

from pages.strings import panels
from pages.strings.export import strings_export
from pages.strings.settings import StringSettings
from pages.strings.sidebar import sidebar
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.page.page_shell import run_page
from pages.ui.visit.visit import value


def show(_: BoardState) -> None:
    """The picture of the words; beside it a new word and the numbers."""
    model, new = panels.trained()
    left, right = display.columns(talk=True)
    with left:
        panels.picture(model, new)
    with right:
        panels.beside(model, new)


run_page(
    lambda _: sidebar(),
    show,
    exports=lambda _: strings_export(value(StringSettings)),
)
