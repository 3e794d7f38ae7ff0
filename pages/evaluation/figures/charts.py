"""Charts of the page Evaluation."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pages.evaluation.text.leave_one_out import ErrorBar
from pages.model_selection.kernel_choice import percent
from pages.model_selection.scoring import Ranking
from pages.plots.layout_sizes import SMALL_TITLE, TICK_TYPE
from pages.plots.theme import Figure
from pages.plots.traces import axis, bars, chart_layout, curve, empty_figure, marks
from svmcore.arrays import Indices

# --- The leave-one-out error beside its bounds, as bars ---


def bounds_figure(rows: Sequence[ErrorBar]) -> Figure:
    """A bar for the error, in ink, and for each bound, in grey; one above 100 % is cut there."""
    title = "Leave-one-out error and bounds (%)"
    if not rows:
        return empty_figure(title, "not computed yet")
    shares = [100.0 * min(row.share, 1.0) for row in rows]
    names = [row.name for row in rows]
    words = [percent(row.share) for row in rows]
    look = {"color": ["$ink" if row.exact else "$grey" for row in rows]}
    trace = bars("bounds", shares, names, look, hovertemplate="%{y}: %{text}<extra></extra>")
    trace |= {"orientation": "h", "text": words, "textposition": "outside", "cliponaxis": False}
    trace["textfont"] = {"size": TICK_TYPE, "color": "$ink"}
    layout = chart_layout(title, "percent of the points", "closest", t=SMALL_TITLE, l=96, r=50)
    layout["bargap"] = 0.35
    layout["xaxis"] |= {"range": [0.0, 100.0], "nticks": 5}
    layout["yaxis"] |= {"autorange": "reversed", "type": "category", "showgrid": False}
    layout["yaxis"] |= {"nticks": len(rows), "ticks": "outside", "ticklen": 5}
    layout["yaxis"] |= {"tickcolor": "rgba(0,0,0,0)"}
    return {"data": [trace], "layout": layout}


# --- The charts beside a trial: confusion matrix, ROC curve and precision-recall curve ---


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
            [f"{int(v)} of class {names[i]} predicted as {names[j]}" for j, v in enumerate(row)]
            for i, row in enumerate(matrix)
        ],
        "hovertemplate": "%{customdata}<br>%{z:.1%} of its class<extra></extra>",
    }
    left = min(90, 30 + 8 * max(len(name) for name in names))
    layout = chart_layout(title, "predicted", "closest", l=left, t=SMALL_TITLE)
    ticks = {"tickvals": list(range(k)), "ticktext": list(names), "showgrid": False, "nticks": k}
    layout["xaxis"] |= ticks
    layout["yaxis"] |= ticks | {
        "autorange": "reversed",
        "title": {"text": "class", "font": {"size": TICK_TYPE, "color": "$muted"}, "standoff": 2},
    }
    return {"data": [cells], "layout": layout}


def ranking_figure(
    ranking: Ranking | None,
    kind: str,
    numbers: Sequence[int],
    names: Sequence[str],
    title: str,
    t: float | None = None,
) -> Figure:
    """True against false positives ("roc"), or precision against recall, at all thresholds.

    A dot stands at t. Of several classes there is a curve for each.
    """
    if ranking is None or not ranking.roc:
        return empty_figure(title, "a class has no points here")
    traces: list[dict[str, Any]] = []
    if kind == "roc":
        curves, unit, title = ranking.roc, "false positive rate", f"{title}, AUC {ranking.AUC:.3f}"
        ends = np.array([0.0, 1.0])
        chance = curve(ends, ends, "chance", "$muted", "dot")
        traces.append(chance | {"hoverinfo": "skip", "hovertemplate": None})
    else:
        curves, unit, title = ranking.precision_recall, "recall", f"{title}, AP {ranking.AP:.3f}"
    layout = chart_layout(title, unit, "closest", t=SMALL_TITLE, l=34)
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
            hover = f"t = {t:.4g}<br>%{{x:.3f}}, %{{y:.3f}}<extra></extra>"
            traces.append(marks("here", [vertex.x], [vertex.y], dot, hovertemplate=hover))
    layout["xaxis"] |= axis() | {"range": [-0.02, 1.02], "showgrid": False}
    layout["yaxis"] |= axis() | {"range": [-0.02, 1.04]}
    return {"data": traces, "layout": layout}
