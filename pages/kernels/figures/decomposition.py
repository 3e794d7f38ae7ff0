"""The terms of f(x) as bars, and one point's similarity as a field beneath the picture."""

from typing import Any

import numpy as np

from pages.kernels.model.decomposition import Decomposition
from pages.plots.theme import Figure
from pages.plots.traces import bar_layout, bars, empty_figure, on_paper, shades
from pages.state.model.grid import COARSE, DecisionGrid
from pages.state.text.number_format import number

MOST = 30  # bars
HUGE = 1e38  # what single precision holds, in which the field travels


def decomposition_figure(apart: Decomposition | None) -> Figure:
    """The terms alpha_i y_i K(x_i, x) from the largest on, and their running total with b.

    Of more than MOST + 1 terms those after the first MOST are one grey bar. The last bar is b;
    the line ends at f(x).
    """
    title = "Terms of f(x)"
    if apart is None:
        return empty_figure(title, "no place is inspected")
    terms, m = apart.terms, len(apart.terms)
    shown = m if m <= MOST + 1 else MOST  # one bar is no shorter than "the other 1 together"
    rest = m - shown
    heights = [float(t) for t in terms[:shown]]
    colors = [f"$class{int(y > 0)}" for y in apart.y[:shown]]
    rows = zip(
        apart.points, apart.y, apart.alpha, apart.similarity, heights, strict=False
    )  # as many as there are bars
    hovers = [
        f"point {i + 1}, class {'+1' if y > 0 else '−1'}<br>α = {a:.4g}<br>K(xᵢ, x) = {k:.4g}"
        f"<br>α y K = {t:.4g}"
        for i, y, a, k, t in rows
    ]
    if rest:
        heights.append(apart.total - sum(heights))
        colors.append("$muted")
        hovers.append(f"the other {rest} together: {heights[-1]:.4g}")
    heights.append(apart.b)
    colors.append("$ink")
    hovers.append(f"b = {apart.b:.4g}")
    places = np.arange(len(heights))
    total = np.cumsum(heights)
    hover = "%{customdata}<extra></extra>"
    look = {"color": colors}
    each = bars("terms", places, np.array(heights), look, customdata=hovers, hovertemplate=hover)
    running: dict[str, Any] = {
        "type": "scatter",
        "uid": "total",
        "mode": "lines",
        "x": places,
        "y": total,
        "line": {"color": "$ink", "width": 1.5, "shape": "hv", "dash": "3px,3px"},
        "hovertemplate": "so far %{y:.4g}<extra></extra>",
    }
    some = f"the {MOST} largest, the other {rest} together" if rest else f"{m} terms"
    layout = bar_layout(title, f"{some}, then b; dashed: so far", len(heights))
    layout["yaxis"] |= {"zeroline": True, "zerolinecolor": "$muted"}
    layout["hovermode"] = "closest"
    sums = zip(("Σ", "b", "f(x)"), (apart.total, apart.b, apart.value), strict=True)
    words = ", ".join(f"{name} = {number(value, 4)}" for name, value in sums)
    layout["annotations"] = [on_paper(words, 1.0, 1.0, "right")]
    return {"data": [each, running], "layout": layout}


def similarity_trace(grid: DecisionGrid) -> dict[str, Any]:
    """The field as a heat map in shades of grey to lie beneath the points.

    The page is 0 and "$muted" the largest |K|. Where K is negative, the page is as far below 0 as
    the grey is above, and 0 lies halfway. Fields beyond HUGE are divided by their largest |K|.
    """
    step = max(1, (len(grid.x) - 1) // (COARSE - 1))
    values = grid.values[::step, ::step]
    largest = float(np.abs(values).max()) or 1.0
    signed = bool(values.min() < 0.0)
    if largest > HUGE:
        values, largest = values / largest, 1.0
    box = [float(end) for axis in (grid.x, grid.y) for end in (axis[0], axis[-1])]
    ends = (-largest if signed else 0.0, largest)
    field = shades("similarity", values.astype(np.float32), box, ends, ("$page", "$muted"))
    return field | {"zsmooth": "fast"}
