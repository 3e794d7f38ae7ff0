"""The pictures of the ideas: still figures of the examples, made of the app's own parts."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import numpy as np

from pages.datasets.limits import Extent
from pages.datasets.two_class import WINDOW
from pages.guide.model import beyond, two_classes
from pages.plots.decision import crosses, decision_figure, level, polyline
from pages.plots.label_placement import Label, word_trace
from pages.plots.layout_sizes import PLAIN_MARK, RINGED_MARK
from pages.plots.multiclass import ground, multiclass_figure
from pages.plots.svg import SIZE, data_uri, svg
from pages.plots.theme import Figure
from pages.plots.traces import class_points, curve, marks, point_trace
from pages.state.model.grid import decision_grid, filled, level_lines
from pages.state.model.run import Run
from pages.state.model.scene import cover, fit_view, scene
from pages.state.multiclass.multiclass_scene import multiclass_scene, region_map
from svmcore.arrays import Array

PLAIN = ("regions", "margins", "support")
WITH_SLACK = (*PLAIN, "slack")
NODES = 81  # a side, of surfaces that the app's scenes do not hold
WORD = 15  # units of the image


def widest() -> Figure:
    """The hard margin, and in grey a line that separates the same points with less margin."""
    found = two_classes.widest()
    reach = np.array([-10.0, 10.0])[:, None] * np.array([-found.other[1], found.other[0]])
    line = found.offset * found.other + reach
    other = polyline(line, "other", {"color": "$muted", "width": 3, "dash": "dot"})
    figure = _decision(found.run, ("regions", "margins", "support", "weights"))
    return figure | {"data": _below(figure, other)}


def support_alone() -> Figure:
    """The model of the support vectors, over all points."""
    whole = two_classes.widest().run
    figure = _decision(two_classes.support_alone())
    other = ~whole.support
    classes = (whole.data.y[other] > 0.0).astype(int)
    places = whole.data.X[other]
    pale = class_points(places, [""] * len(places), classes, np.zeros(len(places), dtype=bool))
    pale["marker"]["color"] = ["$muted"] * len(places)
    return figure | {"data": _below(figure, pale)}


def soft(C: float) -> Figure:
    """A soft margin with its slacks."""
    return _decision(two_classes.soft(C).run, WITH_SLACK)


def inseparable() -> Figure:
    """The convex hulls of two classes that no line separates, and a point in both."""
    shown = two_classes.inseparable()
    drawn = scene(shown, fit_view(shown.data))
    figure = _decision(shown)
    if drawn.meeting is not None:
        cross = {"symbol": "x-thin", "size": 22, "line": {"color": "$ink", "width": 4}}
        figure["data"].append(marks("meeting", drawn.meeting[:1], drawn.meeting[1:], cross))
    return figure


def fit(name: str) -> Figure:
    """A kernel model with one of the widths."""
    return _decision(two_classes.fit(name).run)


def primal() -> Figure:
    """The model that the primal problem gives."""
    return _decision(two_classes.duality().primal)


def dual() -> Figure:
    """The model that the dual problem gives."""
    return _decision(two_classes.duality().dual)


def course() -> Figure:
    """The boundaries of a descent, the later the darker, over its points."""
    found = two_classes.course()
    figure = _decision(found.run, ())
    x = np.array([-20.0, 20.0])
    lines = []
    for k, (w1, w2, b) in enumerate(found.lines):
        last = k == len(found.lines) - 1
        ends = np.column_stack([x, -(w1 * x + b) / w2])
        look = {"color": "$ink" if last else "$muted", "width": 4.0 if last else 1.5 + 0.5 * k}
        lines.append(polyline(ends, "line", look | ({} if last else {"dash": "9px,4px"})))
    own = [trace for trace in figure["data"] if trace["uid"] == "points"]
    return figure | {"data": [*lines, *own]}


def proof() -> Figure:
    """The primal and the dual value of a training run, which meet."""
    solution = two_classes.proof().solution
    assert solution is not None
    trace = solution.trace
    x = trace.iteration.astype(float)
    low = float(np.nanmin(trace.dual))
    high = min(float(trace.primal.max()), 2.5 * float(trace.primal[-1]))
    room = 0.06 * (high - low)
    meet = float(trace.primal[-1])
    words = [
        Label("primal value", np.array([0.32 * x[-1], meet + 0.30 * (high - low)])),
        Label("dual value", np.array([0.42 * x[-1], meet - 0.25 * (high - low)])),
        Label(trace.unit + "s", np.array([x[-1], low - room]), "top left"),
    ]
    between = np.vstack(
        [np.column_stack([x, trace.primal]), np.column_stack([x, trace.dual])[::-1]]
    )
    area = polyline(between, "gap", {"width": 0}) | {"fill": "toself", "fillcolor": "$line"}
    traces = [
        area,
        curve(x, trace.primal, "primal", "$ink", "solid"),
        curve(x, trace.dual, "dual", "$ink", "dash"),
        word_trace(words, size=WORD),
    ]
    box = (-0.02 * x[-1], 1.02 * x[-1], low - room, high + room)
    return {"data": traces, "layout": _axes(box)}


def several() -> Figure:
    """The regions of several classes."""
    drawn = multiclass_scene(beyond.several(), WINDOW)
    figure = multiclass_figure(drawn, WINDOW, show=("regions", "support"))
    return figure


def tube() -> Figure:
    """A regression: f, the tube, and what lies outside of it."""
    found = beyond.tube()
    x0, x1, y0, y1 = WINDOW
    x = np.linspace(x0, x1, 200)
    f, epsilon = found.model(x[:, None]), found.experiment.epsilon
    upper, lower = np.column_stack([x, f + epsilon]), np.column_stack([x, f - epsilon])
    area = polyline(np.vstack([upper, lower[::-1]]), "tube", {"width": 0})
    out = found.outside
    edge = found.z[out] - found.residuals[out] + np.sign(found.residuals[out]) * epsilon
    gap = np.full(int(out.sum()), np.nan)
    sticks = np.stack(
        [np.column_stack([found.x[out], edge]), np.column_stack([found.x[out], found.z[out]])],
        axis=1,
    )
    sticks = np.concatenate([sticks, np.stack([gap, gap], axis=1)[:, None]], axis=1)
    held = found.support
    points = point_trace(
        np.column_stack([found.x, found.z]),
        [],
        ["circle"] * len(held),
        ["$muted"] * len(held),
        size=np.where(held, RINGED_MARK, PLAIN_MARK).tolist(),
        line={
            "color": np.where(held, "$ink", "$page").tolist(),
            "width": np.where(held, 2.0, 1.0).tolist(),
        },
    )
    traces = [
        area | {"fill": "toself", "fillcolor": "$line"},
        polyline(np.column_stack([x, f]), "f", {"color": "$ink", "width": 3}),
        polyline(sticks.reshape(-1, 2), "slack", {"color": "$wrong", "width": 2}),
        points,
    ]
    return {"data": traces, "layout": _axes((x0, x1, y0, y1))}


def novelty() -> Figure:
    """The outline of one class, with crosses on the points outside."""
    found = beyond.novelty()
    view = fit_view_of(found.model.X)
    grid = decision_grid(found.model, cover(view), NODES)
    inside = polyline(filled(grid, found.model), "inside", {"width": 0})
    (outline,) = level_lines(grid, (0.0,), found.model)
    X, held = found.model.X, found.support
    points = class_points(X, [""] * len(X), np.zeros(len(X), dtype=int), held)
    points["marker"]["color"] = ["$muted"] * len(X)
    traces = [
        inside | {"fill": "toself", "fillcolor": "$line"},
        level(outline, 1),
        crosses(points, found.outside),
        points,
    ]
    return {"data": traces, "layout": _axes(view)}


def table() -> Figure:
    """The rows of a table on two of its columns; hollow ones are test rows."""
    found = beyond.table()
    plan = found.plan
    view = fit_view_of(plan.U)
    extent = cover(view)
    xs, ys = np.linspace(*extent[:2], NODES), np.linspace(*extent[2:], NODES)
    a, b = np.meshgrid(xs, ys)
    values = found.many.values(np.column_stack([a.ravel(), b.ravel()]))
    regions = region_map(
        found.many, found.many.values, xs, ys, values.reshape(NODES, NODES, -1), extent
    )
    y = plan.prepared.y
    points = class_points(plan.U, [""] * len(y), y, np.zeros(len(y), dtype=bool), plan.apart)
    wrong = plan.drawn[found.drawn_given != y[plan.drawn]]
    traces = [*ground(regions, ("regions",), 3.0), crosses(points, wrong), points]
    return {"data": traces, "layout": _axes(view)}


def tested() -> Figure:
    """A model with its training points, and with test points, which are hollow."""
    found = beyond.tested()
    figure = _decision(found.run, ("regions",))
    data = found.run.data
    apart = np.isin(np.arange(len(data)), found.split.test)
    nobody = np.zeros(len(data), dtype=bool)
    points = class_points(data.X, [""] * len(data), (data.y > 0).astype(int), nobody, apart)
    own = [points if trace["uid"] == "points" else trace for trace in figure["data"]]
    return figure | {"data": own}


def _decision(shown: Run, show: tuple[str, ...] = PLAIN) -> Figure:
    """The picture of a run as the Playground draws it, without words and with a coarser surface."""
    view = fit_view(shown.data)
    figure = decision_figure(scene(shown, view), view, show=show)
    traces = [trace for trace in figure["data"] if trace["uid"] != "labels"]
    return {"data": [_coarser(trace) for trace in traces], "layout": _axes(view)}


def _coarser(trace: dict[str, Any]) -> dict[str, Any]:
    """A heat map with every other node: an image is small."""
    if trace["type"] != "heatmap":
        return trace
    z = trace["z"][::2, ::2]
    return trace | {"z": z, "dx": 2.0 * trace["dx"], "dy": 2.0 * trace["dy"]}


def _below(figure: Figure, trace: dict[str, Any]) -> list[dict[str, Any]]:
    """The traces with one more, above the regions and below all others."""
    regions = [one for one in figure["data"] if one["uid"] == "regions"]
    return [*regions, trace, *(one for one in figure["data"] if one["uid"] != "regions")]


def fit_view_of(X: Array) -> Extent:
    """A box around points, with the shape of the image."""
    low, high = X.min(axis=0), X.max(axis=0)
    middle, size = 0.5 * (low + high), 1.1 * (high - low)
    half = 0.5 * max(size[0], size[1] * SIZE[0] / SIZE[1])
    tall = half * SIZE[1] / SIZE[0]
    x, y = (float(value) for value in middle)
    return (x - half, x + half, y - tall, y + tall)


def _axes(view: Extent) -> Figure:
    """The layout of an image: the ranges, in the shape of the image."""
    return {"xaxis": {"range": list(view[:2])}, "yaxis": {"range": list(view[2:])}}


FIGURES: dict[str, Callable[[], Figure]] = {
    "svm": widest,
    "support": support_alone,
    "small-C": lambda: soft(two_classes.SMALL_C),
    "large-C": lambda: soft(two_classes.LARGE_C),
    "hard": inseparable,
    **{name: partial(fit, name) for name in two_classes.GAMMAS},
    "primal": primal,
    "dual": dual,
    "training": course,
    "proof": proof,
    "classes": several,
    "regression": tube,
    "nu": novelty,
    "data": table,
    "evaluation": tested,
}


@lru_cache(maxsize=32)
def image(name: str) -> str:
    """The address of a picture, a key of `FIGURES`: the image itself."""
    return data_uri(svg(FIGURES[name]()))
