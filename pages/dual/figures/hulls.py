"""The hulls of both classes on the board, their nearest points, and the segment between them."""

from typing import Any

import numpy as np

from pages.dual.model.hulls import HullPair
from pages.plots.decision import HULLS, polyline
from pages.plots.layout_sizes import PLAIN_MARK
from pages.plots.theme import Figure
from pages.plots.traces import marks

REDUCED = ("reducedminus", "reducedplus")  # uids; plotly.js makes class names of them
TINT = 0.22  # of a hull's area


def with_hulls(figure: Figure, hulls: HullPair | None) -> Figure:
    """A decision figure with the hulls below its points and the segment above them.

    Areas are the reduced hulls; dotted outlines are the convex hulls, where these are larger.
    """
    if hulls is None or hulls.nearest is None:
        return figure
    own = {trace["uid"] for trace in figure["data"]}
    below: list[dict[str, Any]] = []
    for k, (reduced, whole) in enumerate(zip(hulls.reduced, hulls.whole, strict=True)):
        area = {"fill": "toself", "fillcolor": f"$class{k}", "opacity": TINT}
        below.append(polyline(reduced, f"area{'ab'[k]}", {"width": 0}) | area)
        below.append(polyline(reduced, REDUCED[k], {"color": f"$class{k}", "width": 2.5}))
        if not hulls.is_whole and HULLS[k] not in own:
            dotted = {"color": f"$class{k}", "width": 1.5, "dash": "2px,4px"}
            below.append(polyline(whole, HULLS[k], dotted))
    above = [] if hulls.meet else _segment(hulls.nearest)
    regions = [trace for trace in figure["data"] if trace["uid"] == "regions"]
    others = [trace for trace in figure["data"] if trace["uid"] != "regions"]
    return {**figure, "data": [*regions, *below, *others, *above]}


def _segment(nearest: Any) -> list[dict[str, Any]]:
    """The segment between the nearest points, and these as squares."""
    ends = np.asarray(nearest)
    look = {
        "symbol": "square",
        "size": PLAIN_MARK,
        "color": ["$class0", "$class1"],
        "opacity": 1.0,
        "line": {"color": "$ink", "width": 2},
    }
    words = ["nearest point of the hull of class −1", "nearest point of the hull of class +1"]
    hover = {"customdata": words, "hovertemplate": "%{customdata}<extra></extra>"}
    return [
        polyline(ends, "segment", {"color": "$ink", "width": 4}),
        marks("nearest", ends[:, 0], ends[:, 1], look, name="nearest points", **hover),
    ]
