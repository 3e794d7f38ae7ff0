"""The charts beside a trial: who was called what, and the curves of all thresholds."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pages.plots.parts import axis, chart_layout, curve, empty_figure, marks
from pages.plots.theme import Figure
from svmcore.arrays import Indices
from svmcore.model_selection.scoring import ThresholdCurve


def matrix_figure(matrix: Indices, names: Sequence[str], part: str) -> Figure:
    """How often each class (row) was called each class (column), shaded by its share of the row."""
    title = f"Confusion matrix, {part}"
    if not matrix.sum():
        return empty_figure(title, "no points")
    k = len(names)
    rows = np.maximum(matrix.sum(1, keepdims=True), 1)
    cells = {
        "type": "heatmap",
        "uid": "matrix",
        "z": (matrix / rows).astype(np.float64),
        "zmin": 0.0,
        "zmax": 1.0,
        "colorscale": [[0.0, "$page"], [1.0, "$line"]],
        "showscale": False,
        "xgap": 2,
        "ygap": 2,
        "text": [[str(int(v)) for v in row] for row in matrix],
        "texttemplate": "%{text}",
        "textfont": {"size": 15 if k <= 5 else 11, "color": "$ink"},
        "customdata": [
            [f"{int(v)} of class {names[i]} called {names[j]}" for j, v in enumerate(row)]
            for i, row in enumerate(matrix)
        ],
        "hovertemplate": "%{customdata}<br>%{z:.1%} of its class<extra></extra>",
    }
    layout = chart_layout(title, "called")
    ticks = {"tickvals": list(range(k)), "ticktext": list(names), "showgrid": False, "nticks": k}
    layout["xaxis"] |= ticks
    layout["yaxis"] |= ticks | {
        "autorange": "reversed",
        "title": {"text": "class", "font": {"size": 12, "color": "$muted"}, "standoff": 2},
    }
    longest = max(len(name) for name in names)
    layout["margin"] |= {"l": min(90, 30 + 8 * longest), "t": 28}
    layout["hovermode"] = "closest"
    return {"data": [cells], "layout": layout}


def roc_figure(
    curves: Sequence[ThresholdCurve],
    area: float,
    numbers: Sequence[int],
    names: Sequence[str],
    t: float | None = None,
    title: str = "ROC",
) -> Figure:
    """True against false positives at all thresholds; a dot at t. Several classes: one a class."""
    if not curves:
        return empty_figure(title, "a class has no points here")
    layout = chart_layout(f"{title}, AUC {area:.3f}", "false positive rate")
    chance = _line(np.array([0.0, 1.0]), np.array([0.0, 1.0]), "chance")
    return _curves(layout, curves, numbers, names, t, [chance])


def precision_recall_figure(
    curves: Sequence[ThresholdCurve],
    average: float,
    numbers: Sequence[int],
    names: Sequence[str],
    t: float | None = None,
    title: str = "Precision",
) -> Figure:
    """Precision against recall at all thresholds; a dot at t. Several classes: one a class."""
    if not curves:
        return empty_figure(title, "a class has no points here")
    layout = chart_layout(f"{title}, AP {average:.3f}", "recall")
    return _curves(layout, curves, numbers, names, t, [])


def _curves(
    layout: Figure,
    curves: Sequence[ThresholdCurve],
    numbers: Sequence[int],
    names: Sequence[str],
    t: float | None,
    below: list[dict[str, Any]],
) -> Figure:
    traces = list(below)
    several = len(curves) > 1
    for c, found in enumerate(curves):
        color = f"$class{numbers[c]}" if several else "$ink"
        name = f"class {names[c]}" if several else "all thresholds"
        one = curve(found.x, found.y, name, color, "solid")
        at = [f"t = {value:.4g}" for value in found.thresholds]
        traces.append(
            one
            | {
                "uid": f"curve{'abcdefghij'[c]}",
                "mode": "lines",
                "customdata": at,
                "hovertemplate": f"{name}<br>%{{x:.3f}}, %{{y:.3f}}<br>%{{customdata}}"
                "<extra></extra>",
            }
        )
        if t is not None:
            vertex = found.nearest(t)
            dot = {"color": "$ink", "size": 11, "line": {"color": "$page", "width": 2}}
            said = f"t = {t:.4g}<br>%{{x:.3f}}, %{{y:.3f}}<extra></extra>"
            traces.append(marks("here", [vertex.x], [vertex.y], dot, hovertemplate=said))
    layout["xaxis"] |= axis() | {"range": [-0.02, 1.02], "showgrid": False}
    layout["yaxis"] |= axis() | {"range": [-0.02, 1.04]}
    layout["margin"] |= {"t": 28, "l": 34}
    layout["hovermode"] = "closest"
    return {"data": traces, "layout": layout}


def _line(x: Any, y: Any, name: str) -> dict[str, Any]:
    return curve(x, y, name, "$muted", "dot") | {"hoverinfo": "skip", "hovertemplate": None}
