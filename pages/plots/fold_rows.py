"""Scores of cross-validation, a row each: the folds as ticks, their mean as a dot, its spread."""

from collections.abc import Mapping, Sequence

import numpy as np

from pages.plots.theme import Figure
from pages.plots.traces import marks
from svmcore.arrays import Array


def fold_rows(
    layout: Figure,
    rows: Mapping[str, Array],
    errors: Sequence[float],
    words: Sequence[str],
    hover: str,
    size: int,
) -> Figure:
    """Shares in percent, the first row on top, as the traces "folds" and "means".

    Parameters
    ----------
    layout : of the chart
    rows : the shares of each row's folds, by its name
    errors : the half length of each row's bar around its mean, as a share
    words, hover : what `hover` has as its customdata for each mean
    size : of a fold's tick, in pixels
    """
    names, values = list(rows), list(rows.values())
    folds = marks(
        "folds",
        100.0 * np.concatenate(values),
        np.repeat(names, [len(row) for row in values]).tolist(),
        {"color": "$muted", "size": size, "symbol": "line-ns-open"},
        hovertemplate="a fold: %{x:.1f} %<extra></extra>",
    )
    spread = {"type": "data", "array": 100.0 * np.array(errors), "color": "$ink"}
    means = marks(
        "means",
        100.0 * np.array([row.mean() for row in values]),
        names,
        {"color": "$ink", "size": 10},
        error_x=spread | {"thickness": 1.5, "width": 5},
        customdata=words,
        hovertemplate=f"%{{x:.1f}} %{hover}<extra></extra>",
    )
    layout["yaxis"] |= {"autorange": "reversed", "showgrid": False, "type": "category"}
    layout["hovermode"] = "closest"
    return {"data": [folds, means], "layout": layout}
