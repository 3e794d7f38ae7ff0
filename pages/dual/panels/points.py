"""Every point's multiplier, its condition and what it does; and the boundary without it."""

from html import escape

import numpy as np
import streamlit as st

from pages.dual.model.leave_one_out import difference, without
from pages.dual.settings import STOPS, DualView
from pages.dual.text.views import (
    COLUMNS,
    CONDITIONS,
    STOP,
    STOP_HELP,
    STORY,
    condition_cells,
    derivation_key,
    derivation_lines,
    dual_sentence,
    point_text,
)
from pages.plots.charts import alpha_figure, bar_order
from pages.plots.decision import asked_figure
from pages.plots.layout_sizes import LOWER_CHART
from pages.plots.layout_sizes import TABLE as TABLE_HEIGHT
from pages.state.board.edits import own_id
from pages.state.board.experiment import change
from pages.state.board.inspected import Inspected
from pages.state.model.kkt import conditions
from pages.state.model.preview import trainable
from pages.state.model.run import Run, run
from pages.state.model.scene import Scene, scene
from pages.state.text.verdict import badge, sentence
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.comparison import compared, comparison, spoken
from pages.ui.board.inspected_point import dual_experiment, in_dual, inspected_index
from pages.ui.canvas.options import Linked
from pages.ui.controls.widgets import heading, select
from pages.ui.page.page_shell import derivation_link
from pages.ui.page.views import view_switch
from pages.ui.rows.rows import rows
from pages.ui.visit.visit import choices, set_fields, shown_layers, value

TABLE = "kkt"


def show(board: BoardState) -> None:
    """The picture, the multipliers as bars and as a table, and one point in words."""
    experiment, stop = dual_experiment(board), value(DualView).stop
    if stop:  # the violations of a model that is not optimal yet
        experiment = change(experiment, solver="smo", max_iter=int(stop))
    result = run(experiment)
    k = inspected_index(result)
    drawn = scene(result, board.view)
    both = comparison(board, result, in_dual)
    frozen = scene(both.a, board.view) if both else None
    ghost = None if both else _without(board, result, k)
    look = {"show": shown_layers(), "revision": str(board.fits), "seen": display.seen(board)}
    figure = asked_figure(drawn, board.home, k, ghost, frozen=frozen, **look)
    text = dual_sentence(result) if result.model is not None else sentence(result)
    left, right = display.columns()
    with left:
        model = trainable(result, board.view, shown_layers()) if k is None else None
        display.inspection_picture(
            board, figure, result.data, badge(result), text, aside=spoken(both), model=model
        )
    with right:
        view_switch()
        stops = choices(DualView)
        select(stops, "stop", STOPS, STOP_HELP, label=STOP, key="w_dual_stop")
        compared(board, both)
        if result.model is not None:
            _point_details(board, drawn, k, both.a if both else None)


def _without(board: BoardState, result: Run, k: int | None) -> Scene | None:
    """What the model without the point would show; None where that is the same."""
    if k is None or result.model is None:
        return None
    change = difference(result, k)
    return None if change is None or change.same else scene(without(result, k), board.view)


def _point_details(board: BoardState, drawn: Scene, k: int | None, frozen: Run | None) -> None:
    result = drawn.run
    found = conditions(result)
    lines = point_text(result, k) if k is not None else (STORY,)
    body = "".join(f"<p>{escape(line)}</p>" for line in lines)
    st.html(f'<div class="svm-point-text" data-announce>{body}</div>')
    bars, ids = alpha_figure(result, k, frozen), board.browser_ids(result.data.ids)
    linked = Linked(ids=[ids[i] for i in bar_order(result)])
    display.chart("alpha", bars, LOWER_CHART, linked=linked, pick=board.pick)
    # of a model that is not optimal the worst violations first
    worst = np.zeros(len(ids)) if result.finished else found.violation
    keys = np.lexsort((found.margins, -found.alpha, -worst))
    ranked = [int(i) for i in keys]
    with display.enlargeable(TABLE):
        heading(CONDITIONS)
        rows(
            TABLE,
            COLUMNS,
            [condition_cells(found, i, finished=result.finished) for i in ranked],
            ids=[ids[i] for i in ranked],
            chosen=None if k is None else ids[k],
            on_pick=lambda id: set_fields(Inspected, point=own_id(id, board.sample), place=None),
            height=TABLE_HEIGHT,
        )
    _by_hand(result, k)


def _by_hand(result: Run, k: int | None) -> None:
    """The textbook's algorithm in the numbers of this model."""
    items = "".join(f"<li>{escape(line)}</li>" for line in derivation_lines(result, k))
    st.html(f'<ol class="svm-derivation">{items}</ol>')
    derivation_link(derivation_key(result))
