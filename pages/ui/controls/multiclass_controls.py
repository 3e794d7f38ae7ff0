"""The controls of a classifier for several classes: the scheme, C and what a joint scheme takes."""

from pages.state.board.experiment import PARAMETERS
from pages.state.multiclass.multiclass_run import TITLES, Scheme
from pages.ui.board.board_state import BoardState
from pages.ui.controls.widgets import segments, select, slider
from pages.ui.visit.visit import choices, value
from svmcore.params import parameters

HELP = {
    "ovr": "A binary classifier for each class against all others; the largest f wins.",
    "ovo": "A binary classifier for each pair of classes; each has one vote.",
    "weston_watkins": "All scores trained together: every class within δ of the right score "
    "is penalised.",
    "crammer_singer": "All scores trained together: only the worst violation is penalised.",
}
BIASES = {"free": "b not penalised", "column": "b penalised"}


def scheme_menu(board: BoardState) -> None:
    """How several classes are told apart, and C."""
    scheme = choices(Scheme)
    help = "  \n".join(f"**{TITLES[name]}**: {text}" for name, text in HELP.items())
    select(scheme, "scheme", TITLES, help)
    slider(board, PARAMETERS["C"])
    if value(Scheme).joint:
        (delta,) = parameters(Scheme)
        slider(scheme, delta)
        help = "Penalise ½ b² together with ½ ‖w‖², as if each point had a constant coordinate 1."
        segments(scheme, "bias", BIASES, help=help)
