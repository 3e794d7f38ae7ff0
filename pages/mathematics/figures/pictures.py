"""The pictures of the page on mathematics; their handles are the trace of uid "points"."""

from typing import Any

import numpy as np

from pages.mathematics.figures.strokes import (
    CROSS,
    NEAR,
    ORIGIN,
    ROOM,
    Word,
    arc,
    area,
    arrow,
    at_tip,
    dimension,
    frame,
    handles,
    label_at,
    lettering,
    lines,
    place,
    title,
)
from pages.mathematics.model.lagrange import GRADIENT, LARGEST, LagrangePicture, contour
from pages.mathematics.model.plane import PlanePicture
from pages.mathematics.model.subgradient import FAN, TIMES, WINDOW, SubgradientPicture
from pages.plots.theme import Figure
from pages.state.text.number_format import number
from svmcore.arrays import Array

SHORT, RADIUS = 0.42, 0.32  # the scale of gradients, the radius of their angle
CONTOURS = range(-7, 8)
STREET = (-1.2, -0.8, 0.7, -1.6, 1.7, 0.0)  # where its width may be shown, along the line


def subgradient_figure(picture: SubgradientPicture) -> Figure:
    """The loss, the line through its point, the fan at a kink, and where the line is too high."""
    ends = np.array(WINDOW[:2])
    line = np.column_stack([ends, picture.line(ends)])
    traces: list[dict[str, Any]] = []
    if picture.at_kink:
        fan = [np.column_stack([ends, picture.value + g * (ends - picture.t0)]) for g in FAN]
        wedge = np.vstack([fan[0], fan[-1][::-1]])
        traces += [area(wedge, "wedge", "$muted"), lines(fan, "fan", "$muted", 1.0)]
    stretch = picture.stretch
    if stretch is not None:
        ends = np.clip(stretch, *WINDOW[:2])
        t = np.unique(np.concatenate([ends, np.clip(TIMES, *ends)]))
        above, below = np.column_stack([t, picture.line(t)]), np.column_stack([t, picture.f(t)])
        traces += [area(np.vstack([above, below[::-1]]), "violation", "$wrong")]
    traces += [lines([np.column_stack([TIMES, picture.f(TIMES)])], "loss", "$ink", 3.5)]
    traces += [lines([line], "line", "$good" if picture.holds else "$ink", 2.5)]
    if stretch is not None and picture.witness is not None:
        at = np.full(2, picture.witness)
        gap = np.column_stack([at, [picture.f(at)[0], picture.line(at)[0]]])
        traces += [lines([above], "above", "$wrong", 3.5), lines([gap], "witness", "$wrong", 2.5)]
    traces += [lettering(_loss_words(picture)), handles(picture)]
    layout = frame(WINDOW[:2], WINDOW[2:])
    layout["xaxis"] |= {"title": title("margin t = y f(x)"), "dtick": 0.5}
    layout["yaxis"] |= {"dtick": 0.5}
    layout["margin"]["b"] = 48
    return {"data": traces, "layout": layout}


def _loss_words(picture: SubgradientPicture) -> list[Word]:
    height = 2.4
    first = float(TIMES[picture.f(TIMES) <= height][0])
    named: list[Word] = [((first + 0.08, height), picture.f.title, "middle right", "$ink")]
    if picture.at_kink:
        named += [((2.95, 0.08), "g = 0", "top left", "$muted")]
        named += [((1.8, -0.9), "g = −1", "middle left", "$muted")]
    if picture.witness is not None:
        x0, x1, _, y1 = WINDOW
        height = float(picture.line(np.array([picture.witness]))[0])
        side = "left" if picture.witness > 0.5 * (x0 + x1) else "right"
        at = (min(max(picture.witness, x0 + 0.05), x1 - 0.05), min(height, y1 - 0.1) + 0.1)
        named += [(at, "too high here", f"top {side}", "$wrong")]
    return named


def lagrange_figure(picture: LagrangePicture) -> Figure:
    """The circle, the contour through the point, the two gradients and their angle."""
    p, n = np.array(picture.point), np.array(picture.normal)
    tips = p + SHORT * np.array([GRADIENT, n])
    color = "$good" if picture.aligned else "$ink"
    traces = [
        lines([contour(c) for c in CONTOURS], "contours", "$line", 1.5),
        lines([arc(0.0, 2.0 * np.pi)], "circle", "$muted", 2.5),
    ]
    if not picture.aligned:
        traces += [lines([arc(*picture.larger)], "larger", "$ink", 5.0)]
    traces += [lines([contour(picture.value)], "contour", color, 2.5, "8px,5px")]
    if not picture.aligned:
        sweep = p + arc(picture.angle - picture.turned, picture.angle, RADIUS)
        step = p + SHORT * picture.along * np.array([-p[1], p[0]])
        traces += [lines([sweep], "angle", "$muted", 2.0), arrow(p, step, "along", "$muted", 2.5)]
    traces += [arrow(p, tips[1], "normal", "$muted", 4.0)]
    traces += [arrow(p, tips[0], "gradient", color, 3.0)]
    traces += [lettering(_lagrange_words(picture, tips, color)), handles(picture)]
    return {"data": traces, "layout": frame((-ROOM, ROOM), (-ROOM, ROOM), equal=True)}


def _lagrange_words(picture: LagrangePicture, tips: Array, color: str) -> list[Word]:
    p = np.array(picture.point)
    f, tangent = np.array(GRADIENT) / LARGEST, np.array([-p[1], p[0]])
    if picture.between < 45.0:  # the arrows are side by side, their names on either side of them
        way = 1.0 if picture.turned >= 0.0 else -1.0
        aside = -way * np.array([-f[1], f[0]]), way * tangent
    else:
        aside = 0.6 * p, ORIGIN
    named = [at_tip(p, tips[0], "∇f", color, aside[0])]
    named += [at_tip(p, tips[1], "∇g", "$muted", aside[1])]
    if 15.0 < picture.between < 165.0:
        half = picture.angle - 0.5 * picture.turned
        middle = p + 1.55 * RADIUS * arc(half, half)[0]
        named += [(place(middle), f"{picture.between:.0f}°", "middle center", "$ink")]
    if abs(picture.along) > 1.0:
        step = p + SHORT * picture.along * tangent
        named += [at_tip(p, step, "along the circle", "$muted", -0.6 * p)]
    down = -1.0 if p[1] > 0.0 else 1.0  # to the end of the contour that is farther from the point
    y = 0.88 * ROOM * down
    x = (picture.value - GRADIENT[1] * y) / GRADIENT[0]
    side, shift = ("left", -0.08) if x > 0.0 else ("right", 0.08)
    text = f"2x + y = {number(picture.value, 4)}"
    return [*named, ((x + shift, y), text, f"middle {side}", color)]


def plane_figure(picture: PlanePicture) -> Figure:
    """The line, the margins, w from the origin, and the two distances as dimensions."""
    traces = [
        lines([picture.line(-1.0), picture.line(1.0)], "margins", "$ink", 2.5, "7px,5px"),
        lines([picture.line(0.0)], "boundary", "$ink", 3.5),
    ]
    if picture.distance > NEAR:
        traces += [dimension(_from_origin(picture), "distance")]
    traces += [dimension(_street(picture), "street")]
    if picture.scale != 1.0:
        traces += [arrow(ORIGIN, picture.scale * np.array(picture.w), "scaled", "$muted", 6.0)]
    # the handle covers the tip
    before = max(picture.length - 0.08, 0.5 * picture.length) * picture.normal
    traces += [arrow(ORIGIN, before, "normal", "$ink", 3.0), CROSS]
    traces += [lettering(_plane_words(picture)), handles(picture)]
    return {"data": traces, "layout": frame((-ROOM, ROOM), (-ROOM, ROOM), equal=True)}


def _plane_words(picture: PlanePicture) -> list[Word]:
    w, normal, along = np.array(picture.w), picture.normal, picture.along
    named = _line_names(picture)
    named += [label_at(w + 0.14 * (normal - along), -along, "w")]
    s = ""
    if picture.scale != 1.0:
        s = "s"
        named += [at_tip(ORIGIN, picture.scale * w, "s w", "$muted")]
    named += [_name_street(_street(picture), normal, f"2/‖{s}w‖ = {number(picture.street)}")]
    if picture.distance > NEAR:
        start = _from_origin(picture)[0]
        away = -picture.foot / picture.distance
        towards = away if picture.b < 0.0 else away - 2.0 * along  # w is on the other side
        named += [label_at(start + 0.1 * away, towards, f"|b|/‖w‖ = {number(picture.distance)}")]
    return named


def _from_origin(picture: PlanePicture) -> Array:
    """The way to the line, beside w, shape (2, 2)."""
    return np.asarray(np.array([ORIGIN, picture.foot]) - 0.3 * picture.along)


def _street(picture: PlanePicture) -> Array:
    """Across the street, at a place along it that is in sight if there is one, shape (2, 2)."""
    across = np.array([picture.level(-1.0), picture.level(1.0)])
    places = [across + slide * picture.along for slide in STREET]
    inside = [street for street in places if np.abs(street).max() < 0.9 * ROOM]
    return (inside or places)[0]


def _name_street(street: Array, normal: Array, text: str) -> Word:
    """Beyond the end of the street that leaves more room for it."""
    ends = [(street[1], normal), (street[0], -normal)]
    end, away = min(ends, key=lambda e: float(np.abs(e[0] + e[1]).max()))
    return label_at(end + 0.14 * away, away, text)


def _line_names(picture: PlanePicture) -> list[Word]:
    """The names of the lines where these leave the square that every window shows."""
    named = []
    for c, name in ((-1.0, "f = −1"), (0.0, "f = 0"), (1.0, "f = +1")):
        level, along = picture.level(c), picture.along
        if np.abs(level).max() > 0.9 * ROOM:
            continue
        steps = np.linspace(0.0, 2.0 * ROOM, 200)
        inside = (np.abs(level + steps[:, None] * along) <= 0.9 * ROOM).all(axis=1)
        end = level + steps[inside][-1] * along
        named.append(label_at(end + 0.1 * picture.normal, picture.normal, name))
    return named
