"""A board of the playground with the control of C and a link, and without a model."""

from __future__ import annotations

import json

import numpy as np
import streamlit as st
from starlette.middleware import Middleware

from pages.ui.board.board_state import BoardState, board_state
from pages.ui.canvas.canvas import canvas
from pages.ui.canvas.options import Handlers, Points
from pages.ui.link import address_bar
from pages.ui.range.range import range_input
from pages.ui.static.serving import Serving
from pages.ui.visit.widget_state import arrive

MARGIN = {"l": 32, "r": 8, "t": 8, "b": 28}


@st.fragment
def stage(board: BoardState) -> None:
    points = board.experiment.board().all_points
    marks = {
        "uid": "points",
        "type": "scatter",
        "mode": "markers",
        "x": np.array([p.x for p in points]),
        "y": np.array([p.y for p in points]),
    }
    axis = {"range": [-4, 4]}
    canvas(
        "main",
        {"data": [marks], "layout": {"xaxis": axis, "yaxis": axis, "margin": MARGIN}},
        points=Points(ids=board.browser_ids(p.id for p in points)),
        handlers=Handlers(edit=board.edit),
        history=board.history,
        height=500,
    )
    report = {
        "points": [[p.x, p.y, p.label] for p in points],
        "C": board["C"],
        "undo": len(board.history.past),
    }
    st.text(json.dumps(report))
    address_bar.write()


def main() -> None:
    board = board_state()
    arrive("playground")
    address_bar.read()

    def change(C: float) -> None:
        board.choose(C=C)

    with st.sidebar:
        range_input("w_C", "C", board["C"], low=1e-3, high=1e4, log=True, change=change)
    stage(board)


if __name__ == "__main__":
    main()
else:
    app = st.App(__file__, middleware=[Middleware(Serving)])
