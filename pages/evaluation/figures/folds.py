"""What came of every fold: dots, their mean and their spread."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pages.plots.parts import chart_layout, empty_figure
from pages.plots.theme import Figure
from svmcore.arrays import Array


def rows_figure(title: str, unit: str, names: Sequence[str], values: Sequence[Array]) -> Figure:
    """A row a name, the first on top: its folds as ticks, their mean as a dot, their spread.

    values : one (folds,) a row, shares; NaN for a fold without one. The spread is the standard
    deviation over the folds that have one (by their number less 1).
    """
    known = [row[np.isfinite(row)] for row in values]
    if not any(row.size for row in known):
        return empty_figure(title, "nothing to show")
    rows = [(name, row) for name, row in zip(names, known, strict=True) if row.size]
    folds = {
        "type": "scatter",
        "uid": "folds",
        "mode": "markers",
        "x": 100.0 * np.concatenate([row for _, row in rows]),
        "y": [name for name, row in rows for _ in row],
        "marker": {"color": "$muted", "size": 9, "symbol": "line-ns-open"},
        "hovertemplate": "a fold: %{x:.1f} %<extra></extra>",
    }
    spreads = [float(row.std(ddof=1)) if row.size > 1 else 0.0 for _, row in rows]
    means = {
        "type": "scatter",
        "uid": "means",
        "mode": "markers",
        "x": 100.0 * np.array([row.mean() for _, row in rows]),
        "y": [name for name, _ in rows],
        "marker": {"color": "$ink", "size": 10},
        "error_x": {
            "type": "data",
            "array": 100.0 * np.array(spreads),
            "color": "$ink",
            "thickness": 1.5,
            "width": 5,
        },
        "customdata": [f"{100.0 * spread:.1f}" for spread in spreads],
        "hovertemplate": "%{x:.1f} % ± %{customdata}<extra></extra>",
    }
    layout = chart_layout(title, unit)
    layout["yaxis"] |= {"autorange": "reversed", "showgrid": False, "type": "category"}
    layout["yaxis"] |= {"dtick": 1, "nticks": None}
    longest = max(len(name) for name, _ in rows)
    layout["margin"] |= {"l": 14 + 7 * longest, "t": 28}
    layout["hovermode"] = "closest"
    return {"data": [folds, means], "layout": layout}
