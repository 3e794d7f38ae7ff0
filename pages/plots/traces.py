"""Parts of figures: traces, axes, layouts, annotations, and the empty chart."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from pages.plots.layout_sizes import (
    CHART_MARGIN,
    LABEL_TYPE,
    NOTE_TYPE,
    PLAIN_MARK,
    RINGED_MARK,
    TICK_TYPE,
)
from pages.plots.theme import SYMBOLS, Figure
from svmcore.arrays import Array, Bools


def empty_figure(title: str, text: str) -> Figure:
    """A chart with nothing to show, which says why."""
    layout = chart_layout(title, "")
    layout["xaxis"]["visible"] = layout["yaxis"]["visible"] = False
    layout["annotations"] = [on_paper(text, 0.5, 0.6, "center")]
    return {"data": [], "layout": layout}


def marks(uid: str, x: Any, y: Any, marker: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Markers without hover text, unless `more` has a hovertemplate."""
    silent = {} if "hovertemplate" in more else {"hoverinfo": "skip"}
    trace = {"type": "scatter", "uid": uid, "mode": "markers", "x": x, "y": y, "marker": marker}
    return trace | silent | more


def shades(
    uid: str,
    z: NDArray[Any],
    box: Sequence[float],
    ends: tuple[float, float],
    colors: Sequence[str],
) -> dict[str, Any]:
    """Values on a grid, (rows, columns), as a heat map from one theme colour to another.

    box : x0, x1, y0, y1, the first and the last node's places; ends : the values of the first and
    the last colour.
    """
    x0, x1, y0, y1 = box
    return {
        "type": "heatmap",
        "uid": uid,
        "x0": x0,
        "dx": (x1 - x0) / (z.shape[1] - 1),
        "y0": y0,
        "dy": (y1 - y0) / (z.shape[0] - 1),
        "z": z,
        "zmin": ends[0],
        "zmax": ends[1],
        "colorscale": [[k / (len(colors) - 1), color] for k, color in enumerate(colors)],
        "showscale": False,
        "hoverinfo": "skip",
    }


def rule(axis: str, at: float, color: str, width: float, dash: str = "solid") -> dict[str, Any]:
    """A straight line across the whole chart at a place on the axis "x" or "y"."""
    other = "x" if axis == "y" else "y"
    return {
        "type": "line",
        f"{other}ref": "paper",
        f"{other}0": 0,
        f"{other}1": 1,
        f"{axis}0": at,
        f"{axis}1": at,
        "line": {"color": color, "width": width, "dash": dash},
    }


def point_trace(
    X: Array, words: list[str], symbol: list[str], color: list[str], **look: Any
) -> dict[str, Any]:
    """The points X, (n, 2), of a board or a table as the canvas knows them; some words for each.

    look : the marks' `size`, a number each, and their `line`.
    """
    marker = {"symbol": symbol, "color": color, "opacity": 1.0, **look}
    hover = {"customdata": words, "hovertemplate": "%{customdata}<extra></extra>"}
    return marks("points", X[:, 0], X[:, 1], marker, name="points", **hover)


def class_points(
    X: Array,
    words: list[str],
    classes: npt.ArrayLike,
    support: Bools,
    apart: Bools | None = None,
    *,
    heavy: Array | float = 1.0,
    hollow: float = 2.0,
) -> dict[str, Any]:
    """Points of several classes; support vectors have a ring, those kept apart are hollow.

    heavy : factors of their size. hollow : pixels of the line of a hollow mark
    """
    numbers = np.asarray(classes, dtype=np.intp)
    out = np.zeros(len(numbers), dtype=bool) if apart is None else apart
    colors = np.char.add("$class", numbers.astype(str))
    return point_trace(
        X,
        words,
        np.char.add(np.array(SYMBOLS)[numbers], np.where(out, "-open", "")).tolist(),
        colors.tolist(),
        size=(np.where(support, RINGED_MARK, PLAIN_MARK) * heavy).round(1).tolist(),
        line={
            "color": np.where(support, "$ink", np.where(out, colors, "$page")).tolist(),
            "width": np.where(support, 2.0, np.where(out, hollow, 1.0)).tolist(),
        },
    )


def curve(x: Array, y: Array, name: str, color: str, dash: str) -> dict[str, Any]:
    """A named line, or a dot where only one moment is known."""
    alone = np.isfinite(y).sum() == 1  # a line through one moment would not be seen
    return {
        "type": "scatter",
        "uid": name,
        "name": name,
        "mode": "markers" if alone else "lines",
        "marker": {"color": color, "size": 7},
        "x": x,
        "y": y,
        "line": {"color": color, "width": 2.2, "dash": dash},
        "hovertemplate": f"{name} %{{y:.5g}}<extra></extra>",
    }


def bars(uid: str, x: Any, y: Any, marker: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Bars; `more` says what they explain on hovering."""
    return {"type": "bar", "uid": uid, "x": x, "y": y, "marker": marker} | more


def with_cost_scale(layout: Figure, cost: Array, drawn: Array) -> Figure:
    """The layout of a cost: logarithmic, as its title says, where it changes by a factor of 8.

    Else the y axis begins at 0.
    """
    known = cost[np.isfinite(cost) & (cost > 0.0)]
    if known.size and known.max() > 8.0 * min(known[0], known[-1]):
        title = layout["title"]["text"].replace("</b>", " (log scale)</b>")
        y = layout["yaxis"] | {"type": "log"} | decades(drawn, 4, plain=True)
        return layout | {"yaxis": y, "title": layout["title"] | {"text": title}}
    known = drawn[np.isfinite(drawn) & (drawn > 0.0)]
    top = float(known.max()) if known.size else 1.0
    return layout | {"yaxis": layout["yaxis"] | {"range": [0.0, 1.06 * top]}}


def decades(drawn: Array, steps: int, *, plain: bool = False) -> dict[str, Any]:
    """Ticks of a log axis: at most steps + 1 of them, all in one format.

    `plain` writes 0.01 and 100 as long as no tick needs an exponent; else they are powers of 10.
    """
    known = drawn[np.isfinite(drawn) & (drawn > 0.0)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.1, 1.0)
    short = plain and low >= 1e-3 and high < 1e4
    each = max(1, int(np.ceil((np.log10(high) - np.log10(low)) / steps)))
    if short:
        return {"dtick": each, "tickformat": "~g"}
    # plotly.js writes powers a quarter larger than other numbers
    font = {"size": 10, "color": "$muted"}
    return {"dtick": each, "exponentformat": "power", "tickfont": font}


def note(text: str, x: float, y: float) -> dict[str, Any]:
    """An annotation in small type at (x, y) of the axes."""
    return {
        "text": text,
        "x": x,
        "y": y,
        "showarrow": False,
        "yanchor": "bottom",
        "font": {"size": NOTE_TYPE, "color": "$muted"},
    }


def on_paper(text: str, x: float, y: float, xanchor: str) -> dict[str, Any]:
    """An annotation at (x, y) of the chart area, both from 0 to 1."""
    return note(text, x, y) | {"xref": "paper", "yref": "paper", "xanchor": xanchor}


def axis() -> dict[str, Any]:
    """An axis with few ticks and pale grid lines."""
    return {
        "zeroline": False,
        "gridcolor": "$line",
        "tickfont": {"size": TICK_TYPE, "color": "$muted"},
        "nticks": 4,
        "automargin": False,
        # to find out which labels stick out, Plotly would lay the whole page out again for each
        "ticklabeloverflow": "allow",
    }


def legend() -> dict[str, Any]:
    """The layout entries of a horizontal legend above the chart."""
    place = {"orientation": "h", "x": 0, "y": 1.0, "yanchor": "bottom"}
    look = {"font": {"size": TICK_TYPE, "color": "$ink"}, "bgcolor": "rgba(0,0,0,0)"}
    return {"legend": place | look, "showlegend": True}


def chart_layout(title: str, unit: str, hovermode: str = "x", **margin: int) -> dict[str, Any]:
    """The layout of a chart: a title, and the unit below the x axis; margin : l, r, t, b."""
    below = {"text": unit, "font": {"size": TICK_TYPE, "color": "$muted"}, "standoff": 4}
    return {
        "title": {
            "text": f"<b>{title}</b>",
            "font": {"size": LABEL_TYPE, "color": "$ink"},
            "x": 0,
            "xref": "container",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "pad": {"t": 4},
        },
        "xaxis": axis() | {"title": below, "showgrid": False},
        "yaxis": axis() | {"exponentformat": "power", "ticklabelstandoff": 4},
        "margin": CHART_MARGIN | margin,
        "hovermode": hovermode,
        **surroundings(),
    }


def bar_layout(title: str, unit: str, n: int) -> dict[str, Any]:
    """The same for n bars side by side, which have no ticks."""
    layout = chart_layout(title, unit) | {"bargap": 0.25 if n < 40 else 0.0}
    layout["xaxis"]["title"]["standoff"] = 8
    layout["xaxis"] |= {"showticklabels": False, "range": [-0.6, max(n, 8) - 0.4]}
    return layout


def surroundings() -> dict[str, Any]:
    """Layout entries of all figures: transparent background, no legend, hover label."""
    return {
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "showlegend": False,
        "hoverlabel": {"bgcolor": "$page", "bordercolor": "$line", "font": {"color": "$ink"}},
    }
