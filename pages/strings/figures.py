"""The pictures of the page Strings."""

from html import escape
from typing import Any

import numpy as np

from pages.datasets.limits import Extent
from pages.plots.decision import board_layout, crosses, polyline, ringed_points
from pages.plots.label_placement import (
    DOT,
    Label,
    Obstacle,
    Sheet,
    stations,
    word_trace,
)
from pages.plots.layout_sizes import NOTE_TYPE, PICTURE, TICK_TYPE
from pages.plots.matrix import matrix_figure
from pages.plots.theme import SYMBOLS, Figure
from pages.plots.traces import bars, chart_layout, marks, on_paper
from pages.state.model.scene import cover
from pages.state.text.number_format import number
from pages.strings.model import NewWord, WordModel
from pages.strings.text import GRAM_UNIT, PARTS_HELP, TITLE_GRAM, hover_text
from svmcore.arrays import Array

# --- The Gram matrix of the words, and f at a new word by its parts ---

MOST = 8  # parts that are shown


def gram_figure(model: WordModel) -> Figure:
    """K of the words, class -1 first."""
    names = [escape(word) for word in model.words]
    return matrix_figure(model.K, model.y, names, TITLE_GRAM, GRAM_UNIT, what="words")


def parts_figure(model: WordModel, found: NewWord) -> Figure:
    """The largest terms of f(s) - b, in the colour of the class that each speaks for."""
    shown = [term for term in found.parts[:MOST] if term[1] != 0.0]
    names = [escape(u) for u, _ in shown]
    values = np.array([term for _, term in shown])
    rest = sum(term for _, term in found.parts) - float(values.sum())
    title = f"Shared parts in f({escape(found.word)})"
    layout = chart_layout(title, PARTS_HELP, "closest", l=8)
    each = bars(
        "parts",
        np.arange(len(shown)),
        values,
        {"color": [f"$class{int(term > 0.0)}" for term in values]},
        customdata=[
            f"{name}: {number(float(t), 3)}" for name, t in zip(names, values, strict=True)
        ],
        hovertemplate="%{customdata}<extra></extra>",
    )
    ticks = {"tickmode": "array", "tickvals": list(range(len(shown))), "ticktext": names}
    layout["xaxis"] |= ticks | {"range": [-0.6, max(len(shown), 4) - 0.4]}
    layout["xaxis"]["tickfont"] = {"size": NOTE_TYPE, "color": "$ink"}
    layout["yaxis"] |= {"zeroline": True, "zerolinecolor": "$muted"}
    layout["margin"] |= {"l": 40, "b": 44}
    words = f"others {number(rest, 2)}, b = {number(model.b, 2)}"
    layout["annotations"] = [on_paper(words, 1.0, 1.0, "right")]
    return {"data": [each], "layout": layout}


# --- Words in the plane of kernel PCA, with their names where there is room ---

ROOM = 0.18  # around the words, as a share of their range
AWAY = 13.0  # pixels between a point and its name
ON_LINE = 0.1  # what a name costs that lies on a piece of the line; on a point it costs 1
LINE = {"color": "$ink", "width": 3}
SIDES = np.array([[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, 1], [1, -1], [-1, -1]], float)


def words_figure(model: WordModel, new: NewWord | None) -> Figure:
    """The words at their first two coordinates, and where f = 0 cuts that plane.

    Names that find no free place are left to the pointer. A new word is hollow, in the colour of
    its class, and its name always stands.
    """
    places = model.coordinates if new is None else np.vstack([model.coordinates, new.place])
    frame = extent(places)
    whole = cover(frame)
    points = ringed_points(
        model.coordinates,
        [f"{escape(word)}<br>{hover_text(model, i)}" for i, word in enumerate(model.words)],
        (model.y > 0).astype(int),
        model.support,
        model.bound,
        np.abs(model.coef) / model.C,
    )
    traces: list[dict[str, Any]] = [
        polyline(line_within(model.slope, model.level, _beyond(whole)), "boundary", LINE),
        crosses(points, model.wrong),
        points,
    ]
    if new is not None:
        traces.append(_new_mark(new))
    traces.append(word_trace(_names(model, new, frame), size=NOTE_TYPE))
    layout = board_layout(whole, frame, "", framed=True)
    for axis, share, name in zip(
        ("xaxis", "yaxis"), model.shares, ("first", "second"), strict=True
    ):
        words = {"size": TICK_TYPE, "color": "$muted"}
        text = f"{name} kernel PCA component, {100.0 * share:.0f} % of the variance"
        layout[axis]["title"] = {"text": text, "font": words, "standoff": 4}
    layout["margin"] |= {"l": 56, "b": 44}
    return {"data": traces, "layout": layout}


def extent(places: Array) -> Extent:
    """A box around places, (m, 2), with room for their names; of one size at least."""
    low, high = places.min(axis=0), places.max(axis=0)
    room = np.maximum(ROOM * (high - low), 0.05)
    (x0, y0), (x1, y1) = (low - room).tolist(), (high + room).tolist()
    return x0, x1, y0, y1


def _beyond(frame: Extent) -> Extent:
    """A box of three times the size: a narrow window shows more than was asked for."""
    x0, x1, y0, y1 = frame
    return 2.0 * x0 - x1, 2.0 * x1 - x0, 2.0 * y0 - y1, 2.0 * y1 - y0


def line_within(slope: Array, level: float, frame: Extent) -> Array:
    """The ends of the line level + <slope, p> = 0 in a box, (2, 2); (0, 2) where it is outside."""
    x0, x1, y0, y1 = frame
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    values = corners @ slope + level
    ends = []
    for k in range(4):
        a, b = values[k], values[(k + 1) % 4]
        if (a >= 0.0) != (b >= 0.0):
            ends.append(corners[k] + a / (a - b) * (corners[(k + 1) % 4] - corners[k]))
    return np.array(ends[:2]).reshape(-1, 2)


def _new_mark(new: NewWord) -> dict[str, Any]:
    side = int(new.score >= 0.0)
    look = {"symbol": f"{SYMBOLS[side]}-open", "size": 16, "color": f"$class{side}"}
    look["line"] = {"width": 3}
    return marks("new", [float(new.place[0])], [float(new.place[1])], look)


def _names(model: WordModel, new: NewWord | None, frame: Extent) -> list[Label]:
    """Each name beside its point where it covers no other one; the new word's first."""
    x0, x1, y0, y1 = frame
    pixel = max((x1 - x0) / PICTURE[0], (y1 - y0) / PICTURE[1])  # both axes have one scale
    sheet, every = Sheet(frame, pixel, size=NOTE_TYPE), model.coordinates
    found: list[Label] = []
    items = [(word, at) for word, at in zip(model.words, every, strict=True)]
    if new is not None:
        items.insert(0, (new.word, new.place))
        every = np.vstack([every, new.place])
    line = stations(line_within(model.slope, model.level, frame), 5.0 * pixel)
    cost: Array = 0.1 * np.arange(len(SIDES), dtype=np.float64)
    for k, (word, at) in enumerate(items):
        near = at + AWAY * SIDES * pixel
        obstacles = Obstacle(every, DOT), Obstacle(line, 2.0, ON_LINE)
        _, label, free = sheet.place(word, near, SIDES, cost, obstacles, most=0.9)
        if free or (new is not None and k == 0):
            found.append(label._replace(text=escape(label.text)))
    return found
