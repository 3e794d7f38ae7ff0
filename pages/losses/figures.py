"""The picture of a loss's model beside another, the losses as curves, and the penalties as sets."""

from typing import Any

import numpy as np

from pages.datasets.limits import Extent
from pages.losses.model import ASPECT, KINDS, LossRun, Penalties, window
from pages.losses.text import NORMS, PENALTIES
from pages.plots.decision import crosses, decision_figure, polyline, ringed, ringed_points
from pages.plots.frames import small
from pages.plots.label_placement import Label, stations, word_trace
from pages.plots.layout_sizes import PLAIN_MARK
from pages.plots.theme import SYMBOLS, Figure
from pages.plots.traces import chart_layout, curve, empty_figure, legend, marks, rule
from pages.state.model.scene import scene
from pages.state.screen.layers import DECISION_LAYERS
from pages.state.text.number_format import number
from svmcore.arrays import Array

TITLE = "Losses over the margin t = y f(x)"
SVM_LINE = {"color": "$muted", "width": 3, "dash": "14px,7px"}
APART, INNER = 0.09, 0.85  # of its name: how far from the line, in which part of the view
PENALTY_TITLE = "Weights: loss and penalty"
UIDS = {"l1": "sparse", "l2": "ridge"}
CORNERS = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]])
ROUND = np.linspace(0.0, 2.0 * np.pi, 181)
STYLES = {  # of the curves
    "zero_one": ("$ink", "dot"),
    "hinge": ("$ink", "solid"),
    "squared_hinge": ("$grey", "solid"),
    "huber_hinge": ("$ink", "dash"),
    "logistic": ("$grey", "dash"),
    "squared": ("$grey", "dot"),
}
THICK = 4.0  # of the curve of the chosen loss
NODES = 241


def loss_figure(
    run: LossRun,
    view: Extent,
    *,
    seen: Extent | None = None,
    show: tuple[str, ...] = DECISION_LAYERS,
    revision: str = "",
    asked: int | None = None,
    svm: bool = True,
) -> Figure:
    """The model and its points in the style of `decision_figure`, the other's boundary dashed.

    `seen` as there; `asked` is the number of the point that has a ring around it; `svm` says
    whether the dashed boundary is drawn.
    """
    drawn = scene(run.drawn, seen or view)
    figure = decision_figure(drawn, view, show=show, revision=revision, seen=seen)
    points = _points(run, "support" in show)
    own = {"points": points, "wrong": crosses(points, run.drawn.wrong)}
    traces = [trace | own.get(trace["uid"], {}) for trace in figure["data"]]
    if svm and not run.is_svm and run.drawn.model is not None:
        line = scene(run.beside, seen or view).lines[1]
        traces.append(polyline(line, "svm", SVM_LINE))
        traces.sort(key=lambda trace: ("regions", "svm", trace["uid"]).index(trace["uid"]))
        traces.append(
            word_trace(_name(figure, run, (line, drawn.lines[1]), seen or view), "svmname")
        )
    figure = {**figure, "data": traces}
    return figure if asked is None else ringed(figure, run.data.X[asked])


def _name(figure: Figure, run: LossRun, lines: tuple[Array, Array], view: Extent) -> list[Label]:
    """The name beside the dashed line, farthest from the points, both lines and other names."""
    x0, x1, y0, y1 = view
    middle, half = np.array([x0 + x1, y0 + y1]) / 2.0, np.array([x1 - x0, y1 - y0]) / 2.0
    step, aside = 0.05 * float(half.min()), np.array([APART * half[0], 0.0])
    along, other = (stations(line, step) for line in lines)
    places = np.vstack([along - aside, along + aside])
    places = places[(np.abs(places - middle) <= INNER * half).all(axis=1)]
    if not len(places):
        return []
    [names] = (trace for trace in figure["data"] if trace["uid"] == "labels")
    named = np.column_stack([names["x"], names["y"]])
    others = np.vstack([run.data.X, along, other, named, named - aside, named + aside])
    off = np.hypot(*(places[:, None] - others[None]).T).min(axis=0)
    return [Label(PENALTIES["l2"] if run.sparse else "SVM", places[off.argmax()])]


def _points(run: LossRun, show_support: bool) -> dict[str, Any]:
    labels = (run.data.y > 0.0).astype(int)
    alpha = run.alpha
    share = alpha / max(float(alpha.max(initial=0.0)), 1e-300)
    held = run.support & show_support
    return ringed_points(run.data.X, hover_texts(run), labels, held, run.bound, share)


def hover_texts(run: LossRun) -> list[str]:
    """One text a point: its class, its margin, its loss and what that is of the sum."""
    names = [f"class {'+1' if y > 0.0 else '−1'}" for y in run.data.y]
    if run.drawn.model is None:
        return names
    numbers = (values.tolist() for values in (run.drawn.margins, run.losses, run.shares))
    rows = zip(names, *numbers, strict=True)
    return [
        f"{name}<br>y f(x) = {number(t, 4)}<br>loss = {number(loss, 4)}"
        f"<br>{number(100.0 * share)} % of the sum"
        for name, t, loss, share in rows
    ]


def curves_figure(run: LossRun, asked: int | None = None) -> Figure:
    """Every loss as a curve, the chosen one thick, with the points at their margins on it."""
    if run.drawn.model is None:
        return empty_figure(TITLE, "no model, no margins")
    (low, high), top = window(run)
    t = np.unique(np.concatenate([np.linspace(low, high, NODES), [0.0, 1.0]]))
    names = [name for name in KINDS if name != run.choice.loss]
    traces = [_curve(run, name, t) for name in [*names, run.choice.loss]]
    texts, labels = hover_texts(run), (run.data.y > 0.0).astype(int).tolist()
    look = {
        "symbol": [SYMBOLS[label] for label in labels],
        "color": [f"$class{label}" for label in labels],
        "size": PLAIN_MARK,
        "opacity": 1.0,
        "line": {"color": "$page", "width": 1},
    }
    hover = {"customdata": texts, "hovertemplate": "%{customdata}<extra></extra>"}
    places = {"x": run.drawn.margins, "y": run.losses, "showlegend": False}
    traces.append(marks("points", **places, marker=look, **hover))
    if asked is not None:
        ring = {"symbol": "circle-open", "size": 17, "color": "$ink", "line": {"width": 2.5}}
        x, y = float(run.drawn.margins[asked]), float(run.losses[asked])
        traces.append(marks("asked", [x], [y], ring, showlegend=False))
    layout = chart_layout(TITLE, "margin t = y f(x)", "closest", t=84)
    layout["xaxis"] |= {"range": [float(low), float(high)], "nticks": 8}
    layout["yaxis"] |= {"range": [-0.04 * top, top]}
    layout["shapes"] = [rule("x", 0.0, "$line", 1.5), rule("x", 1.0, "$line", 1.5)]
    return {"data": traces, "layout": layout | legend()}


def _curve(run: LossRun, name: str, t: Array) -> dict[str, Any]:
    loss = run.choice.build(name)
    color, dash = STYLES[name]
    line = curve(small(t), small(loss(t)), name.replace("_", ""), color, dash)
    line |= {"name": loss.title, "hoverinfo": "skip", "hovertemplate": None}
    if name == "zero_one":
        line["line"] = line["line"] | {"shape": "vh"}
    if name == run.choice.loss:
        line["line"] = line["line"] | {"color": "$ink", "width": THICK, "dash": "solid"}
    return line


def penalty_figure(weights: Penalties, penalty: str) -> Figure:
    """Level lines of the loss over w, and the sets of both penalties that they touch.

    Those of the chosen penalty are solid, those of the other one are dashed.
    """
    first, second, *others = weights.levels
    w1, w2 = weights.w
    circle = weights.radius * np.column_stack([np.cos(ROUND), np.sin(ROUND)])
    sets = {
        "l1": (first, weights.size * CORNERS, w1),
        "l2": (second, circle, w2),
    }
    hidden_name = {"showlegend": False}
    traces = [
        polyline(line, f"level{'abcd'[k]}", {"color": "$line", "width": 1.5}) | hidden_name
        for k, line in enumerate(others)
    ]
    for name in sorted(sets, key=lambda name: name == penalty):
        level, border, w = sets[name]
        look = {"color": "$ink", "width": 3} if name == penalty else SVM_LINE | {"width": 2}
        traces.append(polyline(level, f"touching{UIDS[name]}", look | {"width": 1.5}) | hidden_name)
        traces.append(polyline(border, f"set{UIDS[name]}", look) | {"name": NORMS[name]})
        dot = {"size": 11, "color": look["color"], "line": {"color": "$page", "width": 1.5}}
        words = f"{PENALTIES[name]}<br>w = ({number(float(w[0]), 4)}, {number(float(w[1]), 4)})"
        hover = {"customdata": [words], "hovertemplate": "%{customdata}<extra></extra>"}
        traces.append(marks(f"w{UIDS[name]}", [w[0]], [w[1]], dot, **hidden_name, **hover))
    layout = chart_layout(PENALTY_TITLE, "w₁", "closest", t=70)
    half = weights.half
    zero = {"zeroline": True, "zerolinecolor": "$muted", "zerolinewidth": 1.5}
    layout["xaxis"] |= {"range": [-ASPECT * half, ASPECT * half], **zero}
    layout["yaxis"] |= {"range": [-half, half], "scaleanchor": "x", "title": {"text": "w₂"}, **zero}
    return {"data": traces, "layout": layout | legend()}
