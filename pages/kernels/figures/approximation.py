"""The boundaries of approximate features and of the kernel in one picture; the error over D."""

from typing import Any

import numpy as np

from pages.datasets.limits import Extent
from pages.kernels.model.approximation import Approximated, ErrorCurves
from pages.kernels.settings import METHODS
from pages.plots.decision import (
    board_layout,
    crosses,
    level,
    polyline,
    regions,
    ringed_points,
    weight_sizes,
)
from pages.plots.multiclass import EDGE
from pages.plots.theme import Figure
from pages.plots.traces import chart_layout, curve, decades, empty_figure, legend, marks
from pages.state.model.scene import Scene
from pages.state.text.number_format import number
from svmcore.arrays import Array

EXACT = {"color": "$ink", "width": 3, "dash": "12px,6px"}
MARGIN = {"color": "$muted", "width": 1.5, "dash": "2px,5px"}
LANDMARK = 17.0  # pixels of the square around a landmark
TITLE = "Error of the kernel matrix ‖K − K̂‖/‖K‖"
LOWEST = 1e-6  # of the chart: what is smaller is as good as exact
STYLES = {"fourier": ("$ink", "solid"), "nystrom": ("$muted", "dash")}


def approximation_figure(
    found: Approximated, exact: Scene, view: Extent, revision: str, show: tuple[str, ...]
) -> Figure:
    """The regions and the solid boundary of the approximate model; the exact boundary is dashed.

    show : the layers, see `pages.state.screen.layers`
    """
    data = found.run.data
    traces: list[dict[str, Any]] = []
    if found.grid is not None and "regions" in show:
        traces.append(regions(found.grid, exact.extent))
    if found.lines and "margins" in show:
        traces += [polyline(found.lines[k], uid, MARGIN) for k, uid in ((0, "below"), (2, "above"))]
    traces.append(polyline(exact.lines[1], f"{EDGE}exact", EXACT))
    if found.lines:
        traces.append(level(found.lines[1], 1))
    square = {"symbol": "square-open", "size": LANDMARK, "color": "$muted", "line": {"width": 1.5}}
    there = data.X[found.landmarks]
    traces.append(marks("landmarks", there[:, 0], there[:, 1], square))
    coef = np.zeros(len(data)) if found.coef is None else np.abs(found.coef)
    points = ringed_points(
        data.X,
        _hover_texts(found),
        (data.y > 0).astype(int),
        found.support & ("support" in show),
        found.bound,
        coef / max(float(coef.max(initial=0.0)), 1e-300),
        np.array(weight_sizes(data.own_weight)),
    )
    traces += [crosses(points, found.wrong), points]
    return {
        "data": traces,
        "layout": board_layout(exact.extent, view, revision, framed=found.grid is None),
    }


def _hover_texts(found: Approximated) -> list[str]:
    """Of each point its class and both values of f."""
    names = np.where(found.run.data.y > 0, "class +1", "class −1")
    if found.scores is None:
        return [str(name) for name in names]
    return [
        f"{name}<br>f(x) = {number(f, 4)}<br>exact f(x) = {number(exact, 4)}"
        for name, f, exact in zip(names, found.scores, found.run.scores, strict=True)
    ]


def error_figure(curves: ErrorCurves | None, found: Approximated, method: str) -> Figure:
    """The mean error of both methods over D, and a dot for the draw that is shown."""
    if curves is None:
        return empty_figure(TITLE, "computing")
    traces = []
    for name, (color, dash) in STYLES.items():
        x, y = np.array(curves.counts[name], dtype=float), curves.errors[name]
        if len(x):
            traces.append(curve(x, y, name, color, dash) | {"name": METHODS[name]})
    dot = {"color": STYLES[method][0], "size": 9, "line": {"color": "$page", "width": 1}}
    here: Array = np.array([found.error])
    words = f"this draw: D = {found.D}, {number(found.error)}"
    hover = {"customdata": [words], "hovertemplate": "%{customdata}<extra></extra>"}
    shown = here if found.error >= LOWEST else np.full(1, LOWEST)
    traces.append(marks("here", [found.D], shown, dot, showlegend=False, **hover))
    layout = chart_layout(TITLE, f"D, number of features or landmarks; mean of {curves.seeds}")
    every = np.concatenate([*curves.errors.values(), here, [LOWEST if here < LOWEST else 1.0]])
    low = max(LOWEST, float(every[every > 0.0].min()))
    layout["yaxis"] |= {"type": "log", "range": [np.log10(low) - 0.15, np.log10(every.max()) + 0.1]}
    layout["yaxis"] |= decades(np.array([low, float(every.max())]), 4, plain=True)
    ticks = [2, 8, 32, 128]
    layout["xaxis"] |= {"type": "log", "tickvals": ticks, "ticktext": [str(D) for D in ticks]}
    layout["hovermode"] = "closest"
    layout |= legend()
    return {"data": traces, "layout": layout}
