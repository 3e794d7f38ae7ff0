"""The canvas alone, with a board and a history and no machine: what the browser tests click on.

Query parameters: `pause` (ms a run takes), `floor` (a click redraws a static figure), `points`,
`blink` (a button that takes the canvas away and brings it back), `note` (a text field), `view` (the
page asks which box is seen), `broken` (a figure that plotly.js cannot draw whenever the board has
an odd number of points), `ask` (points and places can be asked about, on the canvas and in a chart
and a table of the first three points).
"""

from __future__ import annotations

import json
import time

import numpy as np
import streamlit as st

from pages.plots.theme import SYMBOLS
from pages.state.board.board import Board, History, sample_of
from pages.ui.canvas.canvas import canvas
from pages.ui.canvas.events import Command, Pick
from pages.ui.canvas.options import (
    EDITING,
    ONLY_LOOK,
    PICKING,
    Fill,
    Handlers,
    Linked,
    Points,
)
from pages.ui.rows.rows import rows

PALETTE = {
    "light": {"ink": "#1b1f24", "page": "#ffffff", "grid": "#e4e7eb"},
    "dark": {"ink": "#e9ecef", "page": "#0e1116", "grid": "#2a2f37"},
}
COLORS = {
    "light": ["#0c63c4", "#d95f0a"],
    "dark": ["#63a4ff", "#ff9b4a"],
}
for _mode, _colors in COLORS.items():
    PALETTE[_mode] |= {f"class{k}": color for k, color in enumerate(_colors)}


def start_board(size: int) -> Board:
    rng = np.random.default_rng(7)
    points = rng.uniform(-2.0, 2.0, (size, 2)).round(4)
    return Board(sample_of(points.tolist(), [k % 2 for k in range(size)]))


def apply(events: list) -> None:
    history, count = st.session_state["work"]
    for event in events:
        if event is Command.UNDO:
            history = history.undo()
        elif event is Command.REDO:
            history = history.redo()
        elif event is not Command.GESTURE_END:
            board = history.present.apply(event, classes=2)
            history = history.push(board, event.stroke)
    st.session_state["work"] = (history, count + len(events))


def seen(*box: float) -> None:
    st.session_state["box"] = box


def ask(pick: Pick) -> None:
    st.session_state["pick"] = [pick.id, pick.place]


def marks(points: tuple, size: int = 10) -> dict:
    return {
        "uid": "points",
        "type": "scatter",
        "mode": "markers",
        "hoverinfo": "none",
        "x": np.array([p.x for p in points]),
        "y": np.array([p.y for p in points]),
        "marker": {
            "size": size,
            "color": [f"$class{p.label}" for p in points],
            "symbol": [SYMBOLS[p.label] for p in points],
            "line": {"color": "$page", "width": 1},
        },
    }


def axes(**more: object) -> dict:
    axis = {"showgrid": True, "gridcolor": "$grid", "zeroline": False, "range": [-3, 3]}
    return {
        "xaxis": {**axis},
        "yaxis": {**axis, "scaleanchor": "x"},
        "margin": {"l": 32, "r": 8, "t": 8, "b": 28},
        "showlegend": False,
        **more,
    }


def regions(x0: float, x1: float, y0: float, y1: float, n: int = 100) -> list[dict]:
    """A static heat map and three level lines: the cost of a picture without its mathematics."""
    xs, ys = np.linspace(x0, x1, n), np.linspace(y0, y1, n)
    values = np.sin(1.3 * xs)[None, :] - 0.7 * ys[:, None]
    heat = {
        "type": "heatmap",
        "x": xs,
        "y": ys,
        "z": np.clip(values * 60, -127, 127).astype(np.int8),
        "zmin": -127,
        "zmax": 127,
        "zsmooth": "fast",
        "showscale": False,
        "hoverinfo": "skip",
        "colorscale": [[0, "$class0"], [0.5, "$page"], [1, "$class1"]],
        "opacity": 0.5,
    }
    line = {"type": "scatter", "mode": "lines", "hoverinfo": "skip"}
    lines = [
        {
            **line,
            "x": xs,
            "y": (np.sin(1.3 * xs) - level) / 0.7,
            "line": {"color": "$ink", "width": 3 if level == 0 else 1.5},
        }
        for level in (-1.0, 0.0, 1.0)
    ]
    return [heat, *lines]


@st.cache_data
def floor_figure() -> dict:
    board = start_board(100)
    data = [*regions(-3, 3, -3, 3), marks(board.all_points)]
    return {"data": data, "layout": axes(meta={"extent": [-3, 3, -3, 3]})}


def draw() -> None:
    params = st.query_params
    time.sleep(int(params.get("pause", 0)) / 1000)
    history, count = st.session_state["work"]
    points = history.present.all_points
    box = st.session_state.get("box", (-3, 3, -3, 3))
    figure = {
        "data": [marks(points)],
        "layout": axes(meta={"extent": list(box)}),
    }
    if "broken" in params and len(points) % 2:
        # plotly.js makes a selector of the name and stops in the middle of its work
        figure["data"].append({"type": "heatmap", "uid": "a=1", "z": [[0, 1], [1, 0]]})
    if "floor" in params:
        # one number differs, so that a click has something to redraw
        figure = dict(floor_figure())
        figure["layout"] = {**figure["layout"], "meta": {"clicks": len(history.past)}}
        points = start_board(100).all_points
    canvas(
        "canvas",
        figure,
        f"{len(points)} points",
        points=Points(
            ids=[p.id for p in points], labels=[p.label for p in points], palette=PALETTE
        ),
        tools=PICKING if "ask" in params else EDITING,
        handlers=Handlers(
            edit=apply,
            view=seen if "view" in params else None,
            pick=ask if "ask" in params else None,
        ),
        history=history,
        height=Fill(430) if "ask" in params else Fill(),
    )
    report = {
        "points": [[p.id, p.x, p.y, p.label] for p in history.present.all_points],
        "undo": len(history.past),
        "redo": len(history.future),
        "edits": count,
        "box": st.session_state.get("box"),
        "pick": st.session_state.get("pick"),
    }
    if "ask" in params:
        few = [p.id for p in points[:3]]
        chart = {"data": [{"type": "bar", "y": [1, 2, 3]}], "layout": {"margin": {"t": 8}}}
        canvas(
            "bars",
            chart,
            "bars",
            points=Points(palette=PALETTE),
            tools=ONLY_LOOK,
            height=160,
            linked=Linked(ids=few),
            handlers=Handlers(pick=ask),
        )
        rows(
            "table",
            {"id": "The point."},
            [[str(i)] for i in few],
            ids=few,
            chosen=None,
            on_pick=lambda i: ask(Pick(i)),
            height=120,
        )
    st.text(json.dumps(report))


def show() -> None:
    params = st.query_params
    if "work" not in st.session_state:
        board = start_board(int(params.get("points", 12)))
        st.session_state["work"] = (History(board), 0)
    if "blink" in params:
        away = st.session_state.get("away", False)
        st.button("Blink", on_click=lambda: st.session_state.update(away=not away))
        if away:
            return
    if "note" in params:
        st.text_input("Note")
    draw()


st.set_page_config(layout="wide")
show()
