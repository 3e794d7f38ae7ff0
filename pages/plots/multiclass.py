"""The picture of a multiclass model: regions, ambiguous zones, points; the scores at a place."""

from typing import Any

import numpy as np

from pages.datasets.limits import Extent
from pages.plots.decision import board_layout, crosses, level, polyline, weight_sizes
from pages.plots.layout_sizes import NO_MARGIN, PLAIN_MARK
from pages.plots.theme import Figure
from pages.plots.traces import axis, bars, chart_layout, class_points, empty_figure, marks, rule
from pages.state.multiclass.multiclass_scene import ComponentLines, MulticlassScene, RegionMap
from pages.state.multiclass.multiclass_verdict import PlaceReport
from svmcore.arrays import Array

SHOWN = ("regions", "zones", "support")
HATCHES = {"tie": "x", "nobody": "/", "several": "\\"}
EDGE = "edge"  # how the uids of the regions' edges begin
_LETTERS = "abcdefghij"  # plotly.js makes class names of uids: letters only


def multiclass_figure(
    scene: MulticlassScene,
    view: Extent,
    *,
    show: tuple[str, ...] = SHOWN,
    component: ComponentLines | None = None,
    place: tuple[float, float] | None = None,
    revision: str = "",
) -> Figure:
    """A Plotly figure of several classes, in theme colours; see `decision_figure`.

    A region is drawn twice: pale, and less pale where its class wins by a whole margin.
    """
    # thinner beside the lines of one machine, so that these stand out
    traces = ground(scene, show, 3.0 if component is None else 1.5)
    if component is not None:
        traces += [level(line, k) for k, line in enumerate(component.lines)]
    points = _points(scene, "support" in show)
    traces += [crosses(points, scene.run.wrong), points]
    if place is not None:
        hair = {"symbol": "circle-cross-open", "size": 17, "color": "$ink", "line": {"width": 2}}
        traces.append(marks("asked", [place[0]], [place[1]], hair))
    layout = board_layout(scene.extent, view, revision, framed=not scene.regions)
    return {"data": traces, "layout": layout}


def ground(scene: RegionMap, show: tuple[str, ...], width: float) -> list[dict[str, Any]]:
    """The regions, the zones and the edges, which are `width` pixels wide, as traces."""
    traces: list[dict[str, Any]] = []
    if "regions" in show:
        for c, region, deep in zip(scene.classes, scene.regions, scene.deep, strict=True):
            traces.append(_area(region, f"pale{_LETTERS[c]}", {"fillcolor": f"$tint{c}"}))
            traces.append(_area(deep, f"deep{_LETTERS[c]}", {"fillcolor": f"$region{c}"}))
    if "zones" in show:
        traces += [_area(zone.area, zone.kind, _hatch(zone.kind)) for zone in scene.zones]
    style = {"color": "$ink", "width": width}
    traces += [
        polyline(edge, f"{EDGE}{_LETTERS[c]}", style)
        for c, edge in zip(scene.classes, scene.edges, strict=True)
    ]
    return traces


def hatches_of(figure: Figure) -> dict[str, str]:
    """The kinds of zones that a figure shows, with their hatches."""
    kinds = [trace["uid"] for trace in figure["data"] if len(trace.get("x", ()))]
    return {kind: HATCHES[kind] for kind in kinds if kind in HATCHES}


def _area(polygons: Array, uid: str, fill: dict[str, Any]) -> dict[str, Any]:
    return polyline(polygons, uid, {"width": 0}) | {"fill": "toself"} | fill


def _hatch(kind: str) -> dict[str, Any]:
    return {
        "line": {"color": "$muted", "width": 1},
        "fillcolor": "rgba(0,0,0,0)",
        "fillpattern": {
            "shape": HATCHES[kind],
            "fgcolor": "$muted",
            "bgcolor": "rgba(0,0,0,0)",
            "size": PLAIN_MARK,
            "solidity": 0.16,
        },
    }


def _points(scene: MulticlassScene, show_support: bool) -> dict[str, Any]:
    """The points: class by colour and shape, a ring around support vectors."""
    run = scene.run
    support = run.support & show_support
    heavy = np.array(weight_sizes(run.data.own_weight))
    return class_points(run.data.X, _hover_texts(scene), run.labels, support, heavy=heavy)


def _hover_texts(scene: MulticlassScene) -> list[str]:
    run = scene.run
    if run.many is None:
        return [f"class {c}" for c in run.labels]
    rows = zip(run.labels, run.predicted, run.support, run.data.own_weight, strict=True)
    return [
        f"class {own}"
        + ("" if own == given else f", predicted {given}")
        + ("<br>support vector" if support else "")
        + ("" if weight == 1.0 else f"<br>weight {weight:g}")
        for own, given, support, weight in rows
    ]


def small_figure(scene: MulticlassScene, view: Extent) -> Figure:
    """The same without axes, rings and words: one of several side by side."""
    whole = multiclass_figure(scene, view, show=("regions", "zones"))
    for trace in whole["data"]:
        if trace["uid"] == "points":
            trace["marker"] |= {"size": 5.0, "line": {"color": "$page", "width": 0.5}}
            trace |= {"hoverinfo": "skip", "customdata": None, "hovertemplate": None}
        if trace["uid"] == "wrong":
            trace["marker"] |= {"size": PLAIN_MARK, "line": {"color": "$wrong", "width": 1.5}}
        if trace["uid"].startswith("edge"):
            trace["line"] = {"color": "$ink", "width": 1.5}
    bare: dict[str, Any] = {"visible": False, "fixedrange": True}
    layout = whole["layout"]
    for name in ("xaxis", "yaxis"):
        layout[name] |= bare
    layout |= {"margin": dict(NO_MARGIN), "hovermode": False, "dragmode": False}
    return whole


def scores_figure(report: PlaceReport | None) -> Figure:
    """The score of each class at one place, as bars in the colours of the classes."""
    if report is None:
        return empty_figure("Scores here", "inspect a place in the picture")
    classes, votes = report.classes, report.votes is not None
    values = np.asarray(report.scores if report.votes is None else report.votes, dtype=float)
    layout = chart_layout("Votes here" if votes else "Scores here", "class", "closest")
    layout["bargap"] = 0.35
    layout["xaxis"] |= {
        "tickvals": list(range(len(classes))),
        "ticktext": [str(c) for c in classes],
        "nticks": len(classes),
    }
    low, high = min(0.0, float(values.min())), max(0.0, float(values.max()))
    room = 0.12 * max(high - low, 1e-12)
    layout["yaxis"] |= axis() | {"range": [low - room * (low < 0.0), high + room]}
    if votes:
        layout["yaxis"] |= {"dtick": 1, "nticks": None}
    layout["shapes"] = [
        rule("y", level, "$muted", 1.5, "4px,3px" if level else "solid") for level in report.levels
    ]
    width = [2.5 if c == report.predicted else 0 for c in classes]
    scores = bars(
        "scores",
        list(range(len(classes))),
        values,
        {"color": [f"$class{c}" for c in classes], "line": {"color": "$ink", "width": width}},
        hovertemplate="class %{customdata}: %{y:.4g}<extra></extra>",
        customdata=list(classes),
    )
    return {"data": [scores], "layout": layout}
