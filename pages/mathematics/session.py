"""The pictures of the page on mathematics: what a visitor has made of them, and one of them shown.

One mutable object per browser session, as the session is; each picture is a frozen value in it. Its
widgets are set from it before they are drawn, and change it when they are moved.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from pages.mathematics.model import Picture
from pages.mathematics.model.lagrange import LagrangePicture
from pages.mathematics.model.plane import PlanePicture
from pages.mathematics.model.subgradient import SubgradientPicture
from pages.state.board import Edit
from pages.ui import display
from pages.ui.canvas import HANDLES, Event, canvas
from pages.ui.parts import spoken

START: dict[str, Any] = {
    "subgradient": SubgradientPicture(),
    "lagrange": LagrangePicture(),
    "plane": PlanePicture(),
}


@dataclass
class PictureSession:
    """The pictures by name, and which of them is looked at."""

    chosen: str = next(iter(START))
    pictures: dict[str, Any] = field(default_factory=START.copy)

    def move(self, name: str, events: list[Event]) -> None:
        """Handles were dragged."""
        picture = self.pictures[name]
        for event in events:
            if isinstance(event, Edit) and event.kind == "move":
                for handle, (x, y) in zip(event.ids, event.points, strict=True):
                    if handle < len(picture.names):
                        picture = picture.moved(handle, x, y)
        self.pictures[name] = picture

    def change(self, name: str, how: Callable[[Any, Any], Any], chosen: Any) -> None:
        """A control of a picture was moved."""
        self.pictures[name] = how(self.pictures[name], chosen)


def picture_session() -> PictureSession:
    """The pictures of this browser session."""
    if "pictures" not in st.session_state:
        st.session_state["pictures"] = PictureSession()
    kept: PictureSession = st.session_state["pictures"]
    return kept


def show_picture(name: str, draw: Callable[[Any], dict[str, Any]]) -> None:
    """A picture with its handles, and below it the sentence."""
    session = picture_session()
    picture: Picture = session.pictures[name]
    badge, text = picture.sentence()
    handles = range(len(picture.names))
    canvas(
        name,
        draw(picture),
        tools=HANDLES,
        ids=handles,
        names=picture.names,
        point_labels=handles,
        on_edit=lambda events: session.move(name, events),
        alt=spoken(f"{badge.text}. {text}" if badge else text, len(handles)),
    )
    display.picture_first()
    display.show_sentence(badge, text)


def reset(name: str) -> None:
    """A button that takes a picture back to where it began."""
    session = picture_session()
    st.button(
        "Reset",
        key=f"reset_{name}",
        disabled=session.pictures[name] == START[name],
        on_click=lambda: session.pictures.update({name: START[name]}),
    )
