"""What all pictures in three dimensions are made of: points, lines, flat pieces, a quiet box."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

import numpy as np

from svmcore.arrays import Array, Bools
from svmcore.figures.parts import chart_layout, note
from svmcore.figures.theme import SYMBOLS, Figure

SIZE, RING = 5.0, 9.0  # of a point, and of the ring around a support vector
LINE = 56  # characters that fit into a line of words below a picture
EYE = {"x": 1.35, "y": -1.55, "z": 0.8}  # where the visitor stands at first


def columns(points: Array, names: str = "xyz") -> dict[str, Array]:
    """Coordinates as a trace has them; float32 halves what travels."""
    return {
        name: np.ascontiguousarray(points[:, k], dtype=np.float32) for k, name in enumerate(names)
    }


def marks(points: Array, y: Array, story: list[str]) -> dict[str, Any]:
    """The points, (n, 3), in their classes' colours and shapes; y in {-1, +1}."""
    labels = (y > 0).astype(int).tolist()
    return columns(points) | {
        "type": "scatter3d",
        "uid": "points",
        "mode": "markers",
        "customdata": story,
        "hovertemplate": "%{customdata}<extra></extra>",
        "marker": {
            "symbol": [SYMBOLS[label] for label in labels],
            "color": [f"$class{label}" for label in labels],
            "size": SIZE,
            "opacity": 1.0,
            "line": {"color": "$page", "width": 1},
        },
    }


def rings(points: Array, y: Array, support: Bools) -> dict[str, Any]:
    """A ring around each support vector, in the shape of its class."""
    labels = (y[support] > 0).astype(int).tolist()
    return columns(points[support]) | {
        "type": "scatter3d",
        "uid": "support",
        "mode": "markers",
        "hoverinfo": "skip",
        "marker": {
            "symbol": [f"{SYMBOLS[label]}-open" for label in labels],
            "color": "$ink",
            "size": RING,
            "opacity": 1.0,
        },
    }


def line(points: Array, uid: str, color: str, width: float) -> dict[str, Any]:
    """A polyline, (m, 3), parted by rows of NaN."""
    return columns(points) | {
        "type": "scatter3d",
        "uid": uid,
        "mode": "lines",
        "line": {"color": color, "width": width},
        "hoverinfo": "skip",
        "connectgaps": False,
    }


def polygon(corners: Array, uid: str, opacity: float) -> dict[str, Any]:
    """A flat piece with its corners, (k, 3), in order, as a fan of triangles in ink."""
    second = np.arange(1, len(corners) - 1)
    return columns(corners) | {
        "type": "mesh3d",
        "uid": uid,
        "i": np.zeros_like(second),
        "j": second,
        "k": second + 1,
        "color": "$ink",
        "opacity": opacity,
        "flatshading": True,
        "lighting": {"ambient": 1.0, "diffuse": 0.0, "specular": 0.0},
        "hoverinfo": "skip",
    }


def space_layout(title: str, names: tuple[str, ...], revision: str, aspect: str = "cube") -> Figure:
    """A box with quiet axes that is turned by dragging.

    While `revision` stays the same, the visitor's own turn of it survives a new figure.
    """
    layout = chart_layout(title, "")
    quiet = {
        "showbackground": False,
        "zeroline": False,
        "gridcolor": "$line",
        "linecolor": "$line",
        "tickfont": {"size": 11, "color": "$muted"},
        "nticks": 4,
        "showspikes": False,
    }
    words = {"size": 13, "color": "$ink"}
    axes = zip(("xaxis", "yaxis", "zaxis"), names, strict=True)
    box: dict[str, Any] = {
        axis: quiet | {"title": {"text": name, "font": words}} for axis, name in axes
    }
    camera = {"eye": EYE, "up": {"x": 0, "y": 0, "z": 1}, "projection": {"type": "orthographic"}}
    del layout["xaxis"], layout["yaxis"]
    return layout | {
        "scene": box
        | {
            "aspectmode": aspect,
            "dragmode": "turntable",
            "camera": camera,
            "uirevision": revision,
        },
        "dragmode": "turntable",
        "uirevision": revision,
        "hovermode": "closest",
        "margin": {"l": 0, "r": 0, "t": 28, "b": 0},
    }


def below(text: str) -> dict[str, Any]:
    """Words at the foot of a picture, in as many lines as they need."""
    place = {"xref": "paper", "yref": "paper", "xanchor": "center"}
    return note("<br>".join(wrap(text, LINE)), 0.5, 0.0) | place
