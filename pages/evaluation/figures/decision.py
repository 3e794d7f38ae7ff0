"""A trial as a picture: the model cut at a threshold, what it learnt from and what judges it."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

import numpy as np

from pages.datasets.limits import Extent
from pages.evaluation.model import Areas, Cut
from pages.model_selection.holdout import Predictions, Trial
from pages.plots.decision import board_layout, crosses, level, polyline, regions
from pages.plots.hidden import BAYES_UID
from pages.plots.layout_sizes import NOTE_TYPE, PLAIN_MARK, TICK_TYPE
from pages.plots.multiclass import EDGE
from pages.plots.theme import SYMBOLS, Figure
from pages.plots.traces import class_points, marks, on_paper
from pages.tables.plane import DataPlane
from svmcore.arrays import Array, Bools, Indices

SHOWN = ("regions", "margins", "support")
NAME_EDGE = 0.06  # of the view: so far from its edge a name stands
BAYES = {"color": "$ink", "width": 3, "dash": "14px,7px"}  # longer than the dashes of a margin
MANY = 600  # points, from which on marks are smaller
WIDE = 63  # letters of a line of words
LETTERS = "abcdefghij"  # plotly.js makes class names of uids: letters only


def trial_figure(
    trial: Trial,
    called: Predictions,
    drawn: Cut | Areas,
    ground: DataPlane,
    view: Extent,
    extent: Extent,
    *,
    numbers: Sequence[int],
    names: Sequence[str],
    show: Sequence[str] = SHOWN,
    wrong: Bools | None = None,
    bayes: Array | None = None,
    words: str = "",
    revision: str = "",
    rows: Indices | None = None,
) -> Figure:
    """The regions and the boundary at `called.t`, points learnt from full, test points hollow.

    numbers, names : of the classes, for their colours and for the pointer. wrong : (n,), the
    points with a cross, by models that had not learnt from them, instead of those that the
    drawn one calls wrong. bayes : the Bayes boundary, (m, 2), dashed. words : a sentence
    that stands on the picture. rows : of the points that are drawn, None for all.
    """
    traces: list[dict[str, Any]] = []
    if isinstance(drawn, Cut):
        traces += _two(drawn, extent, numbers, show)
    else:
        traces += _several(drawn, numbers, show)
    rows = np.arange(len(trial.y)) if rows is None else rows
    places = ground.coordinates(trial.X[rows])
    if bayes is not None:
        line = drawn.boundary if isinstance(drawn, Cut) else np.empty((0, 2))
        traces += _bayes(bayes, np.vstack([places, line[np.isfinite(line[:, 0])]]), view)
    crossed = called.wrong if wrong is None else wrong
    points = _points(trial, called, places, rows, numbers, names, "support" in show, wrong)
    traces += [crosses(points, crossed[rows]), points]
    layout = board_layout(extent, view, revision, framed=False)
    if words:
        layout["annotations"] = [_sentence(words)]
    return {"data": traces, "layout": layout}


def points_figure(
    X: Array, y: Sequence[int], numbers: Sequence[int], view: Extent, revision: str = ""
) -> Figure:
    """The points alone, where there is no model. X : (n, 2)."""
    look = {
        "symbol": [SYMBOLS[numbers[c]] for c in y],
        "color": [f"$class{numbers[c]}" for c in y],
        "size": PLAIN_MARK,
        "opacity": 1.0,
        "line": {"color": "$page", "width": 1},
    }
    points = marks("points", X[:, 0], X[:, 1], look, hoverinfo="none")
    return {"data": [points], "layout": board_layout(view, view, revision, framed=True)}


def _two(
    cut: Cut, extent: Extent, numbers: Sequence[int], show: Sequence[str]
) -> list[dict[str, Any]]:
    traces: list[dict[str, Any]] = []
    if "regions" in show:
        shades = regions(cut.depth, extent)
        below, above = (f"$region{c}" for c in numbers)
        shades["colorscale"] = [[0.0, below], [0.5, "$page"], [1.0, above]]
        traces.append(shades)
    if "margins" in show:
        traces += [level(cut.margins[0], 0), level(cut.margins[1], 2)]
    return [*traces, level(cut.boundary, 1)]


def _bayes(line: Array, places: Array, view: Extent) -> list[dict[str, Any]]:
    """The Bayes boundary, and its name where it is farthest from all `places`, inside the view."""
    traces = [polyline(line, BAYES_UID, BAYES)]
    low, high = np.array([view[0], view[2]]), np.array([view[1], view[3]])
    share = (line - low) / (high - low)  # NaN, a pause of the line, is not inside
    inside = line[((share > NAME_EDGE) & (share < 1.0 - NAME_EDGE)).all(1)]
    if len(inside) and len(places):
        far = np.linalg.norm(inside[:, None] - places, axis=2).min(1).argmax()
        x, y = inside[far].tolist()
        side = "left" if x > 0.5 * (view[0] + view[1]) else "right"
        name = marks(f"{BAYES_UID}name", [x], [y], {}, mode="text", text=["  Bayes boundary  "])
        name |= {"textposition": f"middle {side}", "textfont": {"size": NOTE_TYPE, "color": "$ink"}}
        traces.append(name)
    return traces


def _several(drawn: Areas, numbers: Sequence[int], show: Sequence[str]) -> list[dict[str, Any]]:
    traces: list[dict[str, Any]] = []
    if "regions" in show:
        traces += [
            polyline(region, f"pale{LETTERS[c]}", {"width": 0})
            | {"fill": "toself", "fillcolor": f"$tint{c}"}
            for c, region in zip(numbers, drawn.regions, strict=True)
        ]
    style = {"color": "$ink", "width": 3}
    traces += [
        polyline(edge, f"{EDGE}{LETTERS[c]}", style)
        for c, edge in zip(numbers, drawn.edges, strict=True)
    ]
    return traces


def _points(
    trial: Trial,
    called: Predictions,
    places: Array,
    rows: Indices,
    numbers: Sequence[int],
    names: Sequence[str],
    rings: bool,
    wrong: Bools | None,
) -> dict[str, Any]:
    test, held = np.isin(rows, trial.split.test), np.isin(rows, trial.support) & rings
    classes = np.asarray(numbers)[trial.y[rows]]
    words = _hover_texts(trial, called, rows, names, wrong)
    small = 0.75 if len(rows) > MANY else 1.0
    return class_points(places, words, classes, held, test, heavy=small, hollow=2.5)


def _hover_texts(
    trial: Trial, called: Predictions, rows: Indices, names: Sequence[str], wrong: Bools | None
) -> list[str]:
    held, test = set(trial.support.tolist()), set(trial.split.test.tolist())
    entries = []
    for i in rows.tolist():
        role = "test point" if i in test else "training point"
        role += ", support vector" if i in held else ""
        line = f"class {names[trial.y[i]]}, predicted {names[called.predicted[i]]}<br>{role}"
        if trial.k == 2:
            line += f"<br>f(x) = {trial.scores[i]:.4g}"
        if called.p is not None:
            line += f"<br>P(class {names[1]}) = {called.p[i]:.3f}"
        if wrong is not None and wrong[i]:
            line += "<br>misclassified by the model trained without it"
        entries.append(line)
    return entries


def _sentence(words: str) -> dict[str, Any]:
    """Plain words in a corner of the picture, on the page's colour."""
    lines = wrap(words, WIDE, break_long_words=False, break_on_hyphens=False)
    look = {"bgcolor": "$page", "opacity": 0.9, "font": {"size": TICK_TYPE, "color": "$ink"}}
    return on_paper("<br>".join(lines), 0.01, 0.01, "left") | {"align": "left"} | look
