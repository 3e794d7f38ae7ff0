"""The pictures of the page Predict: what is seen before an answer is shown, and after."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pages.datasets.limits import Extent
from pages.plots.decision import (
    UIDS,
    board_layout,
    decision_figure,
    level,
    polyline,
    ringed,
    ringed_points,
)
from pages.plots.layout_sizes import ASKED_RING, PLAIN_MARK
from pages.plots.theme import SYMBOLS, Figure
from pages.plots.traces import marks
from pages.predict.model.what_changes import ChangeTask
from pages.predict.model.which_support import Marking
from pages.state.model.run import Data
from pages.state.model.scene import Scene, cover
from svmcore.arrays import Indices

# what is around a point once the answer is shown: shape, colour, pixels across
OUTCOMES = {
    "hits": ("circle-open", "$good", 26.0),
    "missed": ("square-open", "$wrong", 24.0),
    "extra": ("triangle-up-open", "$wrong", 30.0),
}
GHOSTS = {1: 3.0, 0: 1.5, 2: 1.5}  # widths of the lines f = 0, -1, +1 of the model before
SECRET = ("points", "wrong", "asked")  # what tells more of the points than their classes


def points_only(
    data: Data, extent: Extent, view: Extent, around: Sequence[int] = (), revision: str = ""
) -> Figure:
    """The points and their classes and nothing else; a ring around some, by their indices."""
    layout = board_layout(extent, view, revision, framed=True)
    rings = {"symbol": "circle-open", "size": ASKED_RING, "color": "$ink"}
    rings["line"] = {"color": "$ink", "width": 2.5}
    X = data.X[np.asarray(around, dtype=np.intp)]
    asked = marks("asked", X[:, 0].tolist(), X[:, 1].tolist(), rings)
    return {"data": [_plain(data), asked], "layout": layout}


def marking_figure(
    drawn: Scene, found: Marking, view: Extent, *, show: tuple[str, ...], revision: str
) -> Figure:
    """The model, and around the points what was marked and what is a support vector."""
    figure = _without(decision_figure(drawn, view, show=show, revision=revision), "wrong")
    X = drawn.run.data.X
    around = [_outcome(name, X, getattr(found, name)) for name in OUTCOMES]
    return {**figure, "data": [*figure["data"], *around]}


def asked_change_figure(
    task: ChangeTask, drawn: Scene, view: Extent, *, show: tuple[str, ...]
) -> Figure:
    """The boundary that is going to change, for a width with its margins; a ring at the point."""
    around = () if task.point is None else (task.point,)
    figure = points_only(task.before.data, cover(view), view, around)
    lines = [0, 2, 1] if task.kind == "width" and "margins" in show else [1]
    return {**figure, "data": [*(level(drawn.lines[k], k) for k in lines), *figure["data"]]}


def change_figure(
    task: ChangeTask, before: Scene, after: Scene, view: Extent, *, show: tuple[str, ...]
) -> Figure:
    """The model after the change, and dashed the boundary before: for a width, the margins too."""
    width = task.kind == "width"
    layers = tuple(name for name in show if name in ("regions", "support"))
    layers += ("margins",) if width and "margins" in show else ()
    figure = _without(decision_figure(after, view, show=layers), "labels")  # of one of two models
    figure = {**figure, "data": [_solid(trace) for trace in figure["data"]]}
    lines = [1, 0, 2] if "margins" in layers else [1]
    ghosts = [polyline(before.lines[k], f"ghost{'abc'[k]}", _ghost(GHOSTS[k])) for k in lines]
    traces = [*ghosts, *figure["data"]]
    traces.sort(key=lambda trace: trace["uid"] != "regions")  # the regions lie below all
    figure = {**figure, "data": traces}
    if task.point is None:
        return figure
    gone = task.before.data.X[task.point]
    label = int(task.before.data.y[task.point] > 0.0)
    hollow = {"symbol": f"{SYMBOLS[label]}-open", "size": PLAIN_MARK, "color": f"$class{label}"}
    removed = marks("removed", [float(gone[0])], [float(gone[1])], hollow)
    return ringed({**figure, "data": [*figure["data"], removed]}, gone)


def kernel_figure(drawn: Scene, view: Extent, *, show: tuple[str, ...], answered: bool) -> Figure:
    """A decision function; until it is answered for without what its points would tell."""
    if answered:
        return decision_figure(drawn, view, show=show)
    layers = tuple(name for name in show if name == "regions")
    figure = _without(decision_figure(drawn, view, show=layers), *SECRET)
    return {**figure, "data": [*figure["data"], _plain(drawn.run.data)]}


def _plain(data: Data) -> dict[str, Any]:
    """The points by their classes."""
    labels = (data.y > 0).astype(int)
    words = [f"class {sign}" for sign in np.where(labels > 0, "+1", "−1")]
    nothing = np.zeros(len(data), dtype=bool)
    return ringed_points(data.X, words, labels, nothing, nothing, np.zeros(len(data)))


def _outcome(name: str, X: Any, which: Indices) -> dict[str, Any]:
    symbol, color, size = OUTCOMES[name]
    marker = {"symbol": symbol, "size": size, "color": color, "line": {"color": color, "width": 3}}
    return marks(name, X[which, 0], X[which, 1], marker)


def _ghost(width: float) -> dict[str, Any]:
    return {"color": "$muted", "width": width, "dash": "9px,6px"}


def _solid(trace: dict[str, Any]) -> dict[str, Any]:
    """A margin without its dashes, which are those of the model before."""
    if trace["uid"] not in UIDS:
        return trace
    return trace | {"line": {k: v for k, v in trace["line"].items() if k != "dash"}}


def _without(figure: Figure, *uids: str) -> Figure:
    return {**figure, "data": [trace for trace in figure["data"] if trace["uid"] not in uids]}
