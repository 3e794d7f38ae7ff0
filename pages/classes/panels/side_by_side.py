"""The four schemes on the same points, side by side."""

from collections.abc import Generator
from dataclasses import dataclass, field, replace

import streamlit as st

from pages.classes.panels import common
from pages.classes.text import HATCHED, TRAINING, cell_text
from pages.datasets.limits import Extent
from pages.plots.layout_sizes import SMALL_PICTURE
from pages.plots.multiclass import multiclass_figure, small_figure
from pages.state.board.experiment import Experiment
from pages.state.multiclass.multiclass_run import TITLES, MulticlassRun, Scheme, multiclass_run
from pages.state.multiclass.multiclass_scene import MulticlassScene, multiclass_scene
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.page.page_shell import derivation_link
from pages.ui.page.views import view_switch
from pages.ui.server.jobs import Background, counted, end
from pages.ui.server.observed import callback
from pages.ui.visit.visit import remembered, set_fields, shown_layers, value

CELLS = "cells"  # the job that trains all four
FIRST_WAIT = 0.15  # seconds that the first small picture is waited for at once

Cells = dict[str, MulticlassScene]


@dataclass
class CellMemory:
    """The small pictures that were drawn last, by scheme; each stays until the next is there."""

    cells: Cells = field(default_factory=dict)


def show(board: BoardState) -> None:
    """The picture on the left; all four schemes on the right, each as soon as it is trained."""
    run = common.trained(board)
    left, right = display.columns()
    with left:
        figure = multiclass_figure(
            multiclass_scene(run, board.view),
            board.home,
            show=shown_layers(),
            revision=str(board.fits),
        )
        common.board_canvas(board, figure, run)
    with right:
        view_switch()
        memory = remembered(CellMemory)
        asked = board.experiment, replace(value(Scheme), scheme="ovr"), board.home
        work = Background(CELLS, asked, lambda: counted(len(TITLES), _all(*asked)), "schemes")
        if board.live:
            end(CELLS)
        else:
            work.current(FIRST_WAIT, enough=lambda: bool(work.state[0]))
        drawn = work.state
        cells, _ = drawn
        ready: Cells = cells or {}
        memory.cells |= ready
        names = list(TITLES)
        for start in (0, 2):
            row = st.columns(2, wrap=False)
            for name, column in zip(names[start : start + 2], row, strict=True):
                with column:
                    scene = memory.cells.get(name) or _untrained(run, board.home)
                    _cell(name, scene, board.home, waiting=name not in ready)
        st.caption(HATCHED)
        derivation_link("two_classes")
        if not board.live:
            work.follow(drawn)


def _all(experiment: Experiment, scheme: Scheme, home: Extent) -> Generator[Cells, None, None]:
    """The four schemes one after the other; each step holds all that are trained so far."""
    cells: Cells = {}
    for name in TITLES:
        run = multiclass_run(experiment, replace(scheme, scheme=name))
        cells = cells | {name: multiclass_scene(run, home)}
        yield cells


def _untrained(run: MulticlassRun, home: Extent) -> MulticlassScene:
    """The points alone."""
    return multiclass_scene(replace(run, many=None), home)


def _cell(name: str, drawn: MulticlassScene, home: Extent, *, waiting: bool) -> None:
    words = TRAINING if waiting else cell_text(drawn.run, drawn)
    display.cell(
        f"cell_{name}",
        small_figure(drawn, home),
        SMALL_PICTURE,
        TITLES[name],
        words,
        words,
        key=f"take_{name}",
        on_click=callback(lambda: set_fields(Scheme, scheme=name)),
        type="primary" if value(Scheme).scheme == name else "secondary",
    )
