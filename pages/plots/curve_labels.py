"""Names beside curves: each where it covers nothing and no other curve is as near.

All in pixels of a picture of the usual size. A name may stand at any place of its curve, on any of
four sides.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from svmcore.arrays import Array, Bools

LETTER, HIGH = 7.3, 17.0  # of 13 px type
AWAY = 5.0  # between a curve and its name
STEP = 7.0  # between two places that are tried
CROWDED = 1.9  # what a name may cover, in places of curves, before it is left out
SIDES = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
POSITIONS = ("middle right", "middle left", "top center", "bottom center")


class Name(NamedTuple):
    """A word, where it begins or ends beside its curve, and Plotly's word for the side.

    `leader` is where a line has to lead to it from, None where it stands beside its curve.
    """

    word: str
    at: Array
    position: str
    leader: Array | None = None


def names_beside(
    curves: list[Array],
    words: list[str],
    frame: tuple[float, float, float, float],
    *,
    busy: Array | None = None,
    near_end: float = 0.0,
    margin: float = 1.0,
    column: float | None = None,
) -> list[Name]:
    """A place for each word beside its curve, (k, 2) in pixels with y upwards, NaN where it pauses.

    `frame` is (x0, x1, y0, y1); `busy` are places of other things, (m, 2). `near_end` is what a
    pixel of distance from the curve's end costs, in places of curves that a name covers. `margin`
    is how many times its size a word must find inside the frame, for a picture that may be shown
    smaller. A word without a free place is left out, or stands in a `column` that begins there.
    """
    dense = [_stations(curve) for curve in curves]
    found: list[Name] = []
    boxes: list[tuple[Array, Array]] = []
    left_out: list[int] = []
    for k in sorted(range(len(curves)), key=lambda k: len(dense[k])):
        at = dense[k]
        if not len(at):
            continue
        half = np.array([0.5 * LETTER * len(words[k]), 0.5 * HIGH])
        middle = (at[:, None] + SIDES * (half + AWAY)).reshape(-1, 2)
        others = np.vstack([dense[j] for j in range(len(curves)) if j != k] or [at[:0]])
        cost = _within(middle, half + 2.0, others) + 1.5 * _within(middle, half - 1.0, at)
        if busy is not None and len(busy):
            cost += 0.7 * _within(middle, half + 4.0, busy)
        larger = (at[:, None] + SIDES * margin * (half + AWAY)).reshape(-1, 2)
        free = _inside(larger, margin * half, frame) & _free(middle, half, boxes)
        free &= cost <= CROWDED
        if not free.any():
            left_out.append(k)
            continue
        total = cost + near_end * np.repeat(_to_end(at), len(SIDES))
        total += 1e-3 * _closest(middle, others)
        best = int(np.where(free, total, np.inf).argmin())
        boxes.append((middle[best], half))
        side = best % len(SIDES)
        place = at[best // len(SIDES)] + AWAY * SIDES[side]
        found.append(Name(words[k], place, POSITIONS[side]))
    for k in sorted(left_out, key=lambda k: -dense[k][-1, 1]) if column is not None else ():
        name = _in_column(words[k], dense[k][-1], np.array([column, *frame[2:]]), boxes)
        found += [] if name is None else [name]
    return found


def _in_column(
    word: str, end: Array, column: Array, boxes: list[tuple[Array, Array]]
) -> Name | None:
    """The free place of a column (x, y0, y1) that is nearest to the height of the curve's end."""
    half = np.array([0.5 * LETTER * len(word), 0.5 * HIGH])
    heights = np.arange(column[1] + half[1], column[2] - half[1], 2.0)
    middle = np.column_stack([np.full(len(heights), column[0] + half[0]), heights])
    free = _free(middle, half, boxes)
    if not free.any():
        return None
    best = int(np.where(free, np.abs(heights - end[1]), np.inf).argmin())
    boxes.append((middle[best], half))
    return Name(word, middle[best] - [half[0], 0.0], POSITIONS[0], end)


def _stations(curve: Array) -> Array:
    """Places every STEP along a polyline."""
    pieces = np.split(curve, np.flatnonzero(np.isnan(curve).any(axis=1)))
    found = []
    for piece in pieces:
        clear = piece[~np.isnan(piece).any(axis=1)]
        if len(clear) < 2:
            found.append(clear)
            continue
        length = np.concatenate([[0.0], np.hypot(*np.diff(clear, axis=0).T).cumsum()])
        along = np.linspace(0.0, length[-1], max(2, int(length[-1] / STEP) + 1))
        found.append(np.column_stack([np.interp(along, length, clear[:, j]) for j in (0, 1)]))
    return np.vstack(found) if found else np.empty((0, 2))


def _within(middle: Array, half: Array, points: Array) -> Array:
    """How many points each box covers."""
    off = np.abs(middle[:, None] - points[None]) - half
    return np.asarray((off < 0.0).all(axis=2).sum(axis=1).astype(float))


def _closest(middle: Array, others: Array) -> Array:
    """How near the nearest other curve is, in pixels below 60: room is good."""
    if not len(others):
        return np.zeros(len(middle))
    off = np.abs(middle[:, None] - others[None]).max(axis=2).min(axis=1)
    return np.asarray(60.0 - np.minimum(off, 60.0))


def _to_end(at: Array) -> Array:
    return np.asarray(np.hypot(*(at - at[-1]).T))


def _inside(middle: Array, half: Array, frame: tuple[float, float, float, float]) -> Bools:
    """Boxes that do not leave the frame."""
    x0, x1, y0, y1 = frame
    low, high = middle - half, middle + half
    return np.asarray((low >= [x0, y0]).all(axis=1) & (high <= [x1, y1]).all(axis=1))


def _free(middle: Array, half: Array, boxes: list[tuple[Array, Array]]) -> Bools:
    """Boxes that touch no other word."""
    good = np.ones(len(middle), dtype=bool)
    for there, size in boxes:
        good &= (np.abs(middle - there) >= half + size).any(axis=1)
    return good
