"""What the views of the page Kernels have in common."""

from collections.abc import Callable

from pages.plots.decision import asked_figure
from pages.plots.theme import Figure
from pages.state.model.preview import trainable
from pages.state.model.run import run
from pages.state.model.scene import Scene, scene
from pages.state.text.verdict import badge, sentence
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.comparison import compared, comparison, spoken
from pages.ui.board.inspected_point import dual_experiment, in_dual, inspected_index
from pages.ui.page.views import view_switch
from pages.ui.visit.visit import shown_layers


def beside(board: BoardState, drawn: Scene) -> None:
    """What stands beside the picture of `board_canvas` in every view: which one, and A and B."""
    view_switch()
    compared(board, comparison(board, drawn.run, in_dual))


def machine(board: BoardState) -> Scene:
    """The model on the session, in the dual, as it is drawn."""
    return scene(run(dual_experiment(board)), board.view)


def board_canvas(
    board: BoardState,
    drawn: Scene,
    text: str = "",
    *,
    change: Callable[[Figure], Figure] | None = None,
    comparing: bool = True,
) -> None:
    """The picture with the point that was asked about, with A if `comparing`, and the sentence.

    `change` may make another figure of it before it is drawn.
    """
    result = drawn.run
    k = inspected_index(result)
    both = comparison(board, result, in_dual) if comparing else None
    frozen = scene(both.a, board.view) if both else None
    look = {"show": shown_layers(), "revision": str(board.fits), "seen": display.seen(board)}
    figure = asked_figure(drawn, board.home, k, None, frozen=frozen, **look)
    figure = figure if change is None else change(figure)
    plain = k is None and change is None
    model = trainable(result, board.view, shown_layers()) if plain else None
    words = text or sentence(result, shown_layers())
    display.inspection_picture(
        board, figure, result.data, badge(result), words, aside=spoken(both), model=model
    )
