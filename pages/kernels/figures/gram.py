"""The Gram matrix as a picture, and its eigenvalues."""

from typing import Any

import numpy as np

from pages.kernels.model.gram import GramView
from pages.plots.parts import axis, chart_layout, curve, decades, empty_figure, legend, marks
from pages.plots.theme import Figure

EXACT = 250  # points up to which every entry travels as a number, not only as a shade
SHADES = 127
HUGE = 1e38  # what single precision holds, in which exact entries travel
EDGE = 0.025  # share of the picture that a row of class marks takes
TITLES = {
    "class": "points by class",
    "distance": "each point followed by its nearest neighbour",
    "given": "points in the order given",
}
SIGNED = "; faint: K < 0, halfway: 0, strong: K > 0"  # a paler shade is darker on a dark page


def gram_figure(view: GramView) -> Figure:
    """K in its order as shades from the page to ink, with the points' classes along two edges.

    The page is 0 and ink the largest |K|; where entries are negative, the page is as far below 0
    as ink is above and the grey halfway is 0, which the words below the picture say. Beyond EXACT
    points, or HUGE entries, shades travel alone, and the pointer is told nothing.
    """
    K, n, title = view.K, len(view.data), "Gram matrix K"
    if not n:
        return empty_figure(title, "no points")
    largest = float(np.abs(K).max())
    signed = bool((-view.spectrum.tolerance > K).any())
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
    }
    if few:
        matrix["hovertemplate"] = "K = %{z:.4g}<br>points %{y} and %{x}<extra></extra>"
    else:
        matrix["hoverinfo"] = "skip"
    classes = (view.data.y[view.order] > 0).astype(np.int8)
    edge: dict[str, Any] = {
        "type": "heatmap",
        "zmin": 0,
        "zmax": 1,
        "colorscale": [[0.0, "$class0"], [1.0, "$class1"]],
        "showscale": False,
        "hoverinfo": "skip",
    }
    rows = edge | {"uid": "rows", "z": classes[:, None], "xaxis": "x2"}
    columns = edge | {"uid": "columns", "z": classes[None, :], "yaxis": "y2"}
    words = TITLES[view.by] + (SIGNED if signed else "")
    layout = chart_layout(title, words, "closest", l=8, t=30, b=28)
    bare = {"showgrid": False, "zeroline": False, "showticklabels": False, "ticks": ""}
    ends = [-0.5, n - 0.5]
    named = bare
    if few:  # hover texts take the ticks' names: the points' numbers on the board, from 1
        names = [str(i + 1) for i in view.order]
        named = bare | {"tickmode": "array", "tickvals": list(range(n)), "ticktext": names}
    layout["xaxis"] |= named | {"range": ends, "domain": [1.5 * EDGE, 1.0], "constrain": "domain"}
    layout["yaxis"] |= named | {
        "range": ends[::-1],  # the first row on top, as a matrix is written
        "domain": [0.0, 1.0 - 1.5 * EDGE],
    }
    layout["xaxis2"] = axis() | bare | {"range": [-0.5, 0.5], "domain": [0.0, EDGE]}
    layout["yaxis2"] = axis() | bare | {"range": [-0.5, 0.5], "domain": [1.0 - EDGE, 1.0]}
    return {"data": [matrix, rows, columns], "layout": layout}


def spectrum_figure(view: GramView) -> Figure:
    """The sizes of the eigenvalues in falling order on a log axis.

    The dotted line is the tolerance: what is below it, in grey, cannot be told from 0. Negative
    eigenvalues beyond it are red crosses at |lambda|.
    """
    found, title = view.spectrum, "Eigenvalues of K"
    values = found.values
    sizes = np.abs(values)
    if not sizes.any():
        return empty_figure(title, "all eigenvalues are 0" if len(values) else "no points")
    order = np.argsort(-sizes, kind="stable")
    values, sizes = values[order], sizes[order]
    index = np.arange(1.0, len(values) + 1.0)
    noise = sizes <= found.tolerance
    kinds = (
        ("positive", ~noise & (values > 0.0), "$ink", "circle", 5),
        ("negative", ~noise & (values < 0.0), "$wrong", "x-thin", 7),
        ("rounding", noise & (sizes > 0.0), "$muted", "circle-open", 4),
    )
    traces: list[dict[str, Any]] = []
    for name, kind, color, symbol, size in kinds:
        if kind.any():
            label = {"positive": "λ", "negative": "λ = −", "rounding": "|λ|"}[name]
            equals = "" if name == "negative" else " = "
            look = {"color": color, "symbol": symbol, "size": size}
            look["line"] = {"color": color, "width": 1.8 if name == "negative" else 1.0}
            hover = f"{label}{equals}%{{y:.4g}}<extra></extra>"
            x, y = index[kind], sizes[kind]
            traces.append(marks(name, x, y, look, name=name, hovertemplate=hover))
    ends = np.array([0.5, len(values) + 0.5])
    limit = curve(ends, np.full(2, found.tolerance), "tolerance", "$muted", "dot")
    traces.append(limit | {"hoverinfo": "skip", "hovertemplate": None})
    unit = f"index; {found.rank} of {len(values)} above the tolerance"
    layout = chart_layout(title, unit, "closest", t=64)  # the legend takes two rows
    layout["yaxis"] |= {"type": "log"} | decades(np.append(sizes, found.tolerance), 4)
    layout["xaxis"] |= {"range": ends.tolist()}
    layout |= legend()
    return {"data": traces, "layout": layout}
