"""The visitor's own points come along when another sample is picked: said there, with a way out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages.ui.observed import callback
from pages.ui.session import Session

CLEAR_HELP = "The sample stays; undo (Ctrl+Z) brings them back."


@dataclass(frozen=True)
class KeptPoints:
    """To which sample own points came along, and these as they were then."""

    sample: str = ""
    placed: tuple[Any, ...] = ()


def sample_picked(session: Session) -> Callable[[str], None]:
    """What hears which dataset was picked for a board."""

    def picked(name: str) -> None:
        field = session.board.dataset_field
        other = session.experiment[field] != name
        session.choose(**{field: name})
        if other:
            session.memory[KeptPoints] = KeptPoints(name, session.experiment.placed)

    return picked


def came_along(session: Session) -> int:
    """How many own points came along to this sample, until one of them is changed."""
    placed = session.experiment.placed
    now = KeptPoints(session.experiment[session.board.dataset_field], placed)
    return len(placed) if session.remembered(KeptPoints) == now else 0


def kept_points(session: Session) -> None:
    """That own points came along, and a button without them; nothing where none did."""
    n = came_along(session)
    if not n:
        return
    points = "point" if n == 1 else "points"
    st.caption(f"Your {'point was' if n == 1 else f'{n} points were'} kept.")
    st.button(
        f"Clear my {points}",
        key="clear_kept",
        help=CLEAR_HELP,
        on_click=callback(lambda: session.choose(placed=())),
        width="stretch",
    )
