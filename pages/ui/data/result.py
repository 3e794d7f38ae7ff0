"""What came of the table: the numbers, the scales of its columns, and the way to a board."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from pages.ui import page
from pages.ui.data.parts import legend
from pages.ui.own import own
from pages.ui.session import ask, desk, value
from pages.ui.widgets import bound
from svmcore.figures.table import scales_figure
from svmcore.table import pca_plane, to_board
from svmcore.table_report import cards_of, scales_said, spreads
from svmcore.table_run import DRAWN, Plan, TableRun

BOARDS = {"": ("Playground", "pages/playground.py"), "classes": ("Classes", "pages/classes.py")}


def show(run: TableRun, drawn: str) -> None:
    """The numbers of a run, and what to do with its table; `drawn` explains the picture."""
    plan = run.plan
    legend(plan)
    st.caption(drawn)
    page.show(*cards_of(run))
    notes = (*(own().table.notes if own().table else ()), *plan.prepared.notes)
    if notes:
        st.caption(" ".join(notes))
    _scales(plan)
    if len(plan.prepared.y) > DRAWN:
        st.toggle(
            "Shades instead of points",
            help="How many rows of each class lie where, from all rows.",
            **bound("w_t_density", value("t_").density, lambda on: ask("t_", density=on)),
        )
    _boards(plan)


def _scales(plan: Plan) -> None:
    widths = spreads(plan.prepared)
    said = scales_said(plan.prepared, widths, plan.lesson.standardise)
    if said:
        page.chart("scales", scales_figure(plan.prepared.feature_names, widths), 190)
        st.caption(said)


def _boards(plan: Plan) -> None:
    k = len(plan.prepared.class_names)
    hint = "" if k == 2 else " The Playground shows one class against all others."
    st.caption(
        "Put the points of the picture on a board, where they can be moved and a link holds them:",
        help=f"At most 600 points, of each class its share.{hint} Undo there takes them back.",
    )
    for column, (sheet, (title, _)) in zip(st.columns(2), BOARDS.items(), strict=True):
        with column:
            st.button(
                f"To {title}",
                key=f"t_to_{title}",
                on_click=_putting(plan, sheet),
                width="stretch",
            )
    put = own().boarded
    if put is not None:
        title, path = BOARDS[put[0]]
        st.page_link(path, label=f"Open {title}")
        if put[1]:
            st.caption(" ".join(put[1]))


def _putting(plan: Plan, sheet: str) -> Callable[[], None]:
    def put() -> None:
        prepared = plan.prepared
        projected = plan.axes[0] == "direction 1"
        placed, notes = to_board(prepared, pca_plane(prepared) if projected else plan.pair)
        there = desk(sheet)
        words = {"dataset": "own", "placed": placed, "removed": ()}
        k = len(prepared.class_names)
        there.load(there.sheet.change(there.experiment, **words, classes=max(2, k)))
        own().boarded = (sheet, notes)

    return put
