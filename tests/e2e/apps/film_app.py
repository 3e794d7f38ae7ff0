"""A timeline with all that follows it: picture, charts, landscape, panel. For the browser tests.

Query parameters: `kind`, `C`, `epochs` of the run; `every` (only each n-th update is a moment of
the film).
"""

from __future__ import annotations

import json

import numpy as np
import streamlit as st

from pages.plots.theme import PALETTE, SYMBOLS
from pages.ui.canvas.canvas import canvas
from pages.ui.canvas.options import ONLY_LOOK, FollowedFilm, Points
from pages.ui.timeline.timeline import timeline, why
from tests.helpers.film_samples import EXTENT, Setting, film, points, trained


def axis(**more: object) -> dict:
    quiet = {"showgrid": False, "zeroline": False, "tickfont": {"size": 12, "color": "$muted"}}
    return quiet | {"linecolor": "$line", "ticks": "outside", "tickcolor": "$line"} | more


def hero_figure(setting: Setting) -> dict:
    at = points(setting)
    marks = {
        "uid": "points",
        "type": "scatter",
        "mode": "markers",
        "hoverinfo": "none",
        "x": at["x"],
        "y": at["y"],
        "marker": {
            "size": 10,
            "color": [f"$class{k}" for k in at["label"]],
            "symbol": [SYMBOLS[k] for k in at["label"]],
            "line": {"color": "$page", "width": 1},
        },
    }
    layout = {
        "xaxis": axis(range=list(EXTENT[:2])),
        "yaxis": axis(range=list(EXTENT[2:]), scaleanchor="x"),
        "margin": {"l": 34, "r": 6, "t": 6, "b": 26},
        "showlegend": False,
    }
    return {"data": [marks], "layout": layout}


def cost_figure(setting: Setting) -> dict:
    """Two charts that share a logarithmic axis of epochs."""
    run = trained(setting)
    epochs = np.arange(setting.updates + 1) / setting.per_epoch
    line = {"type": "scatter", "mode": "lines"}
    cost = run["margin_term"] + run["loss_term"]
    best = {"x": epochs[[1, -1]], "y": [cost.min()] * 2, "hoverinfo": "skip"}
    traces = [
        line | {"x": epochs, "y": cost, "line": {"color": "$ink", "width": 2}},
        line | best | {"line": {"color": "$muted", "width": 1, "dash": "dot"}},
        line | {"x": epochs, "y": run["accuracy"], "yaxis": "y2", "line": {"color": "$muted"}},
    ]
    layout = {
        "xaxis": axis(type="log", range=[-1.8, float(np.log10(epochs[-1]))], anchor="y2"),
        "yaxis": axis(type="log", domain=[0.45, 1], nticks=3),
        "yaxis2": axis(domain=[0, 0.35], nticks=3),
        "margin": {"l": 44, "r": 10, "t": 8, "b": 28},
        "showlegend": False,
    }
    return {"data": traces, "layout": layout}


def landscape_figure(setting: Setting) -> dict:
    at = film(setting)["path"]
    low, high = at.min(0) - 0.4, at.max(0) + 0.4
    xs, ys = np.linspace(low[0], high[0], 30), np.linspace(low[1], high[1], 30)
    bowl = (xs[None] - at[-1, 0]) ** 2 + (ys[:, None] - at[-1, 1]) ** 2
    rings = {"type": "contour", "x": xs, "y": ys, "z": bowl, "showscale": False}
    rings |= {"contours": {"coloring": "lines"}, "hoverinfo": "skip"}
    rings |= {"colorscale": [[0, "$muted"], [1, "$line"]]}
    layout = {"xaxis": axis(), "yaxis": axis(), "margin": {"l": 34, "r": 6, "t": 6, "b": 26}}
    return {"data": [rings], "layout": layout}


def focus(update: int) -> None:
    st.session_state["focuses"] = [*st.session_state["focuses"], update]


def draw(setting: Setting, show: list[str]) -> None:
    asked = st.session_state["focuses"]
    made = film(
        setting,
        every=int(st.query_params.get("every", 1)),
        near=asked[-1] if asked else None,
        live=st.session_state["live"],
    )
    left, right = st.columns([2.45, 1.0], gap="medium")
    with left:
        canvas(
            "main",
            hero_figure(setting),
            "the machine of the moment",
            points=Points(
                ids=range(setting.size), labels=points(setting)["label"], palette=PALETTE
            ),
            film=FollowedFilm("run", "model", show),
            height=520,
        )
        timeline("run", made, points=points(setting), on_focus=focus)
    with right:
        why("why", "run")
        chart = {"points": Points(palette=PALETTE), "tools": ONLY_LOOK, "height": 190}
        canvas("cost", cost_figure(setting), film=FollowedFilm("run"), **chart)
        if setting.kind == "linear":
            canvas(
                "landscape", landscape_figure(setting), film=FollowedFilm("run", "path"), **chart
            )
    st.text(json.dumps({"focuses": asked, "id": made["id"], "runs": st.session_state["runs"]}))


def show_all() -> None:
    state = st.session_state
    start = {"focuses": [], "live": False, "C": None, "away": False, "runs": 0}
    for name, value in start.items():
        state.setdefault(name, value)
    state["runs"] += 1
    params = st.query_params
    with st.container(horizontal=True):
        st.button("Other C", on_click=lambda: state.update(C=(state["C"] or 0.1) * 2))
        st.button("Drag", on_click=lambda: state.update(C=(state["C"] or 0.1) * 2, live=True))
        st.button("Let go", on_click=lambda: state.update(live=False))
        st.button("Blink", on_click=lambda: state.update(away=not state["away"]))
    if state["away"]:
        return
    setting = Setting(
        kind=params.get("kind", "linear"),
        C=state["C"] or float(params.get("C", 0.1)),
        epochs=int(params.get("epochs", 5)),
    )
    draw(setting, ["regions", "boundary", "margins", "weights"])


st.set_page_config(layout="wide")
show_all()
