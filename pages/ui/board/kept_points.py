"""The visitor's own points come along when another sample is picked: said there, with a way out."""

from collections.abc import Callable

import streamlit as st

from pages.ui.board.board_state import BoardState
from pages.ui.server.observed import callback

CLEAR_HELP = "The sample stays; undo (Ctrl+Z) brings them back."


def sample_picked(board: BoardState) -> Callable[[str], None]:
    """What hears which dataset was picked for a board."""

    def picked(name: str) -> None:
        field = board.kind.dataset_field
        other = board.experiment[field] != name
        board.choose(**{field: name})
        if other:
            board.came_along = name, board.experiment.placed

    return picked


def came_along(board: BoardState) -> int:
    """How many own points came along to this sample, until one of them is changed."""
    placed = board.experiment.placed
    sample = board.experiment[board.kind.dataset_field]
    return len(placed) if board.came_along == (sample, placed) else 0


def kept_points(board: BoardState) -> None:
    """That own points came along, and a button without them; nothing where none did."""
    n = came_along(board)
    if not n:
        return
    points = "point" if n == 1 else "points"
    st.caption(f"Your {'point was' if n == 1 else f'{n} points were'} kept.")
    st.button(
        f"Clear my {points}",
        key="clear_kept",
        help=CLEAR_HELP,
        on_click=callback(lambda: board.choose(placed=())),
        width="stretch",
    )
