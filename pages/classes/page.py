"""More than two classes: four ways to tell them apart, and where each of them is not sure."""

from pages.classes.export import classes_export
from pages.classes.model import MulticlassDescent
from pages.classes.panels import descent, regions, side_by_side
from pages.classes.settings import ClassesView
from pages.state.board.experiment import PARAMETERS
from pages.state.multiclass.multiclass_run import Scheme
from pages.state.screen.detail import hidden_of_data
from pages.ui.board.board_state import BoardState
from pages.ui.controls import controls, data_controls
from pages.ui.controls.multiclass_controls import scheme_menu
from pages.ui.controls.widgets import heading, slider
from pages.ui.page.detail import more_settings
from pages.ui.page.page_shell import run_page
from pages.ui.visit.visit import value


def sidebar(board: BoardState) -> None:
    """The controls of a model for several classes."""
    data_controls.data(board, many=True)
    descends = value(ClassesView).view == "descent"
    heading("Descent" if descends else "Model")
    if descends:
        descent.sidebar()
        slider(board, PARAMETERS["C"])
        descent.constant(board)
    else:
        scheme_menu(board)
    controls.kernel(board)
    more_settings(
        lambda: data_controls.more_of_data(board, many=True), hidden_of_data(board.experiment)
    )


run_page(
    sidebar,
    {"regions": regions.show, "beside": side_by_side.show, "descent": descent.show},
    "classes",
    exports=lambda board: classes_export(
        board.experiment, value(Scheme), value(ClassesView), value(MulticlassDescent)
    ),
)
