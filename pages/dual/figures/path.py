"""Charts of the path over log10 C: multipliers, support vectors, errors and the margin's width."""

from typing import Any

import numpy as np

from pages.dual.model.path import PathRecord
from pages.plots.decision import polyline
from pages.plots.theme import Figure
from pages.plots.traces import axis, chart_layout, curve, decades, legend, note, on_paper
from svmcore.arrays import Array

LEAST = 1e-3  # of the smallest C: where the axis of alpha ends
HIDDEN = 1e-3  # of that again: alpha = 0 is drawn down there, outside the axis
SILENT = {"hoverinfo": "skip", "hovertemplate": None}


def alphas_figure(record: PathRecord) -> Figure:
    """Every alpha_i over C, a thin line in the colour of its class, dashed for +1; log axes.

    All lines of a class are one trace, parted by NaN. None can be above the dashed line alpha = C;
    one that has fallen to 0 has left the axis downwards. Where points have weights the dashed line
    is the bound of those of weight 1, and is named so; the others have theirs in parallel to it.
    """
    x = np.log10(record.C)
    floor = LEAST * float(record.C[0])
    lines = [_lines(record, x, label, floor) for label in (0, 1)]
    weight = record.data.weight[record.split.train]
    name = "α = C" if record.data.top == "C" else "α = C × weight 1"
    ceiling = curve(x[[0, -1]], record.C[[0, -1]], name, "$muted", "dash") | SILENT
    ceiling["line"]["width"] = 1.5
    layout = _layout("Multipliers α", record)
    top = float(np.log10(record.C[-1] * max(1.0, float(weight.max()))))
    layout["yaxis"] |= {"type": "log", "range": [float(np.log10(floor)), top + 0.3]}
    layout["yaxis"] |= decades(np.array([floor, 10.0**top]), 4)
    layout["annotations"] = [
        note(name, 0.5 * float(x[0] + x[-1]), 0.5 * float(x[0] + x[-1]))
        | {"xanchor": "right", "xshift": -6}
    ]
    return {"data": [*lines, ceiling], "layout": layout}


def _lines(record: PathRecord, x: Array, label: int, floor: float) -> dict[str, Any]:
    """The lines of one class: alpha where it is positive, a step below the axis next to that."""
    own = record.split.train[record.data.y[record.split.train] == 2.0 * label - 1.0]
    xs, ys = [np.empty(0)], [np.empty(0)]
    for i in own:
        alpha = record.states.alpha[:, i]
        some = alpha > 0.0
        near = some.copy()  # the moments beside those where it is positive: its way to 0
        near[1:] |= some[:-1]
        near[:-1] |= some[1:]
        if not some.any():
            continue
        drawn = np.where(some, alpha, np.where(near, HIDDEN * floor, np.nan))
        first, last = np.flatnonzero(near)[[0, -1]]
        xs += [x[first : last + 1], np.array([np.nan])]
        ys += [drawn[first : last + 1], np.array([np.nan])]
    points = np.column_stack([np.concatenate(xs), np.concatenate(ys)])
    style = {"color": f"$class{label}", "width": 1, "dash": ("solid", "6px,2px")[label]}
    line = polyline(points, f"alpha{label}", style)
    return line | SILENT | {"name": f"class {'+1' if label else '−1'}", "opacity": 0.6}


def counts_figure(record: PathRecord) -> Figure:
    """How many support vectors are free, 0 < alpha < C omega, and how many are at their bound."""
    x = np.log10(record.C)
    layout = _layout("Support vectors", record)
    layout["yaxis"] |= {"rangemode": "tozero"}
    curves = [
        curve(x, record.curves.n_free.astype(float), "free", "$ink", "solid"),
        curve(x, record.curves.n_bound.astype(float), f"at {record.data.top}", "$muted", "dash"),
    ]
    return {"data": curves, "layout": layout | legend()}


def errors_figure(record: PathRecord) -> Figure:
    """The share of points on the wrong side, in percent, and below it the width of the margin."""
    x = np.log10(record.C)
    curves = [curve(x, 100.0 * record.curves.train_error, "training", "$ink", "solid")]
    if len(record.split.test):
        curves.append(curve(x, 100.0 * record.curves.test_error, "test", "$ink", "4px,3px"))
    for line in curves:
        line["hovertemplate"] = f"{line['name']} %{{y:.3g}} %<extra></extra>"
    known = np.where(np.isfinite(record.curves.width), record.curves.width, np.nan)
    width = curve(x, known, "width", "$muted", "solid") | {"yaxis": "y2", "showlegend": False}
    layout = _layout("Errors and width", record) | legend()
    layout["yaxis"] |= {"domain": [0.45, 1.0], "rangemode": "tozero", "ticksuffix": " %"}
    layout["yaxis2"] = axis() | {"domain": [0.0, 0.3], "type": "log"} | decades(known, 2)
    layout["xaxis"]["anchor"] = "y2"
    layout["annotations"] = [on_paper("width 2/‖w‖", 1.0, 0.3, "right")]
    if np.isnan(known).all():
        layout["yaxis2"] |= {"showticklabels": False, "showgrid": False}
        layout["annotations"].append(on_paper("w = 0 throughout", 0.5, 0.08, "center"))
    return {"data": [*curves, width], "layout": layout}


def _layout(title: str, record: PathRecord) -> Figure:
    """An x axis in log10 C, with ticks that say C."""
    layout = chart_layout(title, "C")
    low, high = float(np.log10(record.C[0])), float(np.log10(record.C[-1]))
    powers = [int(p) for p in range(round(low), round(high) + 1)]
    layout["xaxis"] |= {
        "range": [low, high],
        "tickvals": powers,
        "ticktext": [f"{10.0**p:g}" for p in powers],
    }
    return layout
