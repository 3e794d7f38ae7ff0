"""Where the parts of a page are drawn, by the layout of this visitor's screen.

A page draws all its parts. Those that its layout leaves out are drawn into a place whose content is
not sent. Those that it keeps know their own place, wherever the page draws them.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages.model_selection.kernel_formula import KERNELS
from pages.state.screen.layout import Layout
from pages.state.screen.presentation import Presentation
from pages.ui.streamlit_internals import DeltaGenerator, nowhere
from pages.ui.visit.visit import value, visit
from svmcore.params import parameters

# what a lecture moves, by the names of the controls; in the order of the sidebar, as many as fit
_KERNELS = (p.name for kernel in KERNELS.values() for p in parameters(kernel))
LIVE = tuple(f"w_{name}" for name in dict.fromkeys(("C", "nu", "epsilon", "eta0", *_KERNELS)))
LIVE_CONSTANTS = "w_constant_"  # how the names of a descent's constants begin
Place = AbstractContextManager[Any]
_live = ContextVar("only live controls are drawn", default=False)


@dataclass(frozen=True)
class Places:
    """Where parts are drawn in a layout with the picture alone; None where the page decides.

    header : what is a button in the header. talk : what is talked about.
    figure : the figure that is large. player : what plays the picture.
    """

    header: DeltaGenerator | None = None
    talk: DeltaGenerator | None = None
    figure: DeltaGenerator | None = None
    player: DeltaGenerator | None = None


def layout() -> Layout:
    """The layout of this visitor's screen."""
    presentation = value(Presentation)
    return Layout(presentation.lecture, st.context.is_embedded, presentation.large)


def places() -> Places:
    """The places of the view that is drawn."""
    return visit().remembered(Places)


def store_places(drawn: Places) -> None:
    """Note the places of the view that is drawn: a part of it may be drawn again by itself."""
    visit().memory[Places] = drawn


def is_large(figure: str) -> bool:
    """Whether a figure, by the key of its canvas, stands in the place of the picture."""
    return layout().large == figure


def rest() -> Place:
    """The place of what is not drawn where the picture is alone."""
    return nowhere() if layout().picture_only else nullcontext()


def talked_about() -> Place:
    """The place of what is talked about: with the picture alone, the column beside it."""
    return places().talk or st.container(key="talk")


def player(*, beside: str = "") -> Place:
    """The place of what plays the picture.

    beside : the figure that takes the place of what is talked about, and of what plays in it.
    """
    place = places().player
    return nullcontext() if place is None or (beside and not is_large(beside)) else place


def figure_place(figure: str) -> Place:
    """The place of a figure and of what it needs: with the picture alone only if it is large."""
    place = places().figure
    if place is None:
        return nullcontext()
    return place if is_large(figure) else nowhere()


@contextmanager
def sidebar_place(*, hidden: bool) -> Iterator[None]:
    """The sidebar, in which what is `hidden` or the layout leaves out is not sent."""
    drawn = "none" if hidden else layout().controls
    token = _live.set(drawn == "live")
    try:
        with st.sidebar, nullcontext() if drawn == "all" else nowhere():
            yield
    finally:
        _live.reset(token)


def control_place(key: str) -> Place:
    """The place of a numeric control, by its key."""
    is_live = _live.get() and (key in LIVE or key.startswith(LIVE_CONSTANTS))
    return st.sidebar if is_live else nullcontext()
