"""The hulls of both classes, reduced by C, with their nearest points."""

from html import escape

import streamlit as st

from pages.dual.figures.hulls import with_hulls
from pages.dual.model.hulls import hull_pair
from pages.dual.text.hulls import STORY, TO_LINEAR, TO_LINEAR_HELP, hull_rows, hull_sentence
from pages.plots.decision import decision_figure
from pages.state.model.run import run
from pages.state.model.scene import scene
from pages.state.screen.layers import MODEL_LAYERS
from pages.state.text.verdict import badge
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.inspected_point import dual_experiment
from pages.ui.canvas.options import Points
from pages.ui.page.views import view_switch
from pages.ui.server.observed import callback
from pages.ui.visit.visit import shown_layers


def show(board: BoardState) -> None:
    """The picture with the hulls of the current C, and the numbers that belong to it."""
    result = run(dual_experiment(board))
    found = hull_pair(result)
    drawn = scene(result, board.view)
    shown = tuple(name for name in shown_layers() if name in MODEL_LAYERS)
    look = {"show": shown, "revision": str(board.fits), "seen": display.seen(board)}
    figure = with_hulls(decision_figure(drawn, board.home, **look), found)
    left, right = display.columns()
    with left:
        data = result.data
        text = hull_sentence(result, found)
        points = Points(ids=data.ids, labels=data.y > 0)
        display.picture(board, figure, points, badge(result), text)
    with right:
        view_switch()
        if board.experiment.kernel != "linear":
            st.button(
                TO_LINEAR,
                key="to_linear",
                help=TO_LINEAR_HELP,
                on_click=callback(lambda: board.choose(kernel="linear")),
                width="stretch",
            )
        if found is not None and found.half:
            _table(hull_rows(found))
        st.caption(STORY)


def _table(rows: list[tuple[str, str, str]]) -> None:
    body = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(formula)}</td><td>{escape(value)}</td></tr>"
        for name, formula, value in rows
    )
    st.html(f'<table class="svm-numbers svm-hulls"><tbody>{body}</tbody></table>')
