"""The picture of the page ν, the way to its soft margin, and its chart."""

from dataclasses import dataclass

import streamlit as st

from pages.nu.figures import TITLE, nu_figure, nu_sweep_figure
from pages.nu.model import NuRun, NuSweep, nu_sweep
from pages.nu.text import (
    DONE,
    DRAW,
    DRAW_HELP,
    HAND_OVER,
    HAND_OVER_HELP,
    SLOW_SWEEP,
    no_soft_margin,
    nu_badge,
    soft_margin,
    sweep_nodes,
    whole_sentence,
)
from pages.plots.layout_sizes import SQUARE_CHART
from pages.plots.theme import PALETTE, SYMBOLS, muted_palette
from pages.plots.traces import empty_figure
from pages.state.board.experiment import Experiment
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.canvas.options import Points
from pages.ui.server.observed import callback
from pages.ui.server.pending import yield_to_pending_rerun
from pages.ui.visit.visit import remembered, shown_layers

# of one class: the classes of the board are still there, but nothing asks about them
GREYS = muted_palette("class0", "class1")


@dataclass
class SweepMemory:
    """The sweep that was drawn last, and what a slow one was asked for."""

    drawn: NuSweep | None = None
    asked: tuple[Experiment, str] | None = None


def board_canvas(board: BoardState, run: NuRun) -> None:
    """The picture and the sentences below it."""
    one = run.choice.one
    look = {"show": shown_layers(), "revision": str(board.fits)}
    figure = nu_figure(run, board.home, seen=board.view, **look)
    badge = nu_badge(run)
    points = Points(
        ids=run.data.ids,
        labels=run.data.y > 0,
        palette=GREYS if one else PALETTE,
        symbols=(SYMBOLS[0], SYMBOLS[0]) if one else SYMBOLS,
    )
    display.board_canvas(board, figure, points, f"{badge.text}. {run.sentence}")
    display.picture_first()
    display.show_sentence(badge, whole_sentence(run))


def hand_over(board: BoardState, run: NuRun) -> None:
    """The button that makes the Playground's model this one."""
    why, words = no_soft_margin(run), soft_margin(run)
    done = bool(words) and all(board.experiment[name] == word for name, word in words.items())
    st.button(
        DONE if done else HAND_OVER,
        key="use_C",
        disabled=done or not words,
        on_click=callback(lambda: board.choose(**words)),
        help=why or HAND_OVER_HELP,
        width="stretch",
    )


def sweep(board: BoardState, run: NuRun) -> None:
    """Both shares over ν. A gesture keeps the chart as it was; a slow one waits for a button."""
    memory = remembered(SweepMemory)
    mode = run.choice.mode
    nodes, slow = sweep_nodes(board.experiment, len(run.data))
    asked = (run.experiment, mode)
    if slow and memory.asked != asked:
        display.chart("sweep", empty_figure(TITLE, SLOW_SWEEP), SQUARE_CHART)
        st.button(
            DRAW,
            key="draw_sweep",
            help=DRAW_HELP.format(models=nodes),
            on_click=callback(lambda: setattr(memory, "asked", asked)),
        )
        return
    if not board.live or memory.drawn is None or memory.drawn.mode != mode:
        yield_to_pending_rerun()
        memory.drawn = nu_sweep(run.experiment, mode, nodes)
    display.main_chart("sweep", nu_sweep_figure(memory.drawn, run.choice.nu), SQUARE_CHART)
