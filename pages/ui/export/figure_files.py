"""The part of Export with figures and the report, which the browser makes."""

from collections.abc import Iterator
from typing import Any

import streamlit as st

from pages.export.program_text import file_stem
from pages.export.report import (
    SOFTWARE,
    ReportGrid,
    ReportTable,
    certificate_table,
    citations,
    data_table,
    model_table,
    page_table,
)
from pages.state.board.experiment import Experiment
from pages.state.descent.film_moment import FilmMoment
from pages.state.model.run import data_of, run
from pages.state.registry import BOARDS, MAIN, PAGES, Page
from pages.state.text.screen_title import screen_title
from pages.ui.board.board_state import BoardState
from pages.ui.link import address_bar
from pages.ui.pictures.pictures import pictures
from pages.ui.visit.visit import value


def show_figures(
    folder: str,
    board: BoardState,
    grid: ReportGrid | None = None,
    told: tuple[ReportTable, ...] | None = None,
) -> None:
    """The figures of the page in a folder and its report, with a button for each kind of file.

    grid : a table of cells that the page shows. told : what the report says of data and model;
    None for those of the board.
    """
    page = PAGES.get(folder)
    if page is None:  # a script of a test, which is no page
        return
    title = screen_title(folder, address_bar.words())
    st.markdown("**Figures**")
    films = any(isinstance(entry.start, FilmMoment) for entry in page.entries)
    pictures(
        file_stem(title), title, address_bar.link(), _report(page, board, grid, told), films=films
    )


def _report(
    page: Page,
    board: BoardState,
    grid: ReportGrid | None,
    told: tuple[ReportTable, ...] | None,
) -> dict[str, Any]:
    views = [getattr(value(one.kind), one.field) for one in page.screens]
    tables = _tables(page, board) if told is None else told
    return {
        "tables": [table for table in tables if table.rows],
        "grids": [] if grid is None else [grid],
        "software": SOFTWARE,
        "sources": citations(page.cited(views)),
    }


def _tables(page: Page, board: BoardState) -> list[ReportTable]:
    own = page_table(
        _settings(page), trains=page.shows is None or not page.trains, whole=not page.trains
    )
    if page.shows is None or BOARDS[page.shows] is not board.kind:
        return [own]
    experiment = board.experiment
    if not isinstance(experiment, Experiment):
        count = len(board.kind.data(experiment))
        return [data_table(experiment, count), model_table(experiment), own]
    data = data_of(experiment)
    found = [data_table(experiment, len(data), data)]
    if page.trains:
        found.append(model_table(experiment))
    if page.trains and page.shows == MAIN:
        found.append(certificate_table(run(experiment)))
    return [*found, own]


def _settings(page: Page) -> Iterator[tuple[Any, Any]]:
    """The values of a page, each with the one whose fields no link holds."""
    for entry in page.entries:
        now = value(type(entry.start))
        yield now, entry.start if entry.default is None else entry.default(now)
