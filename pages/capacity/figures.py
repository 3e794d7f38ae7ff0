"""Labellings of a few points, large and small, and the share of separable ones over N."""

from functools import lru_cache
from typing import Any

import numpy as np

from pages.capacity.model import (
    LARGEST,
    Labelling,
    MeasuredShare,
    Shattering,
    coordinates,
    cover_share,
)
from pages.datasets.limits import Extent
from pages.plots.decision import board_layout, level, polyline, regions
from pages.plots.svg import data_uri, svg
from pages.plots.theme import SYMBOLS, Figure
from pages.plots.traces import chart_layout, curve, legend, marks, point_trace, rule
from pages.state.model.grid import decision_grid, level_lines
from pages.state.model.reduced_hull import reduced_hull
from pages.state.model.scene import cover as covered
from pages.state.model.scene import tolerance
from svmcore.arrays import Array, Bools

VIEW: Extent = (-3.0, 3.0, -2.8, 2.8)
SMALL = (120.0, 112.0)  # units of a small picture: the shape of VIEW
SMALL_NODES = 41  # of its surface, a side
MARK = {"large": 13.0, "small": 17.0}
TITLE = "Share of separable labellings"


def labelling_figure(
    X: Array, one: Labelling, names: tuple[str, ...], layers: tuple[str, ...]
) -> Figure:
    """A labelling with its hard margin; without one the hulls of the classes of a linear kernel."""
    box = covered(VIEW)
    traces: list[dict[str, Any]] = []
    if one.model is not None:
        grid = decision_grid(one.model, box)
        lines = level_lines(grid, (-1.0, 0.0, 1.0), one.model, tolerance(box))
        if "regions" in layers:
            traces.append(regions(grid, box))
        shown = (0, 2, 1) if "margins" in layers else (1,)
        traces += [level(lines[which], which) for which in shown]
    elif not one.separable:
        traces += _hulls(X, one)
    words = [f"point {name}" for name in names]
    traces.append(_points(X, one, words, MARK["large"]))
    framed = "regions" not in layers or one.model is None
    return {"data": traces, "layout": board_layout(box, VIEW, "", framed=framed)}


def _hulls(X: Array, one: Labelling) -> list[dict[str, Any]]:
    """The closed outlines of both classes, which have a point in common in feature space."""
    found = []
    for k, sign in enumerate((-1.0, 1.0)):
        these = X[one.y == sign]
        corners = reduced_hull(these, np.ones(len(these)))
        outline = np.vstack([corners, corners[:1]])
        found.append(polyline(outline, f"hull{'ab'[k]}", {"color": f"$class{k}", "width": 2}))
    return found


def _points(X: Array, one: Labelling, words: list[str], size: float) -> dict[str, Any]:
    label = (one.y > 0.0).astype(int).tolist()
    return point_trace(
        X,
        words,
        [SYMBOLS[k] for k in label],
        [f"$class{k}" for k in label],
        size=[size] * len(X),
        line={"color": "$page", "width": 1.0},
    )


@lru_cache(maxsize=16)
def small_pictures(found: Shattering, boundary: bool) -> tuple[str, ...]:
    """The addresses of the small pictures, one a labelling; with the `boundary` where there is one.

    Those of both signs of a labelling have the same line.
    """
    n = len(found.labellings)
    half = [_line(one) if boundary else None for one in found.labellings[: n // 2]]
    pairs = zip(found.labellings, (*half, *reversed(half)), strict=True)
    return tuple(data_uri(svg(_small(found.X, one, line), SMALL)) for one, line in pairs)


def _line(one: Labelling) -> Array | None:
    if one.model is None:
        return None
    grid = decision_grid(one.model, VIEW, SMALL_NODES)
    return level_lines(grid, (0.0,), one.model, 4.0 * tolerance(VIEW))[0]


def _small(X: Array, one: Labelling, line: Array | None) -> Figure:
    traces = [] if line is None else [level(line, 1)]
    traces.append(_points(X, one, [""] * len(X), MARK["small"]))
    axes = {"xaxis": {"range": list(VIEW[:2])}, "yaxis": {"range": list(VIEW[2:])}}
    return {"data": traces, "layout": axes}


def drawn_points(X: Array, chosen: Bools, view: Extent, home: Extent, revision: str) -> Figure:
    """The points of a board, those that are labelled filled, the others hollow."""
    words = ["is labelled" if flag else "is not labelled" for flag in chosen]
    trace = point_trace(
        X,
        words,
        ["circle" if flag else "circle-open" for flag in chosen],
        ["$ink" if flag else "$muted" for flag in chosen],
        size=[10.0 if flag else 8.0 for flag in chosen],
        line={"color": ["$page" if flag else "$muted" for flag in chosen], "width": 1.5},
    )
    layout = board_layout(covered(view), home, revision, framed=True)
    return {"data": [trace], "layout": layout}


def share_figure(features: str, n: int, measured: tuple[MeasuredShare, ...]) -> Figure:
    """Cover's share over N, with one half at N = 2 d, the present N, and what was measured."""
    d = coordinates(features)
    sizes = np.arange(1, LARGEST + 1)
    share = np.array([cover_share(int(size), d) for size in sizes])
    name = "C(N, d)/2ᴺ"
    theory = curve(sizes.astype(float), 100.0 * share, "theory", "$ink", "solid") | {"name": name}
    theory["hovertemplate"] = "N = %{x}: %{y:.3g} %<extra></extra>"
    dot = {"symbol": "circle", "size": 11, "color": "$ink", "line": {"color": "$page", "width": 2}}
    here = marks("here", [n], [100.0 * cover_share(n, d)], dot, name=f"N = {n}")
    layout = chart_layout(TITLE, "N, number of points", t=74, r=14)
    last = min(LARGEST, max(4 * d + 2, n + 2))
    layout["xaxis"] |= {"range": [0.0, float(last)], "nticks": 8}
    layout["yaxis"] |= {"range": [0.0, 106.0], "ticksuffix": " %"}
    layout["shapes"] = [
        rule("x", 2.0 * d, "$muted", 1.5, "4px,3px"),
        rule("y", 50.0, "$muted", 1.5, "4px,3px"),
    ]
    found = [_measured(measured)] if measured else []
    return {"data": [theory, *found, here], "layout": layout | legend()}


def _measured(measured: tuple[MeasuredShare, ...]) -> dict[str, Any]:
    """The measured shares, each with its standard error as a bar."""
    look = {"symbol": "diamond-open", "size": 10, "color": "$muted", "line": {"width": 2}}
    errors = [100.0 * one.error for one in measured]
    words = [f"{one.separable} of {one.drawn}" for one in measured]
    return marks(
        "measured",
        [one.n for one in measured],
        [100.0 * one.share for one in measured],
        look,
        name="measured",
        error_y={"type": "data", "array": errors, "color": "$muted", "thickness": 1.5, "width": 4},
        customdata=words,
        hovertemplate="N = %{x}: %{y:.3g} % (%{customdata})<extra></extra>",
    )
