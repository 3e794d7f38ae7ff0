"""A Gram matrix as a picture."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pages.plots.layout_sizes import TITLE_ALONE
from pages.plots.theme import Figure
from pages.plots.traces import axis, chart_layout
from pages.state.text.number_format import number
from svmcore.arrays import Array

EXACT = 250  # points up to which every entry travels as a number, not only as a shade
SHADES = 127
HUGE = 1e38  # what single precision holds, in which exact entries travel
EDGE = 0.025  # share of the picture that a row of class marks takes


def matrix_figure(
    K: Array,
    y: Array,
    names: Sequence[str],
    title: str,
    words: str,
    *,
    signed: bool = False,
    what: str = "points",
) -> Figure:
    """K, (n, n), as shades from the page to ink, with the classes y, (n,), along two edges.

    The page is 0 and ink the largest |K|; of a `signed` matrix the page is as far below 0 as ink is
    above, and the grey halfway is 0. Beyond EXACT points, or HUGE entries, shades travel alone, and
    the pointer is told nothing. names : of the points, and `what` they are, for the pointer.
    """
    n, largest = len(K), float(np.abs(K).max())
    few = n <= EXACT and largest < HUGE
    unit = 1.0 if few else SHADES / (largest or 1.0)
    shades = K.astype(np.float32) if few else np.rint(K * unit).astype(np.int8)
    top = (largest or 1.0) * unit
    matrix: dict[str, Any] = {
        "type": "heatmap",
        "uid": "gram",
        "z": shades,
        "zmin": -top if signed else 0.0,
        "zmax": top,
        "colorscale": [[0.0, "$page"], [1.0, "$ink"]],
        "showscale": False,
        "zsmooth": False,
        "meta": f"{n} by {n} values, from {number(float(K.min()))} to {number(float(K.max()))}",
    }
    if few:
        matrix["hovertemplate"] = f"K = %{{z:.4g}}<br>{what} %{{y}} and %{{x}}<extra></extra>"
    else:
        matrix["hoverinfo"] = "skip"
    layout = chart_layout(title, words, "closest", l=8, t=TITLE_ALONE, b=28)
    bare = {"showgrid": False, "zeroline": False, "showticklabels": False, "ticks": ""}
    ends = [-0.5, n - 0.5]
    named = bare
    if few:  # hover texts take the ticks' names
        named = bare | {"tickmode": "array", "tickvals": list(range(n)), "ticktext": [*names]}
    layout["xaxis"] |= named | {"range": ends, "domain": [1.5 * EDGE, 1.0], "constrain": "domain"}
    layout["yaxis"] |= named | {
        "range": ends[::-1],  # the first row on top, as a matrix is written
        "domain": [0.0, 1.0 - 1.5 * EDGE],
    }
    layout["xaxis2"] = axis() | bare | {"range": [-0.5, 0.5], "domain": [0.0, EDGE]}
    layout["yaxis2"] = axis() | bare | {"range": [-0.5, 0.5], "domain": [1.0 - EDGE, 1.0]}
    return {"data": [matrix, *_edges(y)], "layout": layout}


def _edges(y: Array) -> list[dict[str, Any]]:
    """The classes as a column on the left and as a row on top."""
    classes = (y > 0).astype(np.int8)
    edge: dict[str, Any] = {
        "type": "heatmap",
        "zmin": 0,
        "zmax": 1,
        "colorscale": [[0.0, "$class0"], [1.0, "$class1"]],
        "showscale": False,
        "hoverinfo": "skip",
    }
    rows = edge | {"uid": "rows", "z": classes[:, None], "xaxis": "x2"}
    return [rows, edge | {"uid": "columns", "z": classes[None, :], "yaxis": "y2"}]
