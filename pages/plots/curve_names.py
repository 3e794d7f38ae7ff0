"""Labels beside curves, placed where they cover nothing and no other curve is as near."""

from dataclasses import replace

import numpy as np

from pages.datasets.limits import Extent
from pages.plots.label_placement import (
    ROOMY,
    Label,
    Obstacle,
    Sheet,
    stations,
)
from pages.plots.layout_sizes import NOTE_TYPE
from svmcore.arrays import Array

AWAY = 5.0  # pixels between a curve and its name
STEP = 7.0  # between two places of a curve
PLACES = 60  # of a curve that are tried, at most
CROWDED = 1.9  # what a name may cover, in places of curves, before it is left out
SIDES = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])


def names_beside(
    curves: list[Array],
    names: list[str],
    frame: Extent,
    *,
    busy: Array | None = None,
    near_end: float = 0.0,
    margin: float | tuple[float, float] = 1.0,
    column: float | None = None,
) -> list[Label]:
    """A place for each name beside its curve, (k, 2) in pixels with y upwards, NaN where it pauses.

    A name may stand at one of `PLACES` places of its curve, on any of four sides. `busy` are places
    of other things, (m, 2). `near_end` is what a pixel of distance from the curve's end costs, in
    places of curves that a name covers. `margin` is how many times smaller, across and up, the
    picture may be shown: there, too, a name is inside the frame and off the others. A name without
    a free place is left out, or stands in a `column` that begins there, as near to the height of
    the curve's end as it can.
    """
    dense = [stations(curve, STEP) for curve in curves]
    sheet, found, left_out = Sheet(frame, size=NOTE_TYPE), list[Label](), list[int]()
    smaller = Sheet(frame, size=NOTE_TYPE)  # the words as they are where the picture is smaller
    for k in sorted(range(len(curves)), key=lambda k: len(dense[k])):
        own, half = dense[k], sheet.half(names[k])
        if not len(own):
            continue
        tried = own[:: -(-len(own) // PLACES)]
        at, side = np.repeat(tried, len(SIDES), axis=0), np.tile(SIDES, (len(tried), 1))
        middle, larger = (at + side * (half + AWAY) * times for times in (1.0, margin))
        others = np.vstack([own[:0], *dense[:k], *dense[k + 1 :]])
        obstacles = [Obstacle(others, 2.0), Obstacle(own, -1.0, 1.5)]
        obstacles += [] if busy is None else [Obstacle(busy, 4.0, 0.7)]
        apart = np.abs(middle[:, None] - others).max(axis=2).min(axis=1, initial=ROOMY)
        cost = near_end * np.hypot(*(at - own[-1]).T) - 1e-3 * apart
        cost[~smaller.free(larger, half * margin)] = np.inf
        best, word, free = sheet.place(names[k], at + AWAY * side, side, cost, obstacles, CROWDED)
        smaller.boxes.extend([(larger[best], half * margin)] if free else [])
        found += [word] if free else []
        left_out += [] if free else [k]
    if column is None:
        return found
    beyond, far = (replace(one, frame=(column, np.inf, *frame[2:])) for one in (sheet, smaller))
    for k in sorted(left_out, key=lambda k: -dense[k][-1, 1]):
        end, half = dense[k][-1], sheet.half(names[k])
        heights = np.arange(frame[2] + half[1], frame[3] - half[1], 2.0)
        at = np.column_stack([np.full(len(heights), column), heights])
        side = np.tile(SIDES[0], (len(at), 1))
        cost, larger = np.abs(heights - end[1]), at + side * half * margin
        cost[~far.free(larger, half * margin)] = np.inf
        best, word, free = beyond.place(names[k], at, side, cost)
        far.boxes.extend([(larger[best], half * margin)] if free else [])
        found += [word._replace(leader=end)] if free else []
    return found
