"""The comparison of the present model, B, with a frozen one, A, which all pages of a board share.

Freezing A, its run, the table of both, and the buttons.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape

import streamlit as st

from pages.state.board.experiment import Experiment
from pages.state.model.comparison import Comparison, FrozenModel
from pages.state.model.run import Run, run
from pages.state.screen.screen_parts import NO_CARDS, PARTS
from pages.state.text.comparison_text import Row, rows, said
from pages.ui.board.board_state import BoardState
from pages.ui.board.display import explained
from pages.ui.board.history_state import HistoryState, up_to_date
from pages.ui.page.detail import is_expert
from pages.ui.page.layout import talked_about
from pages.ui.page.screen_parts import is_shown
from pages.ui.server.observed import callback
from pages.ui.visit.visit import remembered, store, value, visit

FREEZE, SWAP, DROP = "Compare with this", "Swap", "Stop comparing"
FREEZE_HELP = (
    "Keep the present model as A. Then change anything: the picture shows the new model, B, with "
    "the boundary of A dotted, and a table compares their numbers. Playground, Kernels and the "
    "points of Dual have the same A."
)
SWAP_HELP = "Make A the present model, and keep B as A."
DROP_HELP = "End the comparison; the present model stays."
FREEZE_KEY, SWAP_KEY = "K", "X"
_FIELD = ((FrozenModel, "frozen"),)


@dataclass
class FrozenRun:
    """The run of A, which is trained once a visit, whatever else the server trains."""

    found: Run | None = None


def is_comparing() -> bool:
    """Whether there is an A."""
    return value(FrozenModel).frozen is not None


def parts() -> tuple[str, ...]:
    """The parts of the screen of a page whose only cards are the numbers of A and B."""
    return PARTS if is_comparing() else NO_CARDS


def comparison(
    board: BoardState, b: Run, shown: Callable[[Experiment], Experiment] = lambda one: one
) -> Comparison | None:
    """A and the run of B; None while nothing is compared.

    `shown` is what the page trains instead of the experiment on the board.
    """
    a = frozen_run(shown)
    return None if a is None else Comparison(a, b)


def frozen_run(shown: Callable[[Experiment], Experiment] = lambda one: one) -> Run | None:
    """The run of A; None while nothing is compared. `shown` as in `comparison`."""
    frozen, memory = value(FrozenModel).frozen, remembered(FrozenRun)
    if frozen is None:
        memory.found = None
    elif memory.found is None or memory.found.experiment != shown(frozen):
        memory.found = run(shown(frozen))
    return memory.found


def spoken(found: Comparison | None) -> str:
    """What a screen reader is told of a comparison."""
    return "" if found is None else " ".join(said(found))


def freeze(board: BoardState) -> None:
    """The present model is A from now on."""
    store(FrozenModel(board.experiment))


def drop() -> None:
    """End the comparison."""
    store(FrozenModel())


def swap(board: BoardState) -> None:
    """A becomes the present model, which is frozen instead: one step to undo.

    Nothing up to the change of the experiment can be interrupted: neither model is ever lost.
    """
    current = visit()
    frozen = current.value(FrozenModel).frozen
    if frozen is None:  # a second click came when the comparison had ended
        return
    history = up_to_date(board.history, current.values, _FIELD)
    current.store(FrozenModel(board.experiment))
    swapped = replace(history, present=HistoryState(frozen, history.present.numbers))
    board.history = history.push(up_to_date(swapped, current.values).present)
    board.load(frozen)


def compared(board: BoardState, found: Comparison | None) -> None:
    """What is said of A and B, if there is an A, and the buttons."""
    if found is not None:
        with talked_about():
            _numbers(found)
    _buttons(board, comparing=found is not None)


def _buttons(board: BoardState, *, comparing: bool) -> None:
    """Freeze the present model as A; while there is an A, swap the two, or drop it."""
    of = {"args": (board,), "type": "secondary"}
    with st.container(key="freezing", horizontal=True, gap="small"):
        st.button(
            FREEZE,
            key="freeze",
            help=FREEZE_HELP,
            shortcut=FREEZE_KEY,
            on_click=callback(freeze),
            **of,
        )
        if comparing:
            st.button(
                SWAP, key="swap", help=SWAP_HELP, shortcut=SWAP_KEY, on_click=callback(swap), **of
            )
            st.button(DROP, key="drop", help=DROP_HELP, on_click=callback(drop), type="secondary")


def _numbers(found: Comparison) -> None:
    """The numbers of A and B side by side, unless cards are hidden; what differs, in words."""
    words = "".join(f"<p>{escape(text)}</p>" for text in said(found))
    table = _table(found) if is_shown("cards") else ""
    st.html(f'{table}<div class="svm-compared" data-announce>{words}</div>')


def _table(found: Comparison) -> str:
    shown = enumerate(rows(found, expert=is_expert()))
    body = "".join(_row(row, stop=not k) for k, row in shown)
    return (
        '<table class="svm-numbers svm-compare"><thead><tr><td></td>'
        '<th>A<i class="svm-dotted"></i></th><th>B<i class="svm-solid"></i></th></tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def _row(row: Row, *, stop: bool) -> str:
    differs = ' class="svm-differs"' if row.a != row.b else ""
    return (
        f"<tr{differs}{explained(row.help, stop=stop)}><th>{escape(row.name)}</th>"
        f"<td>{escape(row.a)}</td><td>{escape(row.b)}</td></tr>"
    )
