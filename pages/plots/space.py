"""What all pictures in three dimensions are made of: points, lines, flat pieces, a quiet box."""

from textwrap import wrap
from typing import Any

import numpy as np

from pages.plots.layout_sizes import NO_MARGIN, NOTE_TYPE, SMALL_TITLE
from pages.plots.theme import SYMBOLS, Figure
from pages.plots.traces import chart_layout, on_paper
from svmcore.arrays import Array, Bools

SIZE, RING = 5.0, 9.0  # of a point, and of the ring around a support vector
THICK, DOT = 0.8, 2.0  # from one circle of a heavy ring to the next; the dot of a bound one
LINE = 56  # characters that fit into a line of words below a picture
FLAT_LIGHT = {"ambient": 1.0, "diffuse": 0.0, "specular": 0.0}  # light that makes no shadows
EYE = {"x": 1.37, "y": -1.57, "z": 0.81}  # where the visitor stands at first


def columns(points: Array, names: str = "xyz") -> dict[str, Array]:
    """Coordinates as a trace has them; float32 halves what travels."""
    return {
        name: np.ascontiguousarray(points[:, k], dtype=np.float32) for k, name in enumerate(names)
    }


def by_class(y: Array) -> dict[str, list[str]]:
    """Symbol and colour of each point, y in {-1, +1}."""
    labels = (y > 0).astype(int).tolist()
    return {
        "symbol": [SYMBOLS[label] for label in labels],
        "color": [f"$class{label}" for label in labels],
    }


def marks(points: Array, y: Array, texts: list[str]) -> dict[str, Any]:
    """The points, (n, 3), in their classes' colours and shapes; y in {-1, +1}."""
    return columns(points) | {
        "type": "scatter3d",
        "uid": "points",
        "mode": "markers",
        "customdata": texts,
        "hovertemplate": "%{customdata}<extra></extra>",
        "marker": by_class(y)
        | {
            "size": SIZE,
            "opacity": 1.0,
            "line": {"color": "$page", "width": 1},
        },
    }


def rings(points: Array, y: Array, support: Bools, bound: Bools) -> list[dict[str, Any]]:
    """A ring around each support vector, in the shape of its class, as the traces "support" and
    "free" and "bound": the second makes it heavy, the third is the dot of a bound one.

    plotly.js draws open symbols in space with one width of line only: a heavy ring is three.
    """
    free, held = support & ~bound, support & bound
    heavy = np.repeat(np.flatnonzero(free), 2)
    sizes = np.tile([RING - THICK, RING + THICK], int(free.sum()))
    shapes = by_class(y)["symbol"]
    rings = [f"{shapes[i]}-open" for i in np.flatnonzero(support)]
    traces = [_symbols("support", points[support], rings)]
    if free.any():
        rings = [f"{shapes[i]}-open" for i in heavy]
        traces.append(_symbols("free", points[heavy], rings, sizes.tolist()))
    if held.any():
        traces.append(_symbols("bound", points[held], ["circle"] * int(held.sum()), DOT))
    return traces


def _symbols(
    uid: str, points: Array, symbols: list[str], size: float | list[float] = RING
) -> dict[str, Any]:
    return columns(points) | {
        "type": "scatter3d",
        "uid": uid,
        "mode": "markers",
        "hoverinfo": "skip",
        "marker": {"symbol": symbols, "color": "$ink", "size": size, "opacity": 1.0},
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
        "lighting": FLAT_LIGHT,
        "hoverinfo": "skip",
    }


def sheet(nodes: Array, uid: str, opacity: float) -> dict[str, Any]:
    """A curved piece, its nodes in a grid, (m, n, 3), in two triangles a cell.

    Cells with a node that is not finite are left out. Triangles and no surface: plotly.js draws a
    surface of 25 nodes a side with 128, which a computer without a graphics card turns in jerks.
    """
    m, n = nodes.shape[:2]
    kind = np.int16 if m * n <= np.iinfo(np.int16).max else np.int32  # half of what travels
    place = np.arange(m * n, dtype=kind).reshape(m, n)
    a, b, c, d = place[:-1, :-1], place[:-1, 1:], place[1:, :-1], place[1:, 1:]
    triangles = np.stack([np.stack([a, b, c], -1), np.stack([b, d, c], -1)], 2).reshape(-1, 3)
    flat = nodes.reshape(-1, 3)
    real: Bools = np.asarray(np.isfinite(flat).all(axis=1))
    triangles = triangles[real[triangles].all(axis=1)]
    return columns(np.where(real[:, None], flat, 0.0)) | {
        "type": "mesh3d",
        "uid": uid,
        **{name: np.ascontiguousarray(triangles[:, k]) for k, name in enumerate("ijk")},
        "opacity": opacity,
        "hoverinfo": "skip",
    }


def space_layout(
    title: str,
    names: tuple[str, ...],
    revision: str,
    sides: tuple[float, float, float] = (1.0, 1.0, 1.0),
) -> Figure:
    """A box with quiet axes that is turned by dragging, `sides` in proportion to each other.

    The browser draws it as large as the frame allows (`space.js`).

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
    words = {"size": NOTE_TYPE, "color": "$ink"}
    axes = zip(("xaxis", "yaxis", "zaxis"), names, strict=True)
    box: dict[str, Any] = {
        axis: quiet | {"title": {"text": name, "font": words}} for axis, name in axes
    }
    camera = {"eye": EYE, "up": {"x": 0, "y": 0, "z": 1}, "projection": {"type": "orthographic"}}
    del layout["xaxis"], layout["yaxis"]
    return layout | {
        "scene": box
        | {
            "aspectmode": "manual",
            "aspectratio": dict(zip("xyz", sides, strict=True)),
            "dragmode": "turntable",
            "camera": camera,
            "uirevision": revision,
        },
        "dragmode": "turntable",
        "uirevision": revision,
        "hovermode": "closest",
        "margin": NO_MARGIN | {"t": SMALL_TITLE},
    }


def below(text: str) -> dict[str, Any]:
    """Words at the foot of a picture, in as many lines as they need."""
    return on_paper("<br>".join(wrap(text, LINE)), 0.5, 0.0, "center")
