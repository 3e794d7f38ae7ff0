"""The still parts of the pictures of a descent; what moves in them is played over them."""

from typing import Any

import numpy as np

from pages.descent.model.film import Film
from pages.descent.model.landscape import Landscape, written
from pages.plots.decision import polyline
from pages.plots.frames import small
from pages.plots.layout_sizes import EPOCHS_BELOW, TITLE_ALONE, TITLE_AND_LEGEND
from pages.plots.theme import Figure
from pages.plots.traces import (
    chart_layout,
    curve,
    decades,
    legend,
    marks,
    on_paper,
    with_cost_scale,
)
from svmcore.arrays import Array

SILENT = {"hoverinfo": "skip", "hovertemplate": None}  # what a playhead puts no dot on
LEVELS = 14  # contour lines of a landscape


def cost_figure(film: Film, ghost: Film | None) -> Figure:
    """The cost and its two terms over the epochs, on the training points and on the others.

    The grey curve is the cost of the run before; the dotted line is the exact optimum.
    """
    x, terms = film.epoch, film.terms
    curves = [
        curve(x, terms.total, "cost", "$ink", "solid"),
        curve(x, terms.loss, "loss", "$muted", "dash"),
        curve(x, terms.margin, "margin", "$muted", "dot"),
    ]
    if len(film.split.test):
        curves.append(curve(x, film.test_cost, "test", "$ink", "dashdot") | {"opacity": 0.7})
    known = [terms.total, film.test_cost]
    if film.floor is not None:
        ends, floor = np.array([x[0], x[-1]]), np.full(2, film.floor)
        curves.append(curve(ends, floor, "optimum", "$good", "dot") | SILENT)
        known.append(np.array([film.floor]))
    if ghost is not None and _comparable(film, ghost):
        curves.insert(0, _ghost(ghost.epoch, ghost.terms.total))
    layout = chart_layout("Cost", "epoch", t=TITLE_AND_LEGEND, b=EPOCHS_BELOW)
    layout = with_cost_scale(layout, terms.total, np.concatenate(known))
    layout |= legend()
    layout["legend"] |= {"itemwidth": 30, "entrywidth": 42, "entrywidthmode": "pixels"}
    layout["xaxis"]["range"] = [0.0, float(x[-1])]
    return {"data": [_finite(c) for c in curves], "layout": layout}


def progress_figure(film: Film, ghost: Film | None) -> Figure:
    """How far from the exact optimum, relative to it, and below it the learning rate; log axes."""
    x = film.epoch
    curves = [curve(x, film.above, "above the optimum", "$ink", "solid")]
    rate = curve(x, film.walk.rate, "learning rate η", "$muted", "solid") | {"yaxis": "y2"}
    if ghost is not None:
        curves.insert(0, _ghost(ghost.epoch, ghost.above))
    layout = chart_layout("Distance from the exact optimum", "epoch", t=TITLE_ALONE, b=EPOCHS_BELOW)
    layout["yaxis"] |= {"type": "log", "domain": [0.45, 1.0]} | decades(film.above, 3)
    layout["yaxis2"] = dict(layout["yaxis"]) | {"domain": [0.0, 0.28]} | decades(film.walk.rate, 1)
    layout["yaxis2"] |= {"tickprefix": "η "}  # a tick of both axes may be 10⁻², one above the other
    layout["xaxis"] |= {"anchor": "y2", "range": [0.0, float(x[-1])]}
    layout["annotations"] = [on_paper("learning rate η", 1.0, 0.28, "right")]
    if np.isnan(film.above).all():
        why = "not computed while dragging" if film.brief else "no optimum to compare with"
        layout["annotations"].append(on_paper(why, 0.5, 0.7, "center"))
    return {"data": [_finite(c) for c in [*curves, rate]], "layout": layout}


def landscape_figure(land: Landscape) -> Figure:
    """Contour lines of the cost with the third number at its best, and the whole path in grey."""
    low = float(land.values.min())
    height = np.sqrt(np.maximum(land.values - low, 0.0))  # even steps of it are close near the best
    contours = {
        "type": "contour",
        "uid": "cost",
        "x": land.x,
        "y": land.y,
        "z": small(height),
        "customdata": small(land.values),
        "showscale": False,
        "ncontours": LEVELS,
        "contours": {"coloring": "fill", "showlines": True},
        "line": {"color": "$line", "width": 1},
        "colorscale": [[0.0, "$page"], [1.0, "$line"]],
        "hovertemplate": "cost %{customdata:.4g}<extra></extra>",
    }
    style = {"color": "$muted", "width": 1}
    path = polyline(land.path, "path", style, np.float64) | {"opacity": 0.6}
    traces = [contours, path]
    if land.best is not None:
        star = {"symbol": "star", "size": 13, "color": "$good"}
        star["line"] = {"width": 1, "color": "$page"}
        x, y = [float(land.best[0])], [float(land.best[1])]
        traces.append(marks("best", x, y, star, hovertemplate="exact optimum<extra></extra>"))
    layout = chart_layout("Cost landscape", written(land.names[0]), "closest", t=TITLE_ALONE, l=60)
    layout["xaxis"] |= {"range": [float(land.x[0]), float(land.x[-1])]}
    layout["yaxis"] |= {
        "range": [float(land.y[0]), float(land.y[-1])],
        "title": {"text": written(land.names[1]), "standoff": 4},
    }
    return {"data": traces, "layout": layout}


def _comparable(film: Film, ghost: Film) -> bool:
    """Whether the costs of two runs are costs of the same kind."""
    ours, theirs = film.descent, ghost.descent
    return ours.objective == theirs.objective and ours.loss == theirs.loss


def _ghost(x: Array, y: Array) -> dict[str, Any]:
    return curve(x, y, "before", "$muted", "solid") | SILENT | {"opacity": 0.45}


def _finite(trace: dict[str, Any]) -> dict[str, Any]:
    """Without what is no number for the browser; float32 is finer than any screen."""
    y = np.asarray(trace["y"], dtype=np.float64)
    return trace | {
        "x": np.asarray(trace["x"], dtype=np.float32),
        "y": small(np.where(np.isfinite(y), y, np.nan)),
    }
