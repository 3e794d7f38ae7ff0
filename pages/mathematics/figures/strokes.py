"""The strokes of the page Mathematics."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pages.mathematics.model import Picture, Place
from pages.mathematics.model.space import SpacePicture
from pages.plots.decision import UIDS
from pages.plots.layout_sizes import HANDLE, LABEL_TYPE, LARGE_TYPE, PLANE_MARGIN
from pages.plots.space import line, marks, polygon, rings, space_layout
from pages.plots.theme import Figure
from pages.plots.traces import surroundings
from pages.state.model.scene import LEVELS
from svmcore.arrays import Array

# --- The strokes the pictures with handles are made of, as Plotly's traces ---

BAND = 0.16  # opacity of areas
ORIGIN = np.zeros(2)
ROOM = 2.15  # half the height of the pictures with two equal axes
NEAR = 0.05  # a distance that is not worth a dimension
GAP = np.full((1, 2), np.nan)  # between the pieces of one trace
Word = tuple[Place, str, str, str]  # where, the text, Plotly's name of the side, the colour


def dimension(ends: Array, uid: str) -> dict[str, Any]:
    """A segment with a bar across each end."""
    way = ends[1] - ends[0]
    bar = 0.07 * np.array([-way[1], way[0]]) / max(float(np.hypot(*way)), 1e-300)
    bars = [np.array([end - bar, end + bar]) for end in ends]
    return lines([ends, *bars], uid, "$ink", 2.5)


def place(point: Array) -> Place:
    """A point as a pair of numbers."""
    return float(point[0]), float(point[1])


def arc(start: float, end: float, radius: float = 1.0) -> Array:
    """An arc of a circle around the origin, from one angle to another."""
    angles = np.linspace(start, end, 241)
    return np.asarray(radius * np.column_stack([np.cos(angles), np.sin(angles)]))


def at_tip(start: Array, tip: Array, text: str, color: str, towards: Array = ORIGIN) -> Word:
    """Beyond the tip of an arrow, rather on the side `towards`."""
    ahead = (tip - start) / max(float(np.hypot(*(tip - start))), 0.1)
    return label_at(tip + 0.07 * ahead, ahead + towards, text, color)


def label_at(at: Array, towards: Array, text: str, color: str = "$ink") -> Word:
    """A text next to `at`, on the side `towards`."""
    dx, dy = towards / max(float(np.abs(towards).max()), 1e-300)
    vertical = "top" if dy > 0.4 else "bottom" if dy < -0.4 else "middle"
    horizontal = "right" if dx > 0.4 else "left" if dx < -0.4 else "center"
    return place(at), text, f"{vertical} {horizontal}", color


def trace(points: Array, uid: str) -> dict[str, Any]:
    """A trace through rows of (x, y); the mode is the caller's."""
    x, y = np.ascontiguousarray(points.T)
    return {"type": "scatter", "uid": uid, "x": x, "y": y, "hoverinfo": "skip"}


def lines(
    pieces: Sequence[Array], uid: str, color: str, width: float, dash: str = "solid"
) -> dict[str, Any]:
    """Pieces of line as one trace."""
    points = np.vstack([part for piece in pieces for part in (piece, GAP)][:-1])
    style = {"color": color, "width": width, "dash": dash, "simplify": False}
    return trace(points, uid) | {"mode": "lines", "line": style, "connectgaps": False}


def area(corners: Array, uid: str, color: str) -> dict[str, Any]:
    """What a closed line encloses, as a tint."""
    filled = {"fill": "toself", "fillcolor": color, "opacity": BAND, "line": {"width": 0}}
    return trace(corners, uid) | {"mode": "lines"} | filled


def arrow(start: Array, tip: Array, uid: str, color: str, width: float) -> dict[str, Any]:
    """From `start` to `tip`."""
    head = {"symbol": "arrow", "angleref": "previous", "size": [0, 9 + 2 * width], "color": color}
    return lines([np.array([start, tip])], uid, color, width) | {
        "mode": "lines+markers",
        "marker": head | {"opacity": 1.0, "line": {"width": 0}},
    }


def lettering(words: Sequence[Word]) -> dict[str, Any]:
    """All words of a picture."""
    at = np.array([word[0] for word in words]).reshape(-1, 2)
    return trace(at, "labels") | {
        "mode": "text",
        "text": [word[1] for word in words],
        "textposition": [word[2] for word in words],
        "textfont": {"size": LARGE_TYPE, "color": [word[3] for word in words]},
    }


def handles(picture: Picture) -> dict[str, Any]:
    """What can be dragged."""
    look = {"symbol": "circle", "size": HANDLE, "color": "$page", "opacity": 1.0}
    look["line"] = {"color": "$ink", "width": 3}
    return trace(np.array(picture.handles), "points") | {
        "mode": "markers",
        "marker": look,
        "cliponaxis": False,
    }


def title(text: str) -> dict[str, Any]:
    """Of an axis."""
    return {"text": text, "font": {"size": 15, "color": "$ink"}, "standoff": 8}


def frame(x: tuple[float, ...], y: tuple[float, ...], *, equal: bool = False) -> dict[str, Any]:
    """The layout with its two axes, which no wheel and no finger moves."""
    axis = {
        "fixedrange": True,
        "gridcolor": "$line",
        "showgrid": not equal,
        "zeroline": True,
        "zerolinecolor": "$line",
        "zerolinewidth": 1.5,
        "ticks": "outside",
        "ticklen": 4,
        "tickcolor": "$line",
        "tickfont": {"size": LABEL_TYPE, "color": "$muted"},
        "nticks": 8,
    }
    same = {"scaleanchor": "x", "scaleratio": 1} if equal else {}
    return {
        "xaxis": axis | {"range": list(x)},
        "yaxis": axis | {"range": list(y)} | same,
        "margin": dict(PLANE_MARGIN),
        "hovermode": False,
        **surroundings(),
    }


# the origin
CROSS = trace(np.zeros((1, 2)), "origin") | {
    "mode": "markers",
    "marker": {"symbol": "cross-thin", "size": 14, "line": {"color": "$muted", "width": 2.5}},
}


# --- A plane between two classes in space, with its margins ---

TITLE = "f(x) = w·x + b in three dimensions"


def space_figure(picture: SpacePicture) -> Figure:
    """The points, the planes f = -1, 0, +1 inside a cube, and a segment across the margin."""
    model = picture.model
    traces: list[dict[str, Any]] = []
    for uid, corners, height in zip(UIDS, model.planes, LEVELS, strict=True):
        if len(corners):
            traces.append(polygon(corners, uid, 0.24 if height == 0.0 else 0.08))
            rim = np.vstack([corners, corners[:1]])
            traces.append(line(rim, f"{uid}rim", "$ink", 4 if height == 0.0 else 2))
    traces.append(line(model.street, "street", "$ink", 6))
    texts = [
        f"class {'+1' if y > 0 else '−1'}<br>f(x) = {f:.3g}"
        for y, f in zip(model.y, model.X @ model.w + model.b, strict=True)
    ]
    traces.append(marks(model.X, model.y, texts))
    traces += rings(model.X, model.y, model.support, np.zeros(len(model.y), dtype=bool))
    layout = space_layout(TITLE, ("x₁", "x₂", "x₃"), f"space{picture.draw}")
    for axis in ("xaxis", "yaxis", "zaxis"):
        layout["scene"][axis]["range"] = [-model.half, model.half]
    return {"data": traces, "layout": layout}
