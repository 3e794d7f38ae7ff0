"""The pictures of the dual: multipliers as bars, and the boundary without one of the points."""

from __future__ import annotations

import numpy as np

from pages.plots import charts
from pages.plots.decision import decision_figure, polyline
from pages.plots.parts import marks
from pages.plots.theme import Figure
from pages.state.layers import DECISION_LAYERS
from pages.state.scene import Scene
from svmcore.arrays import Array
from svmcore.grid import Extent

ASKED = 22.0  # pixels across of the ring around the point that was asked about


def asked_figure(
    scene: Scene,
    view: Extent,
    asked: int | None,
    ghost: Scene | None,
    *,
    show: tuple[str, ...] = DECISION_LAYERS,
    revision: str = "",
) -> Figure:
    """The hero with a ring around the point number `asked`, and the boundary of `ghost`.

    `ghost` is the scene of the model without that point; None draws no such line.
    """
    figure = decision_figure(scene, view, show=show, revision=revision)
    if asked is None:
        return figure
    traces = list(figure["data"])
    if ghost is not None and ghost.grid is not None:
        style = {"color": "$muted", "width": 3, "dash": "2px,5px"}
        traces.insert(0, polyline(ghost.lines[1], "ghost", style))
        traces.sort(key=lambda trace: trace["uid"] != "regions")  # the regions lie below all
    return ringed({**figure, "data": traces}, scene.run.data.X[asked])


def ringed(figure: Figure, at: Array | tuple[float, float]) -> Figure:
    """The figure with a ring around a place, for the point that was asked about."""
    ring = {"symbol": "circle-open", "size": ASKED, "color": "$ink"}
    ring["line"] = {"color": "$ink", "width": 2.5}
    asked = marks("asked", [float(at[0])], [float(at[1])], ring)
    return {**figure, "data": [*figure["data"], asked]}


def alpha_figure(scene: Scene, asked: int | None) -> tuple[Figure, list[int]]:
    """The multipliers in falling order, and the points that the bars belong to.

    The bar of the point that was asked about is framed.
    """
    run = scene.run
    figure = charts.alpha_figure(run)
    if run.model is None:
        return figure, []
    order = charts.bar_order(run)
    bars = figure["data"][0]
    width = np.zeros(len(order))
    if asked in order:
        width[order.index(asked)] = 3.0
    line = {"color": "$ink", "width": width}
    framed = {**bars, "marker": {**bars["marker"], "line": line}}
    return {**figure, "data": [framed, *figure["data"][1:]]}, order  # their own ceilings too
