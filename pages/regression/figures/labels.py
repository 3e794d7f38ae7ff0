"""The names of f and of the tube's edges, where they cover no line and no point."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pages.plots.placement import DOT, HIGH, LETTER, PICTURE
from pages.regression.model.drawing import TubeDrawing
from svmcore.arrays import Array, Bools
from svmcore.grid import Extent

PLACES = 60  # along the picture
NEAR = 3.0  # pixels between a word and its line
NARROW = 2.4  # times: as much wider is a word beside the picture of a phone
EMPTY = "Click here to place points"


class TubeLabel(NamedTuple):
    """A text above the place (x, z) for `side` 1, below it for -1, in the middle of it for 0."""

    x: float
    z: float
    text: str
    side: int = 0


def lettering(drawn: TubeDrawing, view: Extent, show: tuple[str, ...]) -> list[TubeLabel]:
    """The words of the picture; a line without a free place beside it has none.

    f has its name inside the tube if it has room there, else outside with the others.
    """
    x0, x1, y0, y1 = view
    if not len(drawn.fitted):
        return [TubeLabel(0.5 * (x0 + x1), 0.5 * (y0 + y1), EMPTY)]
    if not len(drawn.x):
        return []
    with_tube = "tube" in show
    board = _Board(drawn, view, with_tube, "slack" in show)
    epsilon = drawn.fitted.epsilon
    wanted: list[tuple[str, float, tuple[float, ...]]] = [("f", 0.0, (1.0, -1.0))]
    if with_tube and epsilon > 0.0:
        wanted += [("f + ε", epsilon, (1.0,)), ("f − ε", -epsilon, (-1.0,))]
    found = (board.place(text, shift, sides) for text, shift, sides in wanted)
    return [word for word in found if word is not None]


class _Board:
    """A picture in pixels that is being lettered: its lines, its points, the words so far."""

    def __init__(self, drawn: TubeDrawing, view: Extent, with_tube: bool, with_slack: bool) -> None:
        self.drawn, self.view = drawn, view
        self.f = drawn.x, drawn.f
        self.pixel = np.array([(view[1] - view[0]) / PICTURE[0], (view[3] - view[2]) / PICTURE[1]])
        self.points = self._pixels(drawn.fitted.x, drawn.fitted.z)
        epsilon = drawn.fitted.epsilon
        self.shifts = (0.0, epsilon, -epsilon) if with_tube else (0.0,)
        self.others = [] if drawn.ghost is None else [drawn.ghost]  # curves
        x, *ends = drawn.sticks if with_slack else np.empty((3, 0))
        low, high = np.sort(ends, axis=0)
        self.sticks = np.stack([self._pixels(x, low), self._pixels(x, high)])
        self.words: list[Array] = []  # left, right, low, high

    def place(self, text: str, shift: float, sides: tuple[float, ...]) -> TubeLabel | None:
        """Beside the line f + shift, as far right as there is room, clear of everything."""
        half = 0.5 * LETTER * len(text), 0.5 * HIGH
        room = NARROW * half[0]
        middles = np.linspace(PICTURE[0] - room, room, PLACES)
        for side in sides:
            low, high = self._span(self.f, middles - half[0], middles + half[0])
            line = (high if side > 0.0 else low) + shift / self.pixel[1]
            foot = line + side * NEAR
            z = foot + side * half[1]
            boxes = np.stack([middles - half[0], middles + half[0], z - half[1], z + half[1]])
            free = np.flatnonzero(self._free(boxes))
            if len(free):
                k = int(free[0])
                self.words.append(boxes[:, k])
                x, y = self.view[0] + middles[k] * self.pixel[0], foot[k] * self.pixel[1]
                return TubeLabel(float(x), float(self.view[2] + y), text, int(side))
        return None

    def _pixels(self, x: Array, z: Array) -> Array:
        return np.stack([(x - self.view[0]) / self.pixel[0], (z - self.view[2]) / self.pixel[1]])

    def _span(self, curve: tuple[Array, Array], left: Array, right: Array) -> tuple[Array, Array]:
        """The least and the largest of a curve from left to right, in pixels, with its spikes."""
        x, f = self._pixels(*curve)
        ends = np.interp(np.stack([left, right]), x, f)
        within = (x > left[:, None]) & (x < right[:, None])
        low = np.where(within, f, np.inf).min(axis=1)
        high = np.where(within, f, -np.inf).max(axis=1)
        return np.minimum(low, ends.min(axis=0)), np.maximum(high, ends.max(axis=0))

    def _free(self, boxes: Array) -> Bools:
        left, right, low, high = boxes
        bad = (left < 0.0) | (right > PICTURE[0]) | (low < 0.0) | (high > PICTURE[1])
        least, most = self._span(self.f, left, right)
        for shift in self.shifts:
            up = shift / self.pixel[1]
            bad |= (most + up > low - 2.0) & (least + up < high + 2.0)
        for curve in self.others:
            least, most = self._span(curve, left, right)
            bad |= (most > low - 2.0) & (least < high + 2.0)
        (x, start), (_, end) = self.sticks[..., None]
        within = (x > left - 3.0) & (x < right + 3.0)
        bad |= (within & (end > low - 2.0) & (start < high + 2.0)).any(axis=0)
        x, z = self.points[:, :, None]
        hit = (x > left - DOT) & (x < right + DOT) & (z > low - DOT) & (z < high + DOT)
        bad |= hit.any(axis=0)
        for a, b, c, d in self.words:
            bad |= (left < b) & (right > a) & (low < d) & (high > c)
        return np.asarray(~bad)
