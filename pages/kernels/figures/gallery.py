"""Small pictures of many models, and what the width of the RBF does to one."""

from typing import Any

import numpy as np

from pages.kernels.model.gallery import GalleryCell, WidthRow
from pages.plots.decision import polyline, regions
from pages.plots.layout_sizes import NO_MARGIN
from pages.plots.theme import SYMBOLS, Figure
from pages.plots.traces import chart_layout, curve, empty_figure, legend, rule, surroundings
from pages.state.model.scene import fit_view
from pages.state.text.number_format import number

SIZE = 5.0  # of a point
NAMES = ("negative", "positive")


def cell_figure(cell: GalleryCell) -> Figure:
    """Regions, boundary and points, without axes."""
    data, traces = cell.run.data, []
    view = fit_view(data)
    if cell.grid is not None:
        x, y = cell.grid.x, cell.grid.y
        extent = (float(x[0]), float(x[-1]), float(y[0]), float(y[-1]))
        traces.append(regions(cell.grid, extent))
        traces.append(polyline(cell.line, "boundary", {"color": "$ink", "width": 2}))
    for label, name in enumerate(NAMES):  # a trace a class: no list of colours has to travel
        members = data.X[(data.y > 0.0) == bool(label)]
        traces.append(
            polyline(members, name, {})
            | {
                "mode": "markers",
                "marker": {
                    "symbol": SYMBOLS[label],
                    "color": f"$class{label}",
                    "size": SIZE,
                    "opacity": 1.0,
                    "line": {"color": "$page", "width": 0.5},
                },
            }
        )
    axis: dict[str, Any] = {"visible": False, "fixedrange": True}
    layout: Figure = {
        "xaxis": axis | {"range": [view[0], view[1]]},
        "yaxis": axis | {"range": [view[2], view[3]], "scaleanchor": "x"},
        "margin": dict(NO_MARGIN),
        "hovermode": False,
        "dragmode": False,
        **surroundings(),
    }
    return {"data": traces, "layout": layout}


def flexibility_figure(
    rows: tuple[WidthRow, ...], points: int, present: float | None = None
) -> Figure:
    """Support vectors and training errors of n points over sigma, which falls to the right.

    `present` is the sigma of the model that the page shows, a line across the chart.
    """
    known = [row for row in rows if row.support is not None]
    if not known:
        return empty_figure("Flexibility", "no model for any σ")
    sigma = np.array([row.sigma for row in known])
    columns = (
        ("support vectors", [row.support for row in known], "$ink", "solid"),
        ("training errors", [row.errors for row in known], "$wrong", "dash"),
    )
    curves = [
        curve(sigma, np.array(values, dtype=float), name, color, dash)
        | {"uid": name.replace(" ", ""), "mode": "lines+markers"}
        for name, values, color, dash in columns
    ]
    unit = "σ (smaller →)"
    if present is not None:
        unit += f"; dashed: current σ = {number(present)}"
    layout = chart_layout("Flexibility", unit)
    shown = [row.sigma for row in rows] + ([] if present is None else [present])
    ends = np.log10([1.1 * max(shown), min(shown) / 1.1]).tolist()
    layout["xaxis"] |= {"type": "log", "range": ends, "tickvals": [0.1, 0.3, 1, 3]}
    layout["yaxis"] |= {"range": [-0.02 * points, 1.06 * points]}
    layout |= legend()
    if present is not None:
        layout["shapes"] = [rule("x", present, "$muted", 1.5, "4px,3px")]
    return {"data": curves, "layout": layout}
