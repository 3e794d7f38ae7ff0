"""Scores over the number of points, over a setting, and fold by fold."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pages.model_selection.curves import ScoreCurve
from pages.plots.decision import polyline
from pages.plots.fold_rows import fold_rows
from pages.plots.layout_sizes import SMALL_TITLE
from pages.plots.theme import Figure
from pages.plots.traces import axis, chart_layout, curve, decades, empty_figure, legend, on_paper
from svmcore.arrays import Array

UNITS = {"learning": "training points", "C": "C"}
TITLES = {"learning": "Learning curve", "C": "Validation curve in C"}


def score_figure(found: ScoreCurve | None, kind: str, chosen: float, gamma: str = "γ") -> Figure:
    """Accuracy on the points learnt from and on the others, as means with bands of one standard
    error: the standard deviation over the folds (by their number less 1) over the square root of
    their number.

    Below, the number of support vectors. The dotted line is the current value, `chosen`. kind :
    "learning", or the setting that varies, on a log axis. gamma : what the kernel's width is
    called.
    """
    title = TITLES.get(kind, f"Validation curve in {gamma}")
    if found is None or not len(found.places):
        return empty_figure(title, "no curve yet")
    x = found.places
    bands, means, lowest = [], [], []
    for name, scores, color, dash in (
        ("training", found.train, "$muted", "dash"),
        ("validation", found.validation, "$ink", "solid"),
    ):
        mean, error = scores.mean(1), scores.std(1, ddof=1) / scores.shape[1] ** 0.5
        bands.append(_band(x, mean, error, name, color))
        line = curve(x, 100.0 * mean, name, color, dash) | {"mode": "lines+markers"}
        line["marker"] = {"color": color, "size": 5}
        line["customdata"] = [f"{100.0 * one:.1f}" for one in error]
        words = f"{name} %{{y:.1f}} % ± %{{customdata}} % (standard error)"
        line["hovertemplate"] = f"{words}<extra></extra>"
        means.append(line)
        lowest.append(float((mean - error).min()))
    traces = bands + means
    held = curve(x, found.n_support, "support", "$ink", "solid")
    held |= {"yaxis": "y2", "showlegend": False, "mode": "lines+markers"}
    held["marker"] = {"color": "$ink", "size": 4}
    held["hovertemplate"] = "%{y:.3g} support vectors<extra></extra>"
    traces.append(held)
    low = max(0.0, 100.0 * min(lowest) - 3.0)
    top = 1.1 * max(1.0, float(found.n_support.max()))
    for which, ends in (("y", [low, 101.0]), ("y2", [0.0, top])):
        line = curve(np.full(2, chosen), np.array(ends), "chosen", "$ink", "dot")
        line |= {"yaxis": which, "showlegend": False, "hoverinfo": "skip", "hovertemplate": None}
        traces.append(line | {"uid": f"chosen{which.replace('2', 'b')}"})
    layout = chart_layout(f"{title}, accuracy (%)", UNITS.get(kind, gamma))
    if kind != "learning":
        layout["xaxis"] |= {"type": "log"} | decades(x, 5, plain=True)
    layout["xaxis"]["anchor"] = "y2"
    layout["yaxis"] |= {"domain": [0.42, 1.0], "range": [low, 101.0]}
    layout["yaxis2"] = axis() | {"domain": [0.0, 0.28], "range": [0.0, top], "nticks": 3}
    layout["annotations"] = [on_paper("support vectors", 1.0, 0.29, "right")]
    return {"data": traces, "layout": layout | legend()}


def _band(x: Array, mean: Array, error: Array, name: str, color: str) -> dict[str, Any]:
    """The mean with one standard error to either side, as a polygon."""
    low, high = (np.column_stack([x, 100.0 * (mean + side * error)]) for side in (-1.0, 1.0))
    band = polyline(np.vstack([high, low[::-1]]), f"band{name}", {"width": 0}, np.float64)
    look = {"fill": "toself", "fillcolor": color, "opacity": 0.14, "showlegend": False}
    return band | look


def rows_figure(title: str, unit: str, names: Sequence[str], values: Sequence[Array]) -> Figure:
    """A row a name, the first on top: its folds as ticks, their mean as a dot, its standard error.

    values : one (folds,) a row, shares; NaN for a fold without one. The standard error is the
    standard deviation over the folds that have one (by their number less 1) over the square root
    of their number.
    """
    known = [row[np.isfinite(row)] for row in values]
    if not any(row.size for row in known):
        return empty_figure(title, "nothing to show")
    rows = [(name, row) for name, row in zip(names, known, strict=True) if row.size]
    errors = [float(row.std(ddof=1)) / row.size**0.5 if row.size > 1 else 0.0 for _, row in rows]
    words = [f"{100.0 * error:.1f}" for error in errors]
    hover = " ± %{customdata} % (standard error)"
    figure = fold_rows(chart_layout(title, unit), dict(rows), errors, words, hover, size=9)
    layout = figure["layout"]
    layout["yaxis"] |= {"dtick": 1, "nticks": None}
    layout["xaxis"] |= {"nticks": 3, "tickangle": 0}
    layout["margin"] |= {"l": 14 + 7 * max(len(name) for name, _ in rows), "t": SMALL_TITLE}
    return figure
