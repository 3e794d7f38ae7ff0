"""The picture of a line that was drawn by hand; its handles are the trace of uid "points".

Beside it, of points that move at random: the film of the draws, and the counts for every r.
"""

from typing import Any

import numpy as np

from pages.challenges.model.line import LONG, DrawnLine
from pages.challenges.model.moved import FARTHEST_MOVE, MovedPoints
from pages.challenges.model.widest import Drawing
from pages.challenges.text.moved import OWN, SVM, moment_words
from pages.datasets.limits import Extent
from pages.plots.decision import board_layout, crosses, level, polyline
from pages.plots.layout_sizes import HANDLE, INSIDE_RING, LABEL_TYPE
from pages.plots.theme import SYMBOLS, Figure
from pages.plots.traces import chart_layout, curve, legend, marks, rule
from pages.state.model.moved_points import DRAWS, STEPS, unit_moves
from pages.state.model.run import Run
from pages.state.model.scene import cover
from svmcore.arrays import Array

OPTIMUM = {"color": "$good", "width": 3}
INSET = 0.08  # of the picture, by which the lines' names stand inside it
TINT = 0.35  # opacity of the two half planes
ASIDE = 0.05  # from a line to its name


def widest_figure(drawing: Drawing, view: Extent, *, shown: bool, revision: str) -> Figure:
    """The half planes, the line with its margins, the points, the slack, and the handles.

    shown : whether the optimum is drawn too.
    """
    line = drawing.line
    traces = [_half_plane(line, -1.0), _half_plane(line, 1.0)]
    if not drawing.hard:
        traces.append(_slack(drawing))
    best = _best_lines(drawing.optimum()) if shown else []
    if best:
        traces += _optimum(drawing.optimum(), best)
    traces += [level(line.level(c), k) for k, c in enumerate((-1.0, 0.0, 1.0))]
    points = _sample(drawing)
    traces += [crosses(points, drawing.wrong), _rings(drawing), points]
    traces += [_names(line, best, view), _handles(line)]
    layout = board_layout(cover(view), view, revision, framed=False)
    for axis in ("xaxis", "yaxis"):
        layout[axis] |= {"fixedrange": True}
    return {"data": traces, "layout": layout}


def _half_plane(line: DrawnLine, sign: float) -> dict[str, Any]:
    """The side of the line where class `sign` is predicted, as a tint."""
    ends, far = line.level(0.0), line.level(sign * 1e3)
    corners = np.vstack([ends, far[::-1]])
    color = f"$region{int(sign > 0.0)}"
    fill = {"fill": "toself", "fillcolor": color, "opacity": TINT, "hoverinfo": "skip"}
    return polyline(corners, "plus" if sign > 0.0 else "minus", {"width": 0}) | fill


def _slack(drawing: Drawing) -> dict[str, Any]:
    """From each violating point straight to its margin: slack/|w| long."""
    start, y = drawing.X[drawing.violating], drawing.y[drawing.violating]
    step = y * drawing.slack[drawing.violating] * drawing.line.half
    end = start + step[:, None] * drawing.line.normal
    pieces = np.stack([start, end, np.full_like(end, np.nan)], axis=1).reshape(-1, 2)
    return polyline(pieces, "slack", {"color": "$wrong", "width": 2})


def _best_lines(run: Run) -> list[Array]:
    """The lines f = -1, 0, +1 of a trained linear model as segments; none where w = 0."""
    model = run.model
    w = model.weights if model is not None else None
    if model is None or w is None or not w.any():
        return []
    far = np.outer([-LONG, LONG], np.array([-w[1], w[0]]) / np.hypot(*w))
    return [(c - model.intercept) / float(w @ w) * w + far for c in (-1.0, 0.0, 1.0)]


def _optimum(run: Run, lines: list[Array]) -> list[dict[str, Any]]:
    """The lines of the trained model, and squares around its support vectors."""
    styles = zip(("bestbelow", "best", "bestabove"), ("3px,5px", "solid", "3px,5px"), strict=True)
    found = [
        polyline(ends, uid, OPTIMUM | {"dash": dash})
        for ends, (uid, dash) in zip(lines, styles, strict=False)
    ]
    x, y = run.data.X[run.support].T
    square = {"symbol": "square-open", "size": INSIDE_RING, "color": "$good"}
    square["line"] = {"color": "$good", "width": 2.5}
    return [*found, marks("bestsupport", x, y, square)]


def _sample(drawing: Drawing) -> dict[str, Any]:
    """The points of the task by class."""
    label = (drawing.y > 0.0).astype(int)
    look = {
        "symbol": [SYMBOLS[k] for k in label],
        "color": [f"$class{k}" for k in label],
        "size": [10.0] * len(label),
        "opacity": 1.0,
        "line": {"color": "$page", "width": 1.0},
    }
    x, y = drawing.X.T
    return marks("sample", x, y, look)


def _rings(drawing: Drawing) -> dict[str, Any]:
    """Rings around the points inside the margin that are classified correctly."""
    x, y = drawing.X[drawing.inside].T
    ring = {"symbol": "circle-open", "size": INSIDE_RING, "color": "$wrong"}
    return marks("inside", x, y, ring | {"line": {"color": "$wrong", "width": 2.5}})


def _names(line: DrawnLine, best: list[Array], view: Extent) -> dict[str, Any]:
    """The names of the margins and of the best line, where they leave the picture.

    The names of the margins stand outside of them, that of the best line at its other end.
    """
    kept = []
    for c, text in ((-1.0, "f = −1"), (1.0, "f = +1")):
        if (at := _end(line.level(c), view)) is not None:
            kept.append((at, c * line.normal * np.sign(line.half), text, "$ink"))
    if best and (at := _end(best[1][::-1], view)) is not None:
        aside = best[1][1] - best[1][0]
        kept.append(
            (at, np.array([abs(aside[1]), -aside[0]]) / np.hypot(*aside), "optimum", "$good")
        )
    places = np.array([at + ASIDE * way for at, way, *_ in kept]).reshape(-1, 2)
    return {
        "type": "scatter",
        "uid": "names",
        "mode": "text",
        "x": places[:, 0],
        "y": places[:, 1],
        "text": [text for *_, text, _ in kept],
        "textposition": [_side(way) for _, way, *_ in kept],
        "textfont": {"size": LABEL_TYPE, "color": [color for *_, color in kept]},
        "hoverinfo": "skip",
    }


def _side(way: Array) -> str:
    """Plotly's word for a text on that side of its place."""
    across = "right" if way[0] > 0.4 else "left" if way[0] < -0.4 else "center"
    return f"{'top' if way[1] > 0.4 else 'bottom' if way[1] < -0.4 else 'middle'} {across}"


def _end(ends: Array, view: Extent) -> Array | None:
    """The last place of a segment that is in the picture; None where it misses the picture."""
    x0, x1, y0, y1 = view
    room = INSET * np.array([x1 - x0, y1 - y0])
    low, high = np.array([x0, y0]) + room, np.array([x1, y1]) - room
    places = ends[0] + np.linspace(0.0, 1.0, 800)[:, None] * (ends[1] - ends[0])
    inside = ((places >= low) & (places <= high)).all(axis=1)
    return np.asarray(places[inside][-1]) if inside.any() else None


def _handles(line: DrawnLine) -> dict[str, Any]:
    """What can be dragged."""
    x, y = np.array(line.handles).T
    ring = {"color": "$ink", "width": 3}
    look = {"symbol": "circle", "size": HANDLE, "color": "$page", "opacity": 1.0, "line": ring}
    return marks("points", x, y, look) | {"cliponaxis": False}


def moved_film(moved: MovedPoints) -> Figure:
    """The draws as a film: one more at each moment; all of them where it opens.

    moves : (DRAWS + 1, 2 n), STEPS u of the draw that a moment adds. r : of one step.
    own : w and b of the drawn line, for the crosses at what it misclassifies.
    """
    moves = unit_moves(moved.seed, len(moved.drawing.y)).reshape(DRAWS, -1)
    line = moved.drawing.line
    return {
        "id": f"draws {moved.seed}",
        "process": "draws",
        "kind": "points",
        "total": DRAWS,
        "per_epoch": 10,
        "update": np.arange(DRAWS + 1, dtype=np.int32),
        "x": np.arange(DRAWS + 1, dtype=np.int32),
        "opens": DRAWS,
        "live": False,
        "status": "",
        "moves": np.vstack([np.zeros_like(moves[:1]), moves]),
        "step": moved.r / STEPS,
        "own": [float(line.w[0]), float(line.w[1]), line.b],
        "words": moment_words(moved),
    }


def counts_figure(moved: MovedPoints) -> Figure:
    """In how many draws each line separates the classes, over r; where the guarantees end."""
    radii, svm, own = moved.counts
    limit, nearest = moved.limit, moved.nearest
    traces = [curve(radii, own, OWN, "$ink", "dash"), curve(radii, svm, SVM, "$good", "solid")]
    layout = chart_layout(f"Draws, of {DRAWS}, that each line separates", "largest move r", t=70)
    layout["xaxis"] |= {"range": [0.0, FARTHEST_MOVE]}
    layout["yaxis"] |= {"range": [-0.04 * DRAWS, 1.06 * DRAWS]}
    layout["shapes"] = [
        rule("x", limit, "$good", 1.5, "dot"),
        rule("x", moved.r, "$ink", 1.5),
        *([rule("x", nearest, "$ink", 1.5, "dot")] if nearest > 0.0 else []),
    ]
    return {"data": traces, "layout": layout | legend()}
