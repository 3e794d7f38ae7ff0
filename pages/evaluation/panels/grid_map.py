"""Every C with every gamma: where a model underfits, where it overfits, and what to choose."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import streamlit as st

from pages.evaluation.figures.grid_map import is_on_map, map_figure
from pages.evaluation.model import grid_of, half
from pages.evaluation.panels import common, folds, work
from pages.evaluation.panels.chosen import source_and_candidate
from pages.evaluation.panels.source import Source, judged_board
from pages.evaluation.settings import SHADES, EvaluationSettings
from pages.evaluation.text.views import (
    CANCELLED,
    CROSS,
    EMPTY_MAP,
    MAP_HELP,
    MAP_LEGEND,
    NESTED,
    NESTED_HELP,
    NO_CROSS,
    OLD_ANSWER,
    OLD_MAP,
    WEIGHTS_NOTE,
    Corners,
    corners,
    loaded_text,
    settings_text,
)
from pages.model_selection.candidate import Candidate
from pages.model_selection.grid_search import Grid, GridCell, GridProgress, Map, sweep
from pages.model_selection.nested import nested
from pages.model_selection.splits import Split
from pages.state.table.table_settings import TableSettings
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.canvas.events import Pick
from pages.ui.canvas.options import Linked
from pages.ui.controls.widgets import Holder, controlled, menu, segments
from pages.ui.page.layout import figure_place, rest
from pages.ui.server.jobs import Background, Job, latest, progress_bar, watched
from pages.ui.server.observed import callback
from pages.ui.visit.visit import choices, remembered, value

IDS = 10**9  # cells have ids of their own, beyond those of all points
WORKERS = 2
MAP_CHART = "map"
MAP, ANSWER = "map", "nested"  # the jobs of the map, and of nested cross-validation


class Loaded(NamedTuple):
    """A cell that was clicked on, its settings, and those before, by the names where they went."""

    cell: GridCell
    words: dict[str, float]
    before: dict[str, float]


@dataclass
class MapMemory:
    """The cell that was clicked on last."""

    loaded: Loaded | None = None


def holder_of(of: Source) -> tuple[Holder, str]:
    """What holds C and the width of the kernel, and the name of the width there."""
    return (judged_board(), "gamma") if of.table is None else (choices(TableSettings), "reach")


def show(_: BoardState) -> None:
    """The model of all points; the map beside it."""
    of, by = source_and_candidate()
    splits = common.folded(of)
    left, right = display.columns()
    with left:
        common.whole(of, by)
    with right:
        common.choose()
        if isinstance(splits, str):
            common.show_reason(splits)
            return
        _panel(of, by, splits)


@dataclass(frozen=True)
class MapInputs:
    """What a map is made of; equal to what makes the same one. folds : the splits, comparable."""

    of: Source
    by: Candidate
    grid: Grid
    folds: tuple[tuple[bytes, bytes], ...]
    splits: tuple[Split, ...] = field(compare=False)


def _panel(of: Source, by: Candidate, splits: tuple[Split, ...]) -> None:
    grid = grid_of(by, value(EvaluationSettings).cells)
    # the C and the gamma of the moment do not count: the map has all of them
    settled = by.changed(C=1.0, **({"gamma": 1.0} if grid.values else {}))
    asked = MapInputs(of, settled, grid, folds.plain(splits), splits)
    known, true = latest(MAP), latest(ANSWER)

    def draw() -> None:
        done = known is not None and known.key == asked and not known.running
        place = rest() if done else figure_place(MAP_CHART)
        with place, st.container(key=None if done else "figure_start"):
            _start(asked, known)
        shade = value(EvaluationSettings).shade
        segments(choices(EvaluationSettings), "shade", SHADES)
        marks = _map(asked, by, known, shade)
        _true(asked, true)
        if marks is not None:
            st.caption("  \n".join((_legend(known, of, by), *marks.sentences)))
        if of.w is not None:
            st.caption(WEIGHTS_NOTE.strip())

    watched(draw, common.page_state)


def _start(asked: MapInputs, known: Job | None) -> None:
    of, grid = asked.of, asked.grid
    if known is not None and known.running:
        progress_bar(MAP)
        return
    machines = len(grid.Cs) * max(1, len(grid.values)) * (len(asked.splits) + 1)
    do = partial(sweep, asked.by, of.X, of.y, asked.splits, grid, w=of.w, workers=WORKERS)
    much = work.effort(of, asked.by, machines)
    row = st.columns([1.4, 1.0], vertical_alignment="bottom")
    row[0].button(
        "Compute the map",
        key="map_start",
        help=MAP_HELP.format(models=machines),
        on_click=callback(Background(MAP, asked, work.steps_of(of, do, much)).begin),
        width="stretch",
    )
    sizes = sorted({8, 12, 20, value(EvaluationSettings).cells})
    with row[1]:
        menu(
            "Grid size",
            {n: f"{n} × {n}" if grid.values else f"{n} of C" for n in sizes},
            label_visibility="collapsed",
            **controlled(choices(EvaluationSettings), "cells"),
        )


def _map(asked: MapInputs, by: Candidate, known: Job | None, shade: str) -> Corners | None:
    step: GridProgress | None = None if known is None else known.latest
    # the grid of the map that is shown, which may be older than the one that is asked for
    grid: Grid = (asked if known is None else known.key).grid
    found: Map | None = None if step is None else step.found
    of = asked.of if known is None else known.key.of  # the width of a table has another name
    marks = None if found is None else corners(found, of.gamma)
    gamma = dict(by.parameters).get("gamma", 1.0)
    figure = map_figure(grid, step.cells if step else (), shade, marks, (by.C, gamma), of.gamma)
    display.main_chart(
        MAP_CHART,
        figure,
        290 if grid.values or not step else 130,
        linked=Linked(ids=[IDS + k for k in range(len(grid.Cs) * max(1, len(grid.values)))]),
        pick=lambda pick: load(holder_of(asked.of), pick),
    )
    if known is None:
        st.caption(EMPTY_MAP.format(settings=f"C and {of.gamma}" if grid.values else "C"))
        return None
    if known.wrong:
        common.show_reason(known.wrong)
    elif known.key != asked:
        st.html(f'<p class="svm-wrong svm-old" data-announce>{OLD_MAP}</p>')
    elif found is None and not known.running:
        st.caption(CANCELLED)
    _loaded(asked.of)
    return marks


def _legend(known: Job, of: Source, by: Candidate) -> str:
    """What the marks are, and the current settings where they have none."""
    grid: Grid = known.key.grid
    now = {"C": by.C} | {name: v for name, v in by.parameters if grid.values and name == "gamma"}
    on = is_on_map(grid, (by.C, now.get("gamma", 1.0)))
    return f"{MAP_LEGEND} {CROSS if on else NO_CROSS.format(settings_text(now, of.gamma))}"


def load(into: tuple[Holder, str], pick: Pick) -> None:
    """A click on a cell: its C and gamma become the board's, or those of the table's model."""
    known = latest(MAP)
    cell = None if known is None or pick.id is None else cell_of(known, pick.id)
    if cell is not None:
        apply_cell(into, cell, cell.value if known.key.grid.values else None)


def apply_cell(into: tuple[Holder, str], cell: GridCell, width: float | None) -> None:
    """Put a cell's settings where they are held, and keep those before."""
    holder, name = into
    words = {"C": cell.C} | ({} if width is None else {name: width})
    before = {word: float(holder[word]) for word in words}
    if before != words:  # else it has them already; Undo still goes back to those before
        remembered(MapMemory).loaded = Loaded(cell, words, before)
        holder.choose(**words)


def cell_of(known: Job, browser_id: int) -> GridCell | None:
    """The cell that the browser knows by this id; None if it is not trained yet."""
    grid: Grid = known.key.grid
    row, column = divmod(browser_id - IDS, len(grid.Cs))
    wanted = grid.values[row] if grid.values else None
    cells = () if known.latest is None else known.latest.cells
    fits = [c for c in cells if grid.Cs[column] == c.C and wanted in (None, c.value)]
    return fits[0] if fits else None


def _loaded(of: Source) -> None:
    loaded = remembered(MapMemory).loaded
    holder, width = holder_of(of)
    if loaded is None or not {*loaded.words} <= {"C", width}:
        return
    if any(holder[name] != one for name, one in loaded.words.items()):
        return
    row = st.columns([2.6, 1.0], vertical_alignment="center")
    row[0].caption(loaded_text(loaded.cell, loaded.words, of.gamma))
    row[1].button(
        "Undo",
        key="map_undo",
        help=f"Back to {settings_text(loaded.before, of.gamma)}.",
        on_click=callback(lambda: holder.choose(**loaded.before)),
        width="stretch",
    )


def _true(asked: MapInputs, known: Job | None) -> None:
    if known is not None and known.running:
        progress_bar(ANSWER)
        return
    do, much = _nesting(asked)
    st.button(
        NESTED,
        key="true_start",
        help=NESTED_HELP,
        on_click=callback(Background(ANSWER, asked, work.steps_of(asked.of, do, much)).begin),
        width="stretch",
    )
    if known is None:
        return
    if known.wrong:
        common.show_reason(known.wrong)
    elif known.latest is not None and known.latest.found is not None:
        old = f" {OLD_ANSWER}" if known.key != asked else ""
        st.html(f'<p class="svm-advice">{known.latest.found.sentence}{old}</p>')


def _nesting(asked: MapInputs) -> tuple["partial[Any]", float]:
    """Nested cross-validation, and how much work it is."""
    of, word, grid = asked.of, value(EvaluationSettings), half(asked.grid)
    do = partial(
        nested,
        asked.by,
        of.X,
        of.y,
        asked.splits,
        grid,
        folds=word.folds,
        ids=of.ids,
        seed=word.lot,
        w=of.w,
        workers=WORKERS,
    )
    models = len(grid.Cs) * max(1, len(grid.values)) * (word.folds + 1) * len(asked.splits)
    return do, work.effort(of, asked.by, models)
