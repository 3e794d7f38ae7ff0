"""The Gram matrix as a picture, and its eigenvalues."""

from typing import Any

import numpy as np

from pages.kernels.model.gram import GramView
from pages.plots.matrix import matrix_figure
from pages.plots.theme import Figure
from pages.plots.traces import chart_layout, curve, decades, empty_figure, legend, marks

TITLES = {
    "class": "points by class",
    "distance": "each point followed by its nearest neighbour",
    "given": "points in the order given",
}
SIGNED = "; faint: K < 0, halfway: 0, strong: K > 0"  # a paler shade is darker on a dark page


def gram_figure(view: GramView) -> Figure:
    """K in its order; where entries are negative, the words below the picture say so."""
    K, n, title = view.K, len(view.data), "Gram matrix K"
    if not n:
        return empty_figure(title, "no points")
    signed = bool((-view.spectrum.tolerance > K).any())
    names = [str(i + 1) for i in view.order]  # the points' numbers on the board, from 1
    words = TITLES[view.by] + (SIGNED if signed else "")
    return matrix_figure(K, view.data.y[view.order], names, title, words, signed=signed)


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
