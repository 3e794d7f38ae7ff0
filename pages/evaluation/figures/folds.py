"""What came of every fold: dots, their mean and their spread."""

from collections.abc import Sequence

import numpy as np

from pages.plots.fold_rows import fold_rows
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
    spreads = [float(row.std(ddof=1)) if row.size > 1 else 0.0 for _, row in rows]
    words = [f"{100.0 * spread:.1f}" for spread in spreads]
    hover = " ± %{customdata}"
    figure = fold_rows(chart_layout(title, unit), dict(rows), spreads, words, hover, size=9)
    layout = figure["layout"]
    layout["yaxis"] |= {"dtick": 1, "nticks": None}
    layout["margin"] |= {"l": 14 + 7 * max(len(name) for name, _ in rows), "t": 28}
    return figure
