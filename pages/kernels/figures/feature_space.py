"""Points in the coordinates of a map, and the decision function as a landscape over the plane."""

from typing import Any

import numpy as np

from pages.datasets.limits import Extent
from pages.kernels.model.feature_space import Lifted, Projected, projected
from pages.kernels.model.gram import GramView
from pages.plots.decision import UIDS, board_layout, level, polyline, regions
from pages.plots.layout_sizes import TITLE_ALONE
from pages.plots.points import points_figure
from pages.plots.space import (
    FLAT_LIGHT,
    below,
    by_class,
    columns,
    line,
    marks,
    polygon,
    rings,
    sheet,
    space_layout,
)
from pages.plots.theme import Figure
from pages.plots.traces import chart_layout, empty_figure
from pages.plots.traces import marks as flat_marks
from pages.state.model.scene import LEVELS, Scene, cover, fit_view
from svmcore.arrays import Array

LOWEST, HIGHEST = 1.6, 4.0  # |f| up to which a surface is drawn at least, and at most
NODES = 72  # a side of a surface, at most
LIFT = 0.01  # of the height: how far above the surface its lines are drawn, so that they are seen
MESH = 3  # of the sheet's nodes, from one drawn line to the next
EDGE = 0.06  # of the longest side: from the outermost points to the sides of their box
EYE_FROM_SIDE = {"x": 0.75, "y": -1.95, "z": 0.7}  # from where f runs across the picture
COUNTS = ("first", "second", "third")


def lift_figure(lifted: Lifted, revision: str = "") -> Figure:
    """The points where the map puts them, the image of the plane, and the model's planes.

    Three coordinates make a box that can be turned, two a chart; more are seen along three
    directions (`projected`), which the words below name.
    """
    if len(lifted.lift.names) == 2:
        return _flat(lifted)
    found = projected(lifted)
    # the image of the plane is so faint that points behind it keep their colours
    image = sheet(found.sheet, "sheet", 0.12) | {"color": "$muted", "lighting": FLAT_LIGHT}
    traces = [image, line(_net(found.sheet), "net", "$muted", 1)]
    for uid, corners, height in zip(UIDS, found.planes, LEVELS, strict=False):
        if len(corners):
            closed = np.vstack([corners, corners[:1]])
            traces.append(polygon(corners, uid, 0.24 if height == 0.0 else 0.08))
            traces.append(line(closed, f"{uid}rim", "$ink", 4 if height == 0.0 else 2))
    traces.append(marks(found.phi, lifted.data.y, _hover_texts(lifted)))
    traces += rings(found.phi, lifted.data.y, lifted.support, lifted.bound)
    layout = space_layout(lifted.lift.title, found.names, revision)
    for axis, low, high in zip(("xaxis", "yaxis", "zaxis"), found.low, found.high, strict=True):
        layout["scene"][axis]["range"] = [float(low), float(high)]
    if found.turned:
        layout["scene"]["camera"]["eye"] = EYE_FROM_SIDE
    words = " ".join(filter(None, (lifted.why, _directions(found, len(lifted.lift.names)))))
    if words:
        layout["annotations"] = [below(words)]
    return {"data": traces, "layout": layout}


def _directions(found: Projected, d: int) -> str:
    if not found.turned:
        return ""
    if found.planes:
        return f"3 of {d} directions: f along w, and the 2 widest across w."
    return f"The 3 widest of {d} directions."


def _net(sheet: Array) -> Array:
    """Some lines of the sheet's grid, both ways, parted by rows of NaN: (k, 3)."""
    gap = np.full((1, 3), np.nan)
    some = range(0, len(sheet), MESH)
    lines = [sheet[k] for k in some] + [sheet[:, k] for k in some]
    return np.vstack([row for one in lines for row in (one, gap)])


def _hover_texts(lifted: Lifted) -> list[str]:
    """One line of text a point: its class, its role, its coordinates."""
    kinds = np.where(
        lifted.bound, f"support vector (α = {lifted.data.top})", "support vector on the margin"
    )
    roles = np.where(lifted.support, kinds, "")
    rows = zip(lifted.data.y, roles, lifted.phi.tolist(), strict=True)
    names = lifted.lift.names
    return [
        f"class {'+1' if y > 0 else '−1'}{', ' if role else ''}{role}<br>"
        + "<br>".join(f"{name} = {v:.3g}" for name, v in zip(names, values, strict=True))
        for y, role, values in rows
    ]


def _flat(lifted: Lifted) -> Figure:
    """Two coordinates: the curve that the line becomes, the points on it, the model's lines."""
    traces = [polyline(lifted.sheet, "sheet", {"color": "$muted", "width": 1})]
    traces += [level(ends, k) for k, ends in enumerate(lifted.planes)]
    look = by_class(lifted.data.y) | {"opacity": 1.0} | _ringed(lifted, (11.0, 8.0), 2.5)
    traces.append(
        flat_marks(
            "points",
            **columns(lifted.phi, "xy"),
            marker=look,
            customdata=_hover_texts(lifted),
            hovertemplate="%{customdata}<extra></extra>",
        )
    )
    layout = chart_layout(lifted.lift.title, lifted.lift.names[0], "closest", t=TITLE_ALONE, l=58)
    room = 0.04 * (lifted.high - lifted.low)
    for k, axis in enumerate(("xaxis", "yaxis")):
        low, high = lifted.low - room, lifted.high + room
        layout[axis]["range"] = [float(low[k]), float(high[k])]
    layout["yaxis"]["title"] = layout["xaxis"]["title"] | {"text": lifted.lift.names[1]}
    if lifted.why:
        layout["annotations"] = [below(lifted.why)]
    return {"data": traces, "layout": layout}


def surface_figure(scene: Scene, view: Extent | None = None, revision: str = "") -> Figure:
    """f as a landscape over the plane, with its lines f = -1, 0, +1 on it and on the floor.

    What is beyond `top` (1.25 times the largest |f| at a point, between LOWEST and HIGHEST) is
    cut off, points included; `layout.meta` holds `top`, and a note says so.
    """
    run, grid, title = scene.run, scene.grid, "f(x) over the plane"
    if grid is None or run.model is None:
        return empty_figure(title, "no model, no surface")
    x0, x1, y0, y1 = fit_view(run.data) if view is None else view
    across = np.flatnonzero((grid.x >= x0) & (grid.x <= x1))
    along = np.flatnonzero((grid.y >= y0) & (grid.y <= y1))
    if min(len(across), len(along)) < 2:  # f is known elsewhere: the plane's picture was moved
        return empty_figure(title, "f is computed only where the plane is drawn")
    step = -(-max(len(across), len(along)) // NODES)
    across, along = across[::step], along[::step]
    values = grid.values[np.ix_(along, across)]
    largest = float(np.abs(run.scores).max(initial=0.0))
    top = float(np.clip(1.25 * largest, LOWEST, HIGHEST))
    inside = ([x0, y0] <= run.data.X).all(axis=1) & ([x1, y1] >= run.data.X).all(axis=1)
    X, y, f = run.data.X[inside], run.data.y[inside], run.scores[inside]
    nodes = np.dstack([*np.meshgrid(grid.x[across], grid.y[along]), np.clip(values, -top, top)])
    traces: list[dict[str, Any]] = [
        sheet(nodes, "surface", 0.92)
        | {
            "intensity": np.rint(127.0 * np.tanh(values)).astype(np.int8).ravel(),
            "cmin": -127,
            "cmax": 127,
            "colorscale": [[0.0, "$region0"], [0.5, "$page"], [1.0, "$region1"]],
            "showscale": False,
            "lighting": {"ambient": 0.75, "diffuse": 0.4, "specular": 0.02},
        }
    ]
    for uid, f_there, found in zip(UIDS, LEVELS, scene.lines, strict=True):
        drawn = _within(found, (x0, x1, y0, y1))
        width = 6 if f_there == 0.0 else 3
        for name, height in (("", f_there + LIFT * top), ("floor", -top)):
            flat = np.column_stack([drawn, np.full(len(drawn), height)])
            traces.append(line(flat, uid + name, "$ink" if not name else "$muted", width))
    points = np.column_stack([X, np.clip(f, -top, top)])
    texts = [
        f"class {'+1' if sign > 0 else '−1'}<br>f(x) = {value:.4g}"
        for sign, value in zip(y, f, strict=True)
    ]
    held = run.support[inside], run.bound[inside]
    traces += [marks(points, y, texts), *rings(points, y, *held)]
    wide, deep = (side / max(x1 - x0, y1 - y0) for side in (x1 - x0, y1 - y0))
    layout = space_layout(title, ("x₁", "x₂", "f"), revision, (1.2 * wide, 1.2 * deep, 0.7))
    layout["scene"]["xaxis"]["range"] = [x0, x1]
    layout["scene"]["yaxis"]["range"] = [y0, y1]
    layout["scene"]["zaxis"] |= {"range": [-top, 1.02 * top], "tickvals": [-1, 0, 1]}
    layout["meta"] = {"top": top}
    if max(largest, float(np.abs(values).max())) > top:
        layout["annotations"] = [below(f"cut off where f is beyond ±{top:.3g}")]
    return {"data": traces, "layout": layout}


def _within(points: Array, view: Extent) -> Array:
    """A polyline without its vertices outside of the view: NaN parts it there."""
    x0, x1, y0, y1 = view
    x, y = points[:, 0], points[:, 1]
    inside = (x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)
    return np.where(inside[:, None], points, np.nan)


def kernel_pca_figure(view: GramView, revision: str = "") -> Figure:
    """The points in their first 3 kernel PCA coordinates."""
    title, spectrum, y = "Kernel PCA", view.spectrum, view.data.y
    if not len(y):
        return empty_figure(title, "no points")
    names = tuple(
        count if np.isnan(share) else f"{count}, {100.0 * share:.0f} %"
        for count, share in zip(COUNTS, spectrum.shares, strict=True)
    )
    texts = [f"class {'+1' if sign > 0 else '−1'}" for sign in y]
    low, high = spectrum.coordinates.min(axis=0), spectrum.coordinates.max(axis=0)
    edge = EDGE * (float((high - low).max()) or 1.0)
    low, high = low - edge, high + edge
    x, y_side, z = (high - low).tolist()
    layout = space_layout(title, names, revision, (x, y_side, z))
    for k, axis in enumerate(("xaxis", "yaxis", "zaxis")):
        layout["scene"][axis]["range"] = [float(low[k]), float(high[k])]
    return {"data": [marks(spectrum.coordinates, y, texts)], "layout": layout}


def shadow_figure(lifted: Lifted, view: Extent, revision: str = "") -> Figure:
    """What a lifted model cuts out of the plane: regions, boundary, margins, support vectors."""
    if lifted.grid is None:
        extent = cover(view)
        figure = points_figure(lifted.data, [], extent, view, revision)
        return {**figure, "layout": board_layout(extent, view, revision, framed=True)}
    x, y = lifted.grid.x, lifted.grid.y
    extent = (float(x[0]), float(x[-1]), float(y[0]), float(y[-1]))
    figure = points_figure(lifted.data, [], extent, view, revision)
    [points] = figure["data"]
    points["marker"] |= _ringed(lifted, (12.0, 9.0), 3.0)
    lines = [level(lifted.lines[k], k) for k in (0, 2, 1)]
    return {**figure, "data": [regions(lifted.grid, extent), *lines, points]}


def _ringed(lifted: Lifted, sizes: tuple[float, float], width: float) -> dict[str, Any]:
    """The marks of points: support vectors are larger and have a ring in ink.

    It is heavy around free ones, thin around bound ones, which have a dot as well.
    """
    held, bound = lifted.support, lifted.support & lifted.bound
    symbols = by_class(lifted.data.y)["symbol"]
    dots = np.where(bound, "-dot", "")
    return {
        "symbol": [symbol + dot for symbol, dot in zip(symbols, dots, strict=True)],
        "size": np.where(held, *sizes).tolist(),
        "line": {
            "color": np.where(held, "$ink", "$page").tolist(),
            "width": np.where(held, np.where(bound, 1.5, width), 1.0).tolist(),
        },
    }
