"""The terms of the norm as bars, and f + t g over the picture of f."""

import numpy as np

from pages.kernels.model.norm import AddedPart, NormParts, Raised
from pages.plots.decision import DOTTED, level, polyline, regions, ringed
from pages.plots.theme import Figure
from pages.plots.traces import bar_layout, bars, empty_figure, on_paper
from pages.state.model.scene import Scene
from pages.state.text.number_format import number

MOST = 40  # bars
TITLE = "Terms of ‖f‖²"
OF_F = ("regions", "boundary", "below", "above", "slack", "street", "normal", "labels")


def norm_figure(parts: NormParts | None) -> Figure:
    """alpha_i y_i (f(x_i) - b) of each support vector, in the colour of its class, largest first.

    Of more than MOST + 1 terms those after the first MOST are one grey bar.
    """
    if parts is None or not len(parts.terms):
        return empty_figure(TITLE, "no norm to show")
    m = len(parts.terms)
    shown = m if m <= MOST + 1 else MOST
    heights = parts.terms[:shown].tolist()
    colors = [f"$class{int(y > 0)}" for y in parts.y[:shown]]
    rows = zip(parts.points, parts.y, parts.alpha, heights, strict=False)
    hovers = [
        f"point {i + 1}, class {'+1' if y > 0 else '−1'}<br>α = {number(a, 4)}"
        f"<br>term = {number(t, 4)}"
        for i, y, a, t in rows
    ]
    if m > shown:
        heights.append(parts.square - sum(heights))
        colors.append("$muted")
        hovers.append(f"the other {m - shown} together: {number(heights[-1], 4)}")
    each = bars(
        "terms",
        np.arange(len(heights)),
        np.array(heights),
        {"color": colors},
        customdata=hovers,
        hovertemplate="%{customdata}<extra></extra>",
    )
    some = (
        f"the {MOST} largest, the other {m - shown} together"
        if m > shown
        else f"{m} support vectors"
    )
    layout = bar_layout(TITLE, some, len(heights))
    layout["yaxis"] |= {"zeroline": True, "zerolinecolor": "$muted"}
    layout["hovermode"] = "closest"
    layout["annotations"] = [on_paper(f"sum ‖f‖² = {number(parts.square, 4)}", 1.0, 1.0, "right")]
    return {"data": [each], "layout": layout}


def raised_figure(figure: Figure, drawn: Scene, part: AddedPart, found: Raised | None) -> Figure:
    """The picture with a ring at z; f + t g in the place of f, whose boundary is dotted then."""
    if found is None or found.height == 0.0:
        return ringed(figure, part.z)
    kept = [trace for trace in figure["data"] if trace["uid"] not in OF_F]
    there = [polyline(drawn.lines[1], "ghost", DOTTED), level(found.lines, 1)]
    if any(trace["uid"] == "regions" for trace in figure["data"]):
        there.insert(0, regions(found.grid, drawn.extent))
    return ringed({**figure, "data": there + kept}, part.z)
