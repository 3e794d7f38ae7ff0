"""Models with nu: the picture of one, and what nu bounds as a chart."""

from typing import Any

import numpy as np

from pages.datasets.limits import Extent
from pages.nu.model import NuRun, NuSweep, nu_scene, outline_pair
from pages.plots.decision import DOTTED, crosses, decision_figure, polyline, ringed_points
from pages.plots.theme import Figure
from pages.plots.traces import chart_layout, curve, empty_figure, legend, rule
from pages.state.screen.layers import DECISION_LAYERS

TITLE = "What ν bounds"  # of the chart
OUTSIDE = {"nu_svc": "margin errors", "one_class": "outside", "sphere": "outside"}
# one class has no classes, so its regions have no colours of classes: inside is grey, soon, as
# f / rho hardly reaches 0.1 there
INSIDE = [[0.0, "$page"], [0.5, "$page"], [0.52, "$line"], [1.0, "$line"]]


def nu_figure(
    run: NuRun,
    view: Extent,
    *,
    seen: Extent | None = None,
    show: tuple[str, ...] = DECISION_LAYERS,
    revision: str = "",
) -> Figure:
    """The model and its points, in the style of `decision_figure`, with the same uids.

    `view` is the range of the axes on opening, `seen` what is seen now, if that is another box.
    Crosses mark the points that nu bounds from above: margin errors, red on the wrong side, or
    points outside, all red. One class has the outline f = 0 alone, grey inside, and points without
    the colours of classes; beside the sphere the outline of the one-class SVM is dotted.
    """
    one = run.choice.one
    parts = tuple(name for name in show if name == "regions") if one else show
    figure = decision_figure(nu_scene(run, seen or view), view, show=parts, revision=revision)
    right = (run.data.y * run.scores >= 0.0) & (not one)
    points, colors = _points(run, "support" in show), np.where(right, "$ink", "$wrong")
    own: dict[str, dict[str, Any]] = {
        "points": points,
        "wrong": crosses(points, run.outside, colors[run.outside])
        | {"name": OUTSIDE[run.choice.mode]},
        "regions": {"colorscale": INSIDE} if one else {},
    }
    traces = [trace | own.get(trace["uid"], {}) for trace in figure["data"]]
    pair = outline_pair(run)
    if pair is not None and not pair.same and pair.one_class.model is not None:
        outline = nu_scene(pair.one_class, seen or view).lines[1]
        at = next(k for k, trace in enumerate(traces) if trace["uid"] == "boundary")
        traces.insert(at, polyline(outline, "oneclass", DOTTED))
    return {**figure, "data": traces}


def _points(run: NuRun, show_support: bool) -> dict[str, Any]:
    """The points with rings by the flags; of one class without the classes."""
    one = run.choice.one
    labels = np.where(one, 0, run.data.y > 0.0).astype(int)
    held = run.support & show_support
    points = ringed_points(run.data.X, _hover_texts(run), labels, held, run.bound, run.a)
    if one:
        points["marker"]["color"] = ["$muted"] * len(labels)
    return points


def _hover_texts(run: NuRun) -> list[str]:
    """One line of text a point, for the pointer that rests on it."""
    one = run.choice.one
    names = [f"class {'+1' if y > 0.0 else '−1'}" for y in run.data.y]
    if run.model is None:
        return ["point"] * len(names) if one else names
    place = (
        ("inside", "on the outline", "outside") if one else ("", "on its margin", "margin error")
    )
    where = np.where(run.outside, place[2], np.where(run.support, place[1], place[0]))
    value = run.scores if one else run.data.y * run.scores
    name = "f(x)" if one else "y f(x)"
    rows = zip(names, where, run.alpha, value, strict=True)
    return [
        "<br>".join(
            part for part in ("" if one else label, at, f"α = {a:.4g}", f"{name} = {v:.4g}") if part
        )
        for label, at, a, v in rows
    ]


def nu_sweep_figure(sweep: NuSweep, nu: float | None = None) -> Figure:
    """Both shares over nu, which runs between them; a vertical line marks the `nu` of a model."""
    name = OUTSIDE[sweep.mode]
    if not np.isfinite(sweep.support).any():
        return empty_figure(TITLE, "no model for any ν")
    percent = 100.0 * sweep.nu
    curves = [
        curve(percent, 100.0 * sweep.support, "support", "$ink", "solid")
        | {"name": "support vectors"},
        curve(percent, percent, "nu", "$muted", "dot") | {"name": "ν"},
        curve(percent, 100.0 * sweep.outside, "outside", "$wrong", "dash") | {"name": name},
    ]
    for line in curves:
        line["hovertemplate"] = f"{line['name']} %{{y:.3g}} %<extra></extra>"
    # the names may need three lines above the chart, the last number room beside it
    layout = chart_layout(TITLE, "ν", t=84, r=22)
    layout["xaxis"] |= {"range": [0.0, float(percent[-1])], "ticksuffix": " %", "nticks": 6}
    layout["yaxis"] |= {"range": [0.0, 104.0], "ticksuffix": " %"}
    if nu is not None:
        layout["shapes"] = [rule("x", 100.0 * nu, "$muted", 1.5, "4px,3px")]
    return {"data": curves, "layout": layout | legend()}
