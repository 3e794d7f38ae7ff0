"""The hero of a regression: f, its tube, the points, what sticks out of the tube."""

from __future__ import annotations

from typing import Any

import numpy as np

from pages.plots.decision import hero_layout, weight_sizes
from pages.plots.inspected import ringed
from pages.plots.parts import point_trace
from pages.plots.theme import Figure
from pages.regression.figures.labels import lettering
from pages.regression.model.drawing import TubeDrawing
from pages.regression.text.inspect import LITTLE
from svmcore.arrays import Array
from svmcore.grid import Extent

SHOWN = ("tube", "support", "slack")  # what a visitor can switch
PLAIN, HELD, GROWN = 9.0, 10.0, 4.0  # pixels of a mark, of a support vector's, and by alpha more
_SIDES = {1: "top center", 0: "middle center", -1: "bottom center"}


def tube_figure(
    drawn: TubeDrawing,
    view: Extent,
    *,
    show: tuple[str, ...] = SHOWN,
    revision: str = "",
    asked: int | None = None,
    place: float | None = None,
) -> Figure:
    """A Plotly figure of a regression; the points are the trace of uid "points".

    Their scales are not equal: x and z are different things. `view` is the range of the axes on
    opening, `asked` the number of a point that gets a ring around it; without one, the drawn curve
    gets it at the x of `place`.
    """
    traces: list[dict[str, Any]] = []
    if len(drawn.x):
        if "tube" in show:
            traces += _tube(drawn)
        if drawn.ghost is not None:
            style = {"color": "$muted", "width": 3, "dash": "2px,5px"}
            traces.append(_line("ghost", *drawn.ghost, style))
        traces.append(_line("f", drawn.x, drawn.f, {"color": "$ink", "width": 3}))
        if "slack" in show:
            traces.append(_slacks(drawn))
    traces.append(_points(drawn, "support" in show))
    traces.append(_labels(drawn, view, show))
    layout = hero_layout(drawn.extent, view, revision, framed=True)
    for name in ("scaleanchor", "scaleratio"):
        del layout["yaxis"][name]
    figure: Figure = {"data": traces, "layout": layout}
    if asked is None:
        if place is None or not len(drawn.x) or not drawn.x[0] <= place <= drawn.x[-1]:
            return figure
        return ringed(figure, (place, float(np.interp(place, drawn.x, drawn.f))))
    return ringed(figure, (float(drawn.fitted.x[asked]), float(drawn.fitted.z[asked])))


def _tube(drawn: TubeDrawing) -> list[dict[str, Any]]:
    """The area f - epsilon to f + epsilon, and its edges."""
    x, f, epsilon = drawn.x, drawn.f, drawn.fitted.epsilon
    area = _line(
        "tube",
        np.concatenate([x, x[::-1]]),
        np.concatenate([f + epsilon, f[::-1] - epsilon]),
        {"color": "$line", "width": 0},
    ) | {"fill": "toself", "fillcolor": "$line", "opacity": 0.55}
    style = {"color": "$ink", "width": 1.5, "dash": "7px,5px"}
    return [area, _line("upper", x, f + epsilon, style), _line("lower", x, f - epsilon, style)]


def _line(uid: str, x: Array, z: Array, style: dict[str, Any]) -> dict[str, Any]:
    # float64: a narrow view far from 0 has pixels that float32 cannot tell apart
    return {
        "type": "scatter",
        "uid": uid,
        "mode": "lines",
        "x": x,
        "y": z,
        "line": style,
        "hoverinfo": "skip",
        "connectgaps": False,
    }


def _slacks(drawn: TubeDrawing) -> dict[str, Any]:
    """A segment straight from the tube to each point outside that f was trained on."""
    x, edge, z = drawn.sticks
    gap = np.full(len(x), np.nan)
    xs, zs = np.stack([x, x, gap], axis=1).ravel(), np.stack([edge, z, gap], axis=1).ravel()
    return _line("slack", xs, zs, {"color": "$wrong", "width": 2})


def _points(drawn: TubeDrawing, show_support: bool) -> dict[str, Any]:
    """Free: heavy ring; bound: thin ring and a dot; size by alpha and weight; tests hollow."""
    fitted = drawn.fitted
    share = np.abs(fitted.coef)
    share = share / max(float(share.max(initial=0.0)), 1e-300)
    held = fitted.support & show_support & drawn.exact
    free = held & fitted.free
    heavy = np.array(weight_sizes(fitted.weight))
    size = np.where(held, HELD + GROWN * np.sqrt(share), PLAIN) * heavy
    width = np.where(free, 3.0, np.where(held, 1.5, np.where(fitted.test, 2.0, 1.0)))
    dot = held & ~free
    return point_trace(
        np.column_stack([fitted.x, fitted.z]),
        _story(drawn),
        np.where(fitted.test, "circle-open", np.where(dot, "circle-dot", "circle")).tolist(),
        ["$muted"] * len(fitted),
        size=size.round(1).tolist(),
        line={
            "color": np.where(held, "$ink", np.where(fitted.test, "$muted", "$page")).tolist(),
            "width": width.tolist(),
        },
    )


def _story(drawn: TubeDrawing) -> list[str]:
    """A few lines of text a point, for the pointer that rests on it."""
    fitted = drawn.fitted
    slacks = np.where(drawn.outside, drawn.slacks, 0.0)
    residuals = np.where(np.abs(drawn.residuals) > fitted.rounding, drawn.residuals, 0.0)
    columns = (fitted.x, fitted.z, drawn.scores, residuals, slacks)
    texts = [
        f"x = {x:.4g}, z = {z:.4g}{role}"
        if fitted.model is None
        else f"x = {x:.4g}, z = {z:.4g}{role}<br>f(x) = {f:.4g}, z − f = {r:.4g}<br>slack = {s:.4g}"
        for x, z, f, r, s, role in zip(*(c.tolist() for c in columns), _roles(drawn), strict=True)
    ]
    if fitted.weighed:
        rows = zip(texts, fitted.weight.tolist(), fitted.C.tolist(), strict=True)
        texts = [f"{text}<br>weight {w:.4g}: α up to {C:.4g}" for text, w, C in rows]
    return [text.replace("-", "−") for text in texts]


def _roles(drawn: TubeDrawing) -> list[str]:
    fitted = drawn.fitted
    said = ["<br>kept apart for the test" if apart else "" for apart in fitted.test]
    if not drawn.exact:
        return said
    for i in np.flatnonzero(fitted.support).tolist():
        kind = "free" if fitted.free[i] else "bound"
        both = (("α", fitted.alpha[i]), ("α*", fitted.alpha_star[i]))
        least = LITTLE * max(value for _, value in both)  # without a tube both may be above 0
        values = ", ".join(f"{name} = {value:.4g}" for name, value in both if value > least)
        said[i] = f"<br>{kind} support vector, {values}"
    return said


def _labels(drawn: TubeDrawing, view: Extent, show: tuple[str, ...]) -> dict[str, Any]:
    words = lettering(drawn, view, show)
    return {
        "type": "scatter",
        "uid": "labels",
        "mode": "text",
        "x": [word.x for word in words],
        "y": [word.z for word in words],
        "text": [word.text for word in words],
        "textposition": [_SIDES[word.side] for word in words],
        "textfont": {"size": 14, "color": "$ink"},
        "hoverinfo": "skip",
    }
