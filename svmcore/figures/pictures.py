"""The pictures of the page on mathematics; their handles are the trace of uid "points"."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from svmcore.arrays import Array
from svmcore.figures.theme import Figure
from svmcore.pictures import Picture, Place
from svmcore.pictures.lagrange import BEST, GRADIENT, LARGEST, Lagrange
from svmcore.pictures.plane import Plane
from svmcore.pictures.subgradient import FAN, TIMES, WINDOW, Subgradient
from svmcore.report import number

ROOM = 2.15  # half the height of the pictures with two equal axes
SHORT = 0.42  # the scale of gradients
BAND = 0.16  # opacity of areas
ORIGIN = np.zeros(2)
GAP = np.full((1, 2), np.nan)  # between the pieces of one trace
STREET = (-1.2, -0.8, 0.7, -1.6, 1.7, 0.0)  # where its width may be shown, along the line
CONTOURS = range(-7, 8)
Word = tuple[Place, str, str, str]  # where, the text, Plotly's name of the side, the colour


def subgradient_figure(picture: Subgradient) -> Figure:
    """The loss, the line through its point, the fan at a kink, and where the line is too high."""
    ends = np.array(WINDOW[:2])
    line = np.column_stack([ends, picture.line(ends)])
    traces = []
    if picture.at_kink:
        fan = [np.column_stack([ends, picture.value + g * (ends - picture.t0)]) for g in FAN]
        traces += [
            _area(np.vstack([fan[0], fan[-1][::-1]]), "wedge", "$muted"),
            _lines(fan, "fan", "$muted", 1.0),
        ]
    stretch = picture.stretch
    if stretch is not None:
        ends = np.clip(stretch, *WINDOW[:2])
        t = np.unique(np.concatenate([ends, np.clip(TIMES, *ends)]))
        above, below = np.column_stack([t, picture.line(t)]), np.column_stack([t, picture.f(t)])
        traces += [_area(np.vstack([above, below[::-1]]), "violation", "$wrong")]
    traces += [_lines([np.column_stack([TIMES, picture.f(TIMES)])], "loss", "$ink", 3.5)]
    traces += [_lines([line], "line", "$good" if picture.holds else "$ink", 2.5)]
    if stretch is not None and picture.witness is not None:
        at = np.full(2, picture.witness)
        gap = np.column_stack([at, [picture.f(at)[0], picture.line(at)[0]]])
        traces += [_lines([above], "above", "$wrong", 3.5), _lines([gap], "witness", "$wrong", 2.5)]
    traces += [_words(_loss_words(picture)), _handles(picture)]
    layout = _layout(WINDOW[:2], WINDOW[2:])
    layout["xaxis"] |= {"title": _title("margin t = y f(x)"), "dtick": 0.5}
    layout["yaxis"] |= {"dtick": 0.5}
    layout["margin"]["b"] = 48
    return {"data": traces, "layout": layout}


def _loss_words(picture: Subgradient) -> list[Word]:
    height = 2.4
    first = float(TIMES[picture.f(TIMES) <= height][0])
    words: list[Word] = [((first + 0.08, height), picture.f.title, "middle right", "$ink")]
    if picture.at_kink:
        words += [((2.95, 0.08), "g = 0", "top left", "$muted")]
        words += [((1.8, -0.9), "g = −1", "middle left", "$muted")]
    if picture.witness is not None:
        x0, x1, _, y1 = WINDOW
        height = float(picture.line(np.array([picture.witness]))[0])
        side = "left" if picture.witness > 0.5 * (x0 + x1) else "right"
        at = (min(max(picture.witness, x0 + 0.05), x1 - 0.05), min(height, y1 - 0.1) + 0.1)
        words += [(at, "too high here", f"top {side}", "$wrong")]
    return words


def lagrange_figure(picture: Lagrange) -> Figure:
    """The circle, the contour through the point, the two gradients and their angle."""
    p, n = np.array(picture.point), np.array(picture.normal)
    tips = p + SHORT * np.array([GRADIENT, n])
    color = "$good" if picture.aligned else "$ink"
    traces = [
        _lines([_contour(c) for c in CONTOURS], "contours", "$line", 1.5),
        _lines([_arc(0.0, 2.0 * math.pi)], "circle", "$muted", 2.5),
    ]
    if not picture.aligned:
        turn = abs(picture.turned)
        traces += [_lines([_arc(BEST - turn, BEST + turn)], "larger", "$ink", 5.0)]
    traces += [_lines([_contour(picture.value)], "contour", color, 2.5, "8px,5px")]
    words: list[Word] = []
    if not picture.aligned:
        radius = 0.32
        sweep = _arc(picture.angle - picture.turned, picture.angle, radius) + p
        middle = p + 1.55 * radius * np.array(_at(picture.angle - 0.5 * picture.turned))
        degrees = f"{picture.between:.0f}°"
        traces += [_lines([sweep], "angle", "$muted", 2.0)]
        words += [(tuple(middle), degrees, "middle center", "$ink")]
        step = p + SHORT * picture.along * np.array([-p[1], p[0]])
        traces += [_arrow(p, step, "along", "$muted", 2.5)]
        words += [_at_tip(p, step, "along the circle", "$muted", -p)]
    traces += [_arrow(p, tips[1], "normal", "$muted", 4.0)]
    traces += [_arrow(p, tips[0], "gradient", color, 3.0)]
    words += [_at_tip(p, tips[0], "∇f", color, p), _at_tip(p, tips[1], "∇g", "$muted")]
    words += [_name_contour(picture, color)]
    layout = _layout((-ROOM, ROOM), (-ROOM, ROOM), equal=True)
    return {"data": [*traces, _words(words), _handles(picture)], "layout": layout}


def _name_contour(picture: Lagrange, color: str) -> Word:
    """Near the end of the contour that is farther from the point."""
    down = -1.0 if picture.point[1] > 0.0 else 1.0
    y = 0.88 * ROOM * down
    x = (picture.value - GRADIENT[1] * y) / GRADIENT[0]
    side, shift = ("left", -0.08) if x > 0.0 else ("right", 0.08)
    text = f"2x + y = {number(picture.value, 4)}"
    return (x + shift, y), text, f"middle {side}", color


def _contour(c: float) -> Array:
    """2x + y = c as a segment longer than any window."""
    foot = c / LARGEST**2 * np.array(GRADIENT)
    return np.asarray(foot + np.outer([-8.0, 8.0], [-GRADIENT[1], GRADIENT[0]]))


def plane_figure(picture: Plane) -> Figure:
    """The line, the margins, w from the origin, and the two distances as dimensions."""
    along = picture.along
    traces = [
        _lines([picture.line(-1.0), picture.line(1.0)], "margins", "$ink", 2.5, "7px,5px"),
        _lines([picture.line(0.0)], "boundary", "$ink", 3.5),
    ]
    words: list[Word] = []
    shift = -0.3 * along
    if picture.distance > 0.05:
        traces += [_dimension(shift, picture.foot + shift, "distance")]
        away = -picture.foot / picture.distance
        text = f"|b|/‖w‖ = {number(picture.distance)}"
        beside = away if picture.b < 0.0 else away - 2.0 * along  # w is on the other side
        words += [_beside(shift + 0.1 * away, beside, text)]
    street = _street(picture)
    s = "" if picture.scale == 1.0 else "s"
    traces += [_dimension(street[0], street[1], "street")]
    words += [_name_street(street, picture.normal, f"2/‖{s}w‖ = {number(picture.street)}")]
    if picture.scale != 1.0:
        tip = picture.scale * np.array(picture.w)
        traces += [_arrow(ORIGIN, tip, "scaled", "$muted", 6.0)]
        words += [_at_tip(ORIGIN, tip, "s w", "$muted")]
    tip = np.array(picture.w)
    before = tip - min(0.08, 0.5 * picture.length) * picture.normal  # the handle covers the tip
    traces += [_arrow(ORIGIN, before, "normal", "$ink", 3.0), _origin()]
    words += [_beside(tip + 0.14 * (picture.normal - along), -along, "w")]
    words += _line_names(picture)
    layout = _layout((-ROOM, ROOM), (-ROOM, ROOM), equal=True)
    return {"data": [*traces, _words(words), _handles(picture)], "layout": layout}


def _street(picture: Plane) -> Array:
    """Across the street, at a place along it that is in sight if there is one, shape (2, 2)."""
    across = np.array([picture.level(-1.0), picture.level(1.0)])
    places = [across + slide * picture.along for slide in STREET]
    inside = [street for street in places if np.abs(street).max() < 0.9 * ROOM]
    return (inside or places)[0]


def _name_street(street: Array, normal: Array, text: str) -> Word:
    """Beyond the end of the street that leaves more room for it."""
    ends = [(street[1], normal), (street[0], -normal)]
    end, away = min(ends, key=lambda e: float(np.abs(e[0] + e[1]).max()))
    return _beside(end + 0.14 * away, away, text)


def _line_names(picture: Plane) -> list[Word]:
    """The names of the lines where these leave the square that every window shows."""
    words = []
    for c, name in ((-1.0, "f = −1"), (0.0, "f = 0"), (1.0, "f = +1")):
        level, along = picture.level(c), picture.along
        if np.abs(level).max() > 0.9 * ROOM:
            continue
        steps = np.linspace(0.0, 2.0 * ROOM, 200)
        inside = (np.abs(level + steps[:, None] * along) < 0.9 * ROOM).all(axis=1)
        end = level + steps[inside][-1] * along
        words.append(_beside(end + 0.1 * picture.normal, picture.normal, name))
    return words


def _origin() -> dict[str, Any]:
    return _trace(np.zeros((1, 2)), "origin") | {
        "mode": "markers",
        "marker": {"symbol": "cross-thin", "size": 14, "line": {"color": "$muted", "width": 2.5}},
    }


def _dimension(start: Array, end: Array, uid: str) -> dict[str, Any]:
    """A segment with a bar across each end."""
    across = np.array([start[1] - end[1], end[0] - start[0]])
    bar = 0.07 * across / max(float(np.hypot(*across)), 1e-300)
    pieces = [np.array([start, end])] + [np.array([p - bar, p + bar]) for p in (start, end)]
    return _lines(pieces, uid, "$ink", 2.5)


def _at(angle: float) -> Place:
    return math.cos(angle), math.sin(angle)


def _arc(start: float, end: float, radius: float = 1.0) -> Array:
    angles = np.linspace(start, end, 241)
    return np.asarray(radius * np.column_stack([np.cos(angles), np.sin(angles)]))


def _at_tip(start: Array, tip: Array, text: str, color: str, towards: Array = ORIGIN) -> Word:
    """Beyond the tip of an arrow, rather on the side `towards`."""
    ahead = (tip - start) / max(float(np.hypot(*(tip - start))), 0.1)
    return _beside(tip + 0.07 * ahead, ahead + 0.6 * towards, text, color)


def _beside(at: Array, towards: Array, text: str, color: str = "$ink") -> Word:
    dx, dy = towards / max(float(np.abs(towards).max()), 1e-300)
    vertical = "top" if dy > 0.4 else "bottom" if dy < -0.4 else "middle"
    horizontal = "right" if dx > 0.4 else "left" if dx < -0.4 else "center"
    return (float(at[0]), float(at[1])), text, f"{vertical} {horizontal}", color


def _trace(points: Array, uid: str) -> dict[str, Any]:
    x, y = np.ascontiguousarray(points.T)
    return {"type": "scatter", "uid": uid, "x": x, "y": y, "hoverinfo": "skip"}


def _lines(
    pieces: Sequence[Array], uid: str, color: str, width: float, dash: str = "solid"
) -> dict[str, Any]:
    points = np.vstack([part for piece in pieces for part in (piece, GAP)][:-1])
    style = {"color": color, "width": width, "dash": dash, "simplify": False}
    return _trace(points, uid) | {"mode": "lines", "line": style, "connectgaps": False}


def _area(corners: Array, uid: str, color: str) -> dict[str, Any]:
    filled = {"fill": "toself", "fillcolor": color, "opacity": BAND, "line": {"width": 0}}
    return _trace(corners, uid) | {"mode": "lines"} | filled


def _arrow(start: Array, tip: Array, uid: str, color: str, width: float) -> dict[str, Any]:
    head = {"symbol": "arrow", "angleref": "previous", "size": [0, 9 + 2 * width], "color": color}
    return _lines([np.array([start, tip])], uid, color, width) | {
        "mode": "lines+markers",
        "marker": head | {"opacity": 1.0, "line": {"width": 0}},
    }


def _words(words: Sequence[Word]) -> dict[str, Any]:
    at = np.array([word[0] for word in words]).reshape(-1, 2)
    return _trace(at, "labels") | {
        "mode": "text",
        "text": [word[1] for word in words],
        "textposition": [word[2] for word in words],
        "textfont": {"size": 16, "color": [word[3] for word in words]},
    }


def _handles(picture: Picture) -> dict[str, Any]:
    ring = {"color": "$ink", "width": 3}
    return _trace(np.array(picture.handles), "points") | {
        "mode": "markers",
        "marker": {"symbol": "circle", "size": 18, "color": "$page", "opacity": 1.0, "line": ring},
        "cliponaxis": False,
    }


def _title(text: str) -> dict[str, Any]:
    return {"text": text, "font": {"size": 15, "color": "$ink"}, "standoff": 8}


def _layout(x: tuple[float, ...], y: tuple[float, ...], *, equal: bool = False) -> dict[str, Any]:
    axis = {
        "fixedrange": True,
        "gridcolor": "$line",
        "showgrid": not equal,
        "zeroline": True,
        "zerolinecolor": "$line",
        "zerolinewidth": 1.5,
        "ticks": "outside",
        "ticklen": 4,
        "tickcolor": "$line",
        "tickfont": {"size": 14, "color": "$muted"},
        "nticks": 8,
    }
    same = {"scaleanchor": "x", "scaleratio": 1} if equal else {}
    return {
        "xaxis": axis | {"range": list(x)},
        "yaxis": axis | {"range": list(y)} | same,
        "margin": {"l": 40, "r": 8, "t": 8, "b": 30},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "showlegend": False,
        "hovermode": False,
    }
