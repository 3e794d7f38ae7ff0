"""The pictures of the page Derivations: a board or a circle, with what a step speaks of."""

from typing import Any

import numpy as np

from pages.datasets.limits import Extent
from pages.derivations.model.question import Lit
from pages.derivations.text.lagrange import MAXIMUM, arrows
from pages.plots.decision import decision_figure, polyline
from pages.plots.layout_sizes import LABEL_TYPE, LARGE_TYPE, LIT_RING, PLANE_MARGIN
from pages.plots.multiclass import multiclass_figure
from pages.plots.theme import Figure
from pages.plots.traces import marks, surroundings
from pages.state.model.scene import Scene
from pages.state.multiclass.multiclass_scene import MulticlassScene
from svmcore.arrays import Array

BAR = 0.012  # of the picture: half the length of the bars at the ends of a segment
WIDE = {"boundary": 6, "margins": 4.5, "w": 6}
UIDS = {"boundary": ("boundary",), "margins": ("below", "above"), "w": ("normal",)}
ROOM = 2.15  # half the height of the picture of the circle
WORDS = (
    ("maximum", (MAXIMUM[0] - 0.1, MAXIMUM[1] - 0.12), "maximum", "bottom left"),
    ("minimum", (-MAXIMUM[0] + 0.1, -MAXIMUM[1] + 0.12), "minimum", "top right"),
    ("circle", (-0.75, 0.75), "g = 1", "top left"),
    ("contour", (0.16, 1.95), "2x + y = √5", "middle right"),
)


def lit_board(
    scene: Scene, view: Extent, lit: Lit, *, show: tuple[str, ...], revision: str, seen: Extent
) -> Figure:
    """The picture of a model, with what is `lit` in it."""
    layers = {*show} - {"weights", "slack"}
    layers |= {"weights"} if "w" in lit.parts else set()
    figure = decision_figure(scene, view, show=tuple(layers), revision=revision, seen=seen)
    wide = {uid: WIDE[part] for part in lit.parts for uid in UIDS[part]}
    for trace in figure["data"]:
        if trace["uid"] in wide:
            trace["line"] = trace["line"] | {"width": wide[trace["uid"]]}
    return _with_lit(figure, scene.run.data.X, view, lit)


def lit_classes(
    scene: MulticlassScene, view: Extent, lit: Lit, *, show: tuple[str, ...], revision: str
) -> Figure:
    """The picture of several classes, with the points that are `lit`."""
    figure = multiclass_figure(scene, view, show=show, revision=revision)
    return _with_lit(figure, scene.run.data.X, view, lit)


def _with_lit(figure: Figure, X: Array, view: Extent, lit: Lit) -> Figure:
    """The figure with rings around points, segments and lines."""
    added = []
    if lit.lines:
        added.append(polyline(_pieces(lit.lines), "litlines", {"color": "$ink", "width": 3.5}))
    if lit.segments:
        bars = [part for ends in lit.segments for part in _barred(ends, view)]
        added.append(polyline(_pieces(bars), "litsegments", {"color": "$ink", "width": 4}))
    if lit.points:
        at = X[list(lit.points)]
        ring = {"symbol": "circle-open", "size": LIT_RING, "color": "$ink"}
        ring["line"] = {"color": "$ink", "width": 2.5}
        added.append(marks("litpoints", at[:, 0], at[:, 1], ring))
    return {**figure, "data": [*figure["data"], *added]}


def _pieces(parts: Any) -> Array:
    gap = np.full((1, 2), np.nan)
    return np.vstack([piece for part in parts for piece in (part, gap)][:-1])


def _barred(ends: Array, view: Extent) -> list[Array]:
    """A segment, and a bar across each of its ends."""
    way = ends[1] - ends[0]
    half = BAR * max(view[1] - view[0], view[3] - view[2])
    bar = half * np.array([-way[1], way[0]]) / max(float(np.hypot(*way)), 1e-300)
    return [ends, *(np.array([end - bar, end + bar]) for end in ends)]


def circle_figure(lit: Lit) -> Figure:
    """The circle, the contour of 2x + y that touches it, and the gradients there."""
    angles = np.linspace(0.0, 2.0 * np.pi, 241)
    width = {part: 4.5 for part in lit.parts}
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    style = {"color": "$ink", "width": width.get("circle", 2)}
    traces = [polyline(circle, "circle", style, np.float64)]
    best = np.array(MAXIMUM)
    if "contour" in lit.parts:
        along = 8.0 * np.array([-best[1], best[0]])
        line = np.array([best - along, best + along])
        traces.append(polyline(line, "contour", {"color": "$ink", "width": 3, "dash": "8px,5px"}))
    if "gradients" in lit.parts:
        for name, ends, color in zip("fg", arrows(), ("$ink", "$muted"), strict=True):
            traces.append(_arrow(ends, f"gradient{name}", color, 3 if name == "f" else 6))
        traces.reverse()
    for name, sign in (("maximum", 1.0), ("minimum", -1.0)):
        if name in lit.parts:
            dot = {"symbol": "circle", "size": 14, "color": "$ink", "opacity": 1.0}
            traces.append(marks(name, [sign * best[0]], [sign * best[1]], dot))
    return {"data": [*traces, _lettering(lit)], "layout": _square()}


def _arrow(ends: Array, uid: str, color: str, width: float) -> dict[str, Any]:
    head = {"symbol": "arrow", "angleref": "previous", "size": [0, 14], "color": color}
    return polyline(ends, uid, {"color": color, "width": width}) | {
        "mode": "lines+markers",
        "marker": head | {"opacity": 1.0},
    }


def _lettering(lit: Lit) -> dict[str, Any]:
    words = [(at, text, side) for part, at, text, side in WORDS if part in lit.parts]
    if "gradients" in lit.parts:
        (_, f), (_, g) = arrows()
        words += [(tuple(f), "∇f", "top right"), (tuple(g), "∇g", "bottom right")]
    return {
        "type": "scatter",
        "uid": "labels",
        "mode": "text",
        "x": [at[0] for at, _, _ in words],
        "y": [at[1] for at, _, _ in words],
        "text": [text for _, text, _ in words],
        "textposition": [side for _, _, side in words],
        "textfont": {"size": LARGE_TYPE, "color": "$ink"},
        "hoverinfo": "skip",
    }


def _square() -> Figure:
    axis = {
        "fixedrange": True,
        "showgrid": False,
        "zeroline": True,
        "zerolinecolor": "$line",
        "ticks": "outside",
        "tickcolor": "$line",
        "tickfont": {"size": LABEL_TYPE, "color": "$muted"},
        "nticks": 8,
        "range": [-ROOM, ROOM],
    }
    return {
        "xaxis": axis,
        "yaxis": axis | {"scaleanchor": "x", "scaleratio": 1},
        "margin": dict(PLANE_MARGIN),
        "hovermode": False,
        **surroundings(),
    }
