"""A figure that a view is about takes the place of the picture, which stands small beside it."""

import streamlit as st

from pages.state.screen.presentation import Presentation
from pages.ui.server.observed import callback
from pages.ui.visit.visit import set_fields, value

ENLARGE, SHRINK = "Enlarge", "Shrink"
ENLARGE_HELP = "Put this figure in the place of the picture, which stands small beside it (key G)."
SHRINK_HELP = "Put the picture in its place again (key Escape)."
ENLARGE_KEY, SHRINK_KEY = "G", "Escape"


def is_large(figure: str) -> bool:
    """Whether a figure, by the key of its canvas, stands in the place of the picture."""
    return value(Presentation).large == figure


def size_button(figure: str) -> None:
    """What puts a figure in the place of the picture, or the picture back.

    The key says which of both it is: large.css lays the page out by it.
    """
    on = is_large(figure)
    st.button(
        SHRINK if on else ENLARGE,
        key="shrink" if on else "enlarge",
        help=SHRINK_HELP if on else ENLARGE_HELP,
        shortcut=SHRINK_KEY if on else ENLARGE_KEY,
        type="tertiary",
        on_click=callback(lambda: set_fields(Presentation, large="" if on else figure)),
    )
