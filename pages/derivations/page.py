"""The formulas of the field, derived step by step with the numbers of the board."""

from dataclasses import replace
from pathlib import Path

from pages.derivations.panels import answered, buttons, choose, copies, current, picture, steps
from pages.derivations.settings import DerivationView
from pages.derivations.text.controls import LARGE_RING, is_main
from pages.state.board.experiment import PARAMETERS
from pages.state.multiclass.multiclass_run import Scheme
from pages.state.screen.detail import hidden_of_data
from pages.state.screen.layers import ALPHA_RINGS, MODEL_LAYERS, PLAIN_RINGS, SEVERAL_LAYERS
from pages.state.screen.view import View
from pages.ui.board import display
from pages.ui.board.board_state import BoardState, board_state
from pages.ui.controls import controls, data_controls
from pages.ui.controls.widgets import heading, slider
from pages.ui.page.detail import more_settings
from pages.ui.page.page_shell import run_page
from pages.ui.page.styles import show_styles
from pages.ui.visit.visit import choices, value
from svmcore.params import parameters

CSS = Path(__file__).parent / "derivations.css"


def sidebar(board: BoardState) -> None:
    """The controls that the derivation depends on."""
    derivation = current()
    if derivation.make is None:
        return
    many = not is_main(derivation)
    data_controls.data(board, many=many)
    if derivation.uses.margin == "kept":
        controls.margin(board)
    elif derivation.uses.margin == "soft":
        heading("Model")
        slider(board, PARAMETERS["C"])
    if "delta" in derivation.sliders:
        slider(choices(Scheme), next(p for p in parameters(Scheme) if p.name == "delta"))
    if derivation.uses.kernel == "kept":
        controls.kernel(board)
    more_settings(
        lambda: data_controls.more_of_data(board, hard=True, many=many),
        hidden_of_data(board.experiment, hard=True),
    )


def show(_: BoardState) -> None:
    """The picture on the left, the step on the right.

    The board is that of the derivation that is chosen now: the page around may still have another.
    """
    board = board_state(current().board)
    left, right = display.columns(talk=True)
    answer = answered(board)
    with right:
        choose()
        buttons(answer)
    with left:
        picture(board, answer)
    with right:
        steps(answer)
        copies(answer)


def adapted(view: View) -> View:
    """What the picture of the derivation can show or hide, and what its rings mean."""
    derivation = current()
    if derivation.make is None:
        return replace(view, layers=())
    layers, rings = (
        (MODEL_LAYERS, ALPHA_RINGS) if is_main(derivation) else (SEVERAL_LAYERS, PLAIN_RINGS)
    )
    return replace(view, layers=layers, rings=f"{rings} {LARGE_RING}")


show_styles(CSS)
run_page(
    sidebar,
    show,
    current().board,
    follows=lambda: value(DerivationView).derivation,
    adapted=adapted,
)
