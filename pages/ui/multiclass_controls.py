"""The controls of a classifier for several classes: the scheme, C and what a joint scheme takes."""

from pages.state.multiclass_run import TITLES, Scheme
from pages.ui import controls
from pages.ui.session import Session, choices, value
from pages.ui.widgets import segments, select, slider
from svmcore.params import parameters

HELP = {
    "ovr": "A machine for each class against all others; the one with the largest f wins.",
    "ovo": "A machine for each pair of classes; each gives one vote.",
    "weston_watkins": "All scores at once: each wrong class costs what it comes too near.",
    "crammer_singer": "All scores at once: only the worst wrong class costs.",
}
BIASES = {"free": "b for itself", "column": "b as a weight"}


def scheme_menu(session: Session) -> None:
    """How several classes are told apart, and C."""
    scheme = choices(Scheme)
    help = "  \n".join(f"**{TITLES[name]}**: {text}" for name, text in HELP.items())
    select(scheme, "scheme", TITLES, help)
    slider(session, controls.OWN["C"])
    if value(Scheme).joint:
        (delta,) = parameters(Scheme)
        slider(scheme, delta)
        help = "Whether ½ b² is kept small with ½ ‖w‖², as if each point had a coordinate 1."
        segments(scheme, "bias", BIASES, help=help)
