"""Two parallel lines, their distance, that of the origin and that of a point."""

import numpy as np

from pages.mathematics.figures.strokes import (
    CROSS,
    NEAR,
    ORIGIN,
    ROOM,
    Word,
    arrow,
    dimension,
    frame,
    handles,
    label_at,
    lettering,
    lines,
)
from pages.mathematics.model.distances import DistancesPicture
from pages.plots.theme import Figure
from pages.state.text.number_format import number
from svmcore.arrays import Array

ASIDE, BESIDE = (
    -0.5,
    0.3,
)  # where the distances of the lines and of the origin are shown, along them


def distances_figure(picture: DistancesPicture) -> Figure:
    """The lines, w from the origin, and the three distances as dimensions."""
    traces = [
        lines([picture.line(picture.c2)], "second", "$ink", 3.0, "9px,6px"),
        lines([picture.line(picture.c1)], "first", "$ink", 3.5),
    ]
    if picture.apart > NEAR:
        traces.append(dimension(_between(picture), "apart"))
    if abs(picture.rho(picture.c1)) > NEAR:
        traces.append(dimension(_from_origin(picture), "rho"))
    if picture.away > NEAR:
        traces.append(dimension(np.array([picture.p, picture.projection]), "away"))
    before = max(picture.length - 0.08, 0.5 * picture.length) * picture.unit
    traces += [arrow(ORIGIN, before, "normal", "$ink", 3.0), CROSS]
    traces += [lettering(_words(picture)), handles(picture)]
    return {"data": traces, "layout": frame((-ROOM, ROOM), (-ROOM, ROOM), equal=True)}


def _between(picture: DistancesPicture) -> Array:
    """From line 1 to line 2, aside of the origin, shape (2, 2)."""
    ends = np.array([picture.foot(c) for c in picture.constants])
    return np.asarray(ends + ASIDE * picture.along)


def _from_origin(picture: DistancesPicture) -> Array:
    """From the origin to line 1, beside w, shape (2, 2)."""
    return np.asarray(np.array([ORIGIN, picture.foot(picture.c1)]) + BESIDE * picture.along)


def _words(picture: DistancesPicture) -> list[Word]:
    unit, along = picture.unit, picture.along
    named = [label_at(picture.w + 0.14 * (unit - along), unit - along, "w")]
    first, second = (np.array(place) for place in picture.handles[1:3])
    outward = 1.0 if picture.rho(picture.c1) >= picture.rho(picture.c2) else -1.0
    named += [label_at(first + 0.16 * outward * unit, outward * unit, "line 1")]
    named += [label_at(second - 0.16 * outward * unit, -outward * unit, "line 2")]
    if picture.apart > NEAR:
        middle = _between(picture).mean(axis=0)
        named += [label_at(middle - 0.1 * along, -along, f"d = {number(picture.apart)}")]
    if picture.away > NEAR:
        middle = 0.5 * (np.array(picture.p) + picture.projection)
        named += [label_at(middle + 0.1 * along, along, number(picture.away))]
    rho = picture.rho(picture.c1)
    if abs(rho) > NEAR:
        middle = _from_origin(picture).mean(axis=0)
        way = along if rho > 0.0 else -along  # off line 1, where w is not
        named += [label_at(middle + 0.08 * way, way, f"ρ = {number(rho)}")]
    return named
