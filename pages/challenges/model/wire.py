"""A drawn line as the browser takes it, which draws it while it is dragged: see drawn_line.js."""

from typing import Any

from pages.challenges.model import line as limits
from pages.challenges.model.widest import Drawing


def line_wire(drawing: Drawing) -> dict[str, Any]:
    """The handles, how far they can go, and the points with their classes."""
    line, X = drawing.line, drawing.X
    (ax, ay), (bx, by) = line.first, line.second
    return {
        "ax": ax,
        "ay": ay,
        "bx": bx,
        "by": by,
        "distance": line.distance,
        "nearest": limits.NEAREST,
        "narrowest": limits.NARROWEST,
        "farthest": limits.FARTHEST,
        "edge": limits.EDGE,
        "long": limits.LONG,
        "slack": not drawing.hard,
        "x": X[:, 0].tolist(),
        "y": X[:, 1].tolist(),
        "side": drawing.y.astype(int).tolist(),
    }
