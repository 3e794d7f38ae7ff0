"""Every point's multiplier, its condition and what it does; and the boundary without it."""

from html import escape

import numpy as np
import streamlit as st

from pages.dual.model.leave_one_out import difference, without
from pages.dual.panels import common
from pages.dual.settings import STOPS, DualView
from pages.dual.text import (
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
from pages.state.edits import own_id
from pages.state.experiment import change
from pages.state.inspected import Inspected
from pages.state.kkt import conditions
from pages.state.preview import trainable
from pages.state.run import Run, run
from pages.state.scene import Scene, scene
from pages.state.verdict import badge, sentence
from pages.ui import display
from pages.ui.comparison import compared, comparison, spoken
from pages.ui.inspected_point import dual_experiment, in_dual, inspected_index
from pages.ui.page_shell import derivation_link
from pages.ui.rows import rows
from pages.ui.session import Session, value
from pages.ui.widgets import heading, select

TABLE = "kkt"


def show(session: Session) -> None:
    """The picture, the multipliers as bars and as a table, and one point in words."""
    experiment, stop = dual_experiment(session), value(DualView).stop
    if stop:  # the violations of a model that is not optimal yet
        experiment = change(experiment, solver="smo", max_iter=int(stop))
    result = run(experiment)
    k = inspected_index(session, result)
    drawn = scene(result, session.view)
    both = comparison(session, result, in_dual)
    frozen = scene(both.a, session.view) if both else None
    ghost = None if both else _without(session, result, k)
    look = {"show": session.show, "revision": str(session.fits), "seen": display.seen(session)}
    figure = asked_figure(drawn, session.home, k, ghost, frozen=frozen, **look)
    text = dual_sentence(result) if result.model is not None else sentence(result)
    left, right = display.columns()
    with left:
        model = trainable(result, session.view, session.show) if k is None else None
        display.inspection_picture(
            session, figure, result.data, badge(result), text, aside=spoken(both), model=model
        )
    with right:
        common.choose(session)
        stops = session.choices(DualView)
        select(stops, "stop", STOPS, STOP_HELP, label=STOP, key="w_dual_stop")
        compared(session, both)
        if result.model is not None:
            _point_details(session, drawn, k, both.a if both else None)


def _without(session: Session, result: Run, k: int | None) -> Scene | None:
    """What the model without the point would show; None where that is the same."""
    if k is None or result.model is None:
        return None
    change = difference(result, k)
    return None if change is None or change.same else scene(without(result, k), session.view)


def _point_details(session: Session, drawn: Scene, k: int | None, frozen: Run | None) -> None:
    result = drawn.run
    found = conditions(result)
    lines = point_text(result, k) if k is not None else (STORY,)
    body = "".join(f"<p>{escape(line)}</p>" for line in lines)
    st.html(f'<div class="svm-point-text" data-announce>{body}</div>')
    bars, ids = alpha_figure(result, k, frozen), session.browser_ids(result.data.ids)
    links = [ids[i] for i in bar_order(result)]
    display.chart("alpha", bars, 170, linked_ids=links, on_pick=session.pick)
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
            on_pick=lambda id: session.set_fields(
                Inspected, point=own_id(id, session.sample), place=None
            ),
            height=200,
        )
    _by_hand(result, k)


def _by_hand(result: Run, k: int | None) -> None:
    """The textbook's algorithm in the numbers of this model."""
    items = "".join(f"<li>{escape(line)}</li>" for line in derivation_lines(result, k))
    st.html(f'<ol class="svm-derivation">{items}</ol>')
    derivation_link(derivation_key(result))
