"""The picture of a regression: f, its tube, the points, what sticks out of the tube."""

from functools import partial
from typing import Any

import numpy as np

from pages.datasets.limits import Extent
from pages.plots.decision import board_layout, polyline, ringed, weight_sizes
from pages.plots.label_placement import DOT, Label, Obstacle, Sheet, word_trace
from pages.plots.layout_sizes import PICTURE, PLAIN_MARK, SUPPORT_GROWTH, SUPPORT_MARK
from pages.plots.theme import Figure
from pages.plots.traces import point_trace
from pages.regression.model.drawing import TubeDrawing
from pages.regression.text import LITTLE
from pages.state.text.board_words import CLICK_HERE
from svmcore.arrays import Array, Bools

SHOWN = ("tube", "support", "slack")  # what a visitor can switch
PLACES = 60  # for a name along the picture
NEAR, CLEAR = 3.0, 2.0  # pixels between a name and its line, at least between it and others
NARROW = 2.4  # times: as much wider is a word beside the picture of a phone
# float64: a narrow view far from 0 has pixels that float32 cannot tell apart
_line = partial(polyline, dtype=np.float64)


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
            traces.append(_line(np.column_stack(drawn.ghost), "ghost", style))
        traces.append(
            _line(np.column_stack([drawn.x, drawn.f]), "f", {"color": "$ink", "width": 3})
        )
        if "slack" in show:
            traces.append(_slacks(drawn))
    traces.append(_points(drawn, "support" in show))
    traces.append(word_trace(_words(drawn, view, show)))
    layout = board_layout(drawn.extent, view, revision, framed=True)
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
    upper, lower = (
        np.column_stack([drawn.x, drawn.f + shift])
        for shift in (drawn.fitted.epsilon, -drawn.fitted.epsilon)
    )
    area = _line(np.vstack([upper, lower[::-1]]), "tube", {"color": "$line", "width": 0})
    area |= {"fill": "toself", "fillcolor": "$line", "opacity": 0.55}
    style = {"color": "$ink", "width": 1.5, "dash": "7px,5px"}
    return [area, _line(upper, "upper", style), _line(lower, "lower", style)]


def _slacks(drawn: TubeDrawing) -> dict[str, Any]:
    """A segment straight from the tube to each point outside that f was trained on."""
    x, edge, z = drawn.sticks
    ends = np.array([[x, edge], [x, z], np.full((2, len(x)), np.nan)])  # (3, 2, k)
    points = ends.transpose(2, 0, 1).reshape(-1, 2)
    return _line(points, "slack", {"color": "$wrong", "width": 2})


def _points(drawn: TubeDrawing, show_support: bool) -> dict[str, Any]:
    """Free: heavy ring; bound: thin ring and a dot; size by alpha and weight; tests hollow."""
    fitted = drawn.fitted
    share = np.abs(fitted.coef)
    share = share / max(float(share.max(initial=0.0)), 1e-300)
    held = fitted.support & show_support & drawn.exact
    free = held & fitted.free
    heavy = np.array(weight_sizes(fitted.weight))
    size = np.where(held, SUPPORT_MARK + SUPPORT_GROWTH * np.sqrt(share), PLAIN_MARK) * heavy
    width = np.where(free, 3.0, np.where(held, 1.5, np.where(fitted.test, 2.0, 1.0)))
    dot = held & ~free
    return point_trace(
        np.column_stack([fitted.x, fitted.z]),
        _hover_texts(drawn),
        np.where(fitted.test, "circle-open", np.where(dot, "circle-dot", "circle")).tolist(),
        ["$muted"] * len(fitted),
        size=size.round(1).tolist(),
        line={
            "color": np.where(held, "$ink", np.where(fitted.test, "$muted", "$page")).tolist(),
            "width": width.tolist(),
        },
    )


def _hover_texts(drawn: TubeDrawing) -> list[str]:
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
    notes = ["<br>test point" if apart else "" for apart in fitted.test]
    if not drawn.exact:
        return notes
    for i in np.flatnonzero(fitted.support).tolist():
        kind = "free" if fitted.free[i] else "bound"
        both = (("α", fitted.alpha[i]), ("α*", fitted.alpha_star[i]))
        least = LITTLE * max(value for _, value in both)  # without a tube both may be above 0
        values = ", ".join(f"{name} = {value:.4g}" for name, value in both if value > least)
        notes[i] = f"<br>{kind} support vector, {values}"
    return notes


def _words(drawn: TubeDrawing, view: Extent, show: tuple[str, ...]) -> list[Label]:
    """The names of f and of the tube's edges; a line without a free place beside it has none.

    f has its name inside the tube if it has room there, else outside with the others.
    """
    x0, x1, y0, y1 = view
    if not len(drawn.fitted):
        return [Label(CLICK_HERE, np.array([0.5 * (x0 + x1), 0.5 * (y0 + y1)]))]
    if not len(drawn.x):
        return []
    pixel, epsilon = np.array([x1 - x0, y1 - y0]) / PICTURE, drawn.fitted.epsilon
    f = np.column_stack([drawn.x, drawn.f])
    lines = [f] if drawn.ghost is None else [f, np.column_stack(drawn.ghost)]
    wanted: list[tuple[str, float, tuple[int, ...]]] = [("f", 0.0, (1, -1))]
    if "tube" in show:
        lines += [f + np.array([0.0, shift]) for shift in (epsilon, -epsilon)]
        wanted += [("f + ε", epsilon, (1,)), ("f − ε", -epsilon, (-1,))] if epsilon else []
    sticks = drawn.sticks if "slack" in show else np.empty((3, 0))
    ends = np.sort(sticks[1:], axis=0)

    def crossed(middle: Array, half: Array) -> Bools:
        (x, z), width, height = middle.T, half[0], half[1] + CLEAR * pixel[1]
        spans = [_span(line, x, width) for line in lines]
        over = [(low < z + height) & (high > z - height) for low, high in spans]
        near = np.abs(sticks[0] - x[:, None]) < width + 3.0 * pixel[0]
        near &= (ends[0] < (z + height)[:, None]) & (ends[1] > (z - height)[:, None])
        return np.asarray(np.any([*over, near.any(axis=1)], axis=0))

    obstacles = [Obstacle(np.column_stack([drawn.fitted.x, drawn.fitted.z]), DOT)]
    sheet, words = Sheet(view, pixel, crossed), list[Label]()
    for text, shift, sides in wanted:
        width, up = sheet.half(text)[0], np.repeat(sides, PLACES)
        places = np.linspace(x1 - NARROW * width, x0 + NARROW * width, PLACES)
        x = np.tile(places, len(sides))
        low, high = _span(f, x, width)
        z = np.where(up > 0, high, low) + shift + up * NEAR * pixel[1]
        cost = np.arange(len(x), dtype=np.float64)  # the first free one
        at, side = np.column_stack([x, z]), np.column_stack([0 * up, up])
        _, word, free = sheet.place(text, at, side, cost, obstacles, most=0.0)
        words += [word] if free else []
    return words


def _span(line: Array, x: Array, half: float) -> tuple[Array, Array]:
    """The least and the largest height of a polyline from x - half to x + half, with its spikes."""
    ends = np.interp([x - half, x + half], *line.T)
    within = np.abs(line[:, 0] - x[:, None]) < half
    low = np.where(within, line[:, 1], np.inf).min(axis=1)
    high = np.where(within, line[:, 1], -np.inf).max(axis=1)
    return np.minimum(low, ends.min(axis=0)), np.maximum(high, ends.max(axis=0))
