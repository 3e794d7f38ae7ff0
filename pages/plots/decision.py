"""The picture of a board: regions, boundary, margins, points, slacks, street."""

from functools import cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from pages.datasets.limits import Extent
from pages.plots.label_placement import word_trace
from pages.plots.labels import lettering
from pages.plots.layout_sizes import (
    ASKED_RING,
    BOARD_MARGIN,
    CROSS_ARMS,
    PLAIN_MARK,
    SUPPORT_GROWTH,
    SUPPORT_MARK,
)
from pages.plots.theme import SYMBOLS, Figure
from pages.plots.traces import axis, marks, point_trace, shades, surroundings
from pages.state.model.grid import DecisionGrid
from pages.state.model.run import Run
from pages.state.model.scene import Scene
from pages.state.screen.layers import DECISION_LAYERS
from pages.state.text.number_format import number
from pages.state.text.support_words import ring_roles
from svmcore.arrays import Array, Bools, Indices

HULLS = ("hullminus", "hullplus")
ROUNDED = 9  # decimals of a slack: what is smaller is the rounding error of a margin of 1
UIDS = ("below", "boundary", "above")  # plotly.js makes class names of them: letters only
FROZEN_UIDS = ("frozenbelow", "frozen", "frozenabove")
DOTTED = {"color": "$muted", "width": 3, "dash": "2px,5px"}  # the boundary of another model
FROZEN = DOTTED | {"color": "$ink", "dash": "3px,5px"}
FROZEN_MARGIN = DOTTED | {"width": 1.5, "dash": "2px,5px"}


def decision_figure(
    scene: Scene,
    view: Extent,
    *,
    show: tuple[str, ...] = DECISION_LAYERS,
    revision: str = "",
    frozen: Scene | None = None,
    seen: Extent | None = None,
) -> Figure:
    """A Plotly figure of a scene, in theme colours; the points are the trace of uid "points".

    `view` is the range of the axes on opening; while `revision` stays the same the visitor's own
    zoom has precedence. `seen` is what is seen of the plane, if not `view`: names stand inside it.
    `frozen` is the scene of another model, A, whose lines are drawn as well;
    the model of `scene` is then B.
    """
    words, street = lettering(scene, show, seen or view, frozen)
    traces: list[dict[str, Any]] = []
    if scene.grid is not None and "regions" in show:
        traces.append(regions(scene.grid, scene.extent))
    if frozen is not None and frozen.grid is not None:
        traces += _frozen_lines(frozen, "margins" in show)
    if scene.grid is not None:
        if "margins" in show:
            traces += [level(scene.lines[0], 0), level(scene.lines[2], 2)]
        traces.append(level(scene.lines[1], 1))
        if "slack" in show:
            traces.append(polyline(scene.slacks, "slack", {"color": "$wrong", "width": 2}))
        if street is not None and scene.normal is not None:
            traces += [_arrow(street, "street", 2.0), _arrow(scene.normal, "normal", 3.0)]
    for k, (uid, hull) in enumerate(zip(HULLS, scene.hulls, strict=False)):
        traces.append(polyline(hull, uid, {"color": f"$class{k}", "width": 2}))
    points = _points(scene, "support" in show)
    traces += [crosses(points, scene.run.wrong), points, word_trace(words)]
    layout = board_layout(scene.extent, view, revision, framed=scene.grid is None)
    return {"data": traces, "layout": layout}


def asked_figure(
    scene: Scene,
    view: Extent,
    asked: int | None,
    ghost: Scene | None,
    *,
    show: tuple[str, ...] = DECISION_LAYERS,
    revision: str = "",
    frozen: Scene | None = None,
    seen: Extent | None = None,
) -> Figure:
    """The picture with a ring around the point number `asked`, and the boundary of `ghost`.

    `ghost` is the scene of the model without that point; None draws no such line, and with
    `frozen`, whose line is dotted too, there is none. `frozen` and `seen` as in `decision_figure`.
    """
    figure = decision_figure(scene, view, show=show, revision=revision, frozen=frozen, seen=seen)
    if asked is None:
        return figure
    traces = list(figure["data"])
    if ghost is not None and ghost.grid is not None and frozen is None:
        traces.insert(0, polyline(ghost.lines[1], "ghost", DOTTED))
        traces.sort(key=lambda trace: trace["uid"] != "regions")  # the regions lie below all
    return ringed({**figure, "data": traces}, scene.run.data.X[asked])


def ringed(figure: Figure, at: Array | tuple[float, float]) -> Figure:
    """The figure with a ring around a place, for the point that was asked about."""
    ring = {"symbol": "circle-open", "size": ASKED_RING, "color": "$ink"}
    ring["line"] = {"color": "$ink", "width": 2.5}
    asked = marks("asked", [float(at[0])], [float(at[1])], ring)
    return {**figure, "data": [*figure["data"], asked]}


def regions(grid: DecisionGrid, extent: Extent) -> dict[str, Any]:
    """The decision function as a heat map of tanh(f), the page's colour at f = 0."""
    colors = ("$region0", "$page", "$region1")
    return shades("regions", grid.shades(), extent, (-127, 127), colors) | {"zsmooth": "fast"}


def level(line: Array, which: int) -> dict[str, Any]:
    """The polyline where f is -1 (`which` = 0), 0 (1) or +1 (2)."""
    boundary = which == 1
    style = {"color": "$ink", "width": 3} if boundary else {"color": "$ink", "width": 2}
    if not boundary:
        style["dash"] = "7px,5px"
    return polyline(line, UIDS[which], style)


def _frozen_lines(scene: Scene, margins: bool) -> list[dict[str, Any]]:
    """The boundary of a model that stands still, and its margins, thinner."""
    return [
        polyline(scene.lines[which], FROZEN_UIDS[which], FROZEN if which == 1 else FROZEN_MARGIN)
        for which in ((0, 2, 1) if margins else (1,))
    ]


def _arrow(ends: Array, uid: str, width: float) -> dict[str, Any]:
    head = {"symbol": "arrow", "angleref": "previous", "size": [0, 11], "color": "$ink"}
    style = {"color": "$ink", "width": width}
    return polyline(ends, uid, style) | {
        "mode": "lines+markers",
        "marker": head | {"opacity": 1.0},  # Plotly makes markers on lines transparent
    }


def polyline(
    points: Array, uid: str, style: dict[str, Any], dtype: npt.DTypeLike = np.float32
) -> dict[str, Any]:
    """A polyline without hover text; rows of NaN part it."""
    # float32 halves what travels and is still a thousand times finer than a pixel
    return {
        "type": "scatter",
        "uid": uid,
        "mode": "lines",
        "x": np.ascontiguousarray(points[:, 0], dtype),
        "y": np.ascontiguousarray(points[:, 1], dtype),
        "line": style,
        "hoverinfo": "skip",
        "connectgaps": False,
    }


def _points(scene: Scene, show_support: bool) -> dict[str, Any]:
    """Class by colour and shape; rings around support vectors, by alpha larger."""
    run = scene.run
    largest = max(float(run.alpha.max(initial=0.0)), 1e-300)
    return ringed_points(
        run.data.X,
        _hover_texts(scene),
        (run.data.y > 0).astype(int),
        run.support & show_support,
        run.bound,
        run.alpha / largest,
        np.array(weight_sizes(run.data.own_weight)),
    )


def ringed_points(
    X: Array,
    words: list[str],
    labels: Indices,
    support: Bools,
    bound: Bools,
    share: Array,
    heavy: Array | float = 1.0,
) -> dict[str, Any]:
    """Points of two classes, (n, 2); support vectors have a ring, heavy or, bound, thin.

    Bound ones have a dot as well. share : by which the rings grow. heavy : a factor of the size.
    """
    grown = SUPPORT_MARK + SUPPORT_GROWTH * np.sqrt(np.maximum(share, 0.0))
    size = np.where(support, grown, PLAIN_MARK) * heavy
    dots = np.where(support & bound, "-dot", "")
    return point_trace(
        X,
        words,
        [SYMBOLS[label] + dot for label, dot in zip(labels, dots, strict=True)],
        [f"$class{label}" for label in labels],
        size=size.round(1).tolist(),
        line={
            "color": np.where(support, "$ink", "$page").tolist(),
            "width": np.where(support, np.where(bound, 1.5, 3.0), 1.0).tolist(),
        },
    )


def weight_sizes(weight: Array) -> list[float]:
    """Factors of the marker sizes: the area is proportional to the sample weight, within limits."""
    return [min(max(w**0.5, 0.6), 2.5) for w in weight.tolist()]


def _hover_texts(scene: Scene) -> list[str]:
    """The hover text of each point."""
    run = scene.run
    signs = np.where(run.data.y > 0, "+1", "−1")
    if run.model is None:
        return [f"class {sign}" for sign in signs]
    roles = (f"<br>{role}" if role else "" for role in ring_roles(run))
    rows = zip(
        signs.tolist(), roles, run.alpha.tolist(), run.margins.tolist(), _shares(run), strict=True
    )
    digits = cache(partial(number, digits=4))  # most alphas are 0 or C, most slacks 0
    return [
        f"class {sign}{role}<br>α = {digits(a)}<br>y f(x) = {number(m, 4)}"
        f"<br>slack = {digits(round(max(0.0, 1.0 - m), ROUNDED))}{share}"
        for sign, role, a, m, share in rows
    ]


def _shares(run: Run) -> list[str]:
    """The line of the hover text with the sample weight and the bound of alpha."""
    if not run.data.weighed or run.experiment.margin == "hard":
        return [""] * len(run.data)
    return [
        f"<br>weight {number(w)}: α up to {number(w * run.experiment.C)}" for w in run.data.weight
    ]


def crosses(
    points: dict[str, Any], which: Bools | Indices, colors: npt.NDArray[np.str_] | None = None
) -> dict[str, Any]:
    """Crosses behind `which` of the points of a trace: red, or of a colour for each.

    Their arms stand out on all sides of a mark, so that its ring and its dot are seen as well.
    """
    x, y = (np.asarray(points[name])[which] for name in "xy")
    size = np.asarray(points["marker"]["size"])[which] + CROSS_ARMS
    line = {"color": "$wrong" if colors is None else colors.tolist(), "width": 3}
    cross = {"symbol": "x-thin", "size": size.round(1).tolist(), "line": line}
    return marks("wrong", x, y, cross, name="wrong")


def board_layout(extent: Extent, view: Extent, revision: str, *, framed: bool) -> Figure:
    """The layout of a board: equal scales on both axes, no grid.

    `framed` draws its edge, where no surface shows where it ends.
    """
    ticks = {"ticks": "outside", "ticklen": 4, "tickcolor": "$line", "nticks": 8}
    plain = axis() | ticks | {"showgrid": False}
    if framed:
        plain |= {"showline": True, "linecolor": "$line", "mirror": True}
    return {
        "xaxis": plain | {"range": [view[0], view[1]]},
        "yaxis": plain | {"range": [view[2], view[3]], "scaleanchor": "x", "scaleratio": 1},
        "margin": dict(BOARD_MARGIN),
        "hovermode": "closest",
        "uirevision": revision,
        "meta": {"extent": list(extent)},
        **surroundings(),
    }
