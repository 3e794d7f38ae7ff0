"""What came of the table: the numbers, the scales of its columns, and the way to a board."""

from collections.abc import Callable

import streamlit as st

from pages.data.figures import NAME_LETTERS, TICK_LETTERS, scales_figure
from pages.data.panels.common import legend
from pages.data.text import (
    BOARD_OFFER,
    DENSITY_HELP,
    DENSITY_LABEL,
    board_help,
    cards_of,
    scales_sentence,
    spreads,
)
from pages.plots.layout_sizes import CHART
from pages.state.table.table_plan import DRAWN_ROWS, TablePlan
from pages.state.table.table_points import to_board
from pages.state.table.table_run import TableRun
from pages.state.table.table_settings import TableSettings
from pages.state.text.markdown import unmarked
from pages.tables.plane import pca_plane
from pages.ui.board import display
from pages.ui.board.board_state import board_state
from pages.ui.controls.widgets import toggle
from pages.ui.server.observed import callback
from pages.ui.table.visitor_table import Boarded, own
from pages.ui.visit.visit import choices

BOARDS = {
    "": ("Playground", "pages/playground/page.py"),
    "classes": ("Classes", "pages/classes/page.py"),
}


def show(run: TableRun, drawn: str) -> None:
    """The numbers of a run, and what to do with its table; `drawn` explains the picture."""
    plan = run.plan
    legend(plan)
    st.caption(unmarked(drawn))
    display.show_cards(*cards_of(run))
    here = own()
    notes = list(plan.prepared.notes)
    if here.table is not None:
        notes = [*here.table.notes, *notes]
    if notes:
        st.caption(unmarked(" ".join(notes)))
    _scales(plan)
    if len(plan.prepared.y) > DRAWN_ROWS:
        toggle(
            choices(TableSettings),
            "density",
            DENSITY_LABEL,
            DENSITY_HELP,
            key="w_t_density",
        )
    _boards(plan)


def _scales(plan: TablePlan) -> None:
    """The columns that the model sees, where some are much wider than others."""
    places = list(plan.columns)
    widths = spreads(plan.prepared)[places]
    names = tuple(plan.prepared.feature_names[k] for k in places)
    text = scales_sentence(names, widths, plan.settings.standardise)
    if text:
        labels, ticks = map(plan.column_labels, (NAME_LETTERS, TICK_LETTERS))
        display.chart("scales", scales_figure(labels, ticks, widths), CHART)
        st.caption(unmarked(text))


def _boards(plan: TablePlan) -> None:
    st.caption(BOARD_OFFER, help=board_help(len(plan.prepared.class_names)))
    for column, (sheet, (title, _)) in zip(st.columns(2), BOARDS.items(), strict=True):
        with column:
            st.button(
                f"To {title}",
                key=f"t_to_{title}",
                on_click=callback(_place_on_board(plan, sheet)),
                width="stretch",
            )
    put = own().boarded
    if put is not None and put.points == (plan.prepared, plan.directions, plan.pair):
        title, path = BOARDS[put.board]
        st.page_link(path, label=f"Open {title}")
        if put.notes:
            st.caption(unmarked(" ".join(put.notes)))


def _place_on_board(plan: TablePlan, sheet: str) -> Callable[[], None]:
    def place() -> None:
        prepared = plan.prepared
        placed, notes = to_board(prepared, pca_plane(prepared) if plan.directions else plan.pair)
        board = board_state(sheet)
        words = {"dataset": "own", "placed": placed, "removed": ()}
        k = len(prepared.class_names)
        board.load(board.kind.entry.change(board.experiment, **words, classes=max(2, k)))
        own().boarded = Boarded(sheet, notes, (prepared, plan.directions, plan.pair))

    return place
