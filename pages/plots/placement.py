"""Where words can stand in the picture: on no line, on no other word, on few points.

A word is a box, estimated in pixels of a picture of the usual size. It stands beside an anchor, on
the side of a direction, as Plotly puts it there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pages.state.scene import LEVELS
from svmcore.arrays import Array, Bools
from svmcore.grid import DecisionGrid, Extent

PICTURE = (740.0, 590.0)  # pixels
LETTER, HIGH = 7.5, 18.0  # pixels of a letter of 14 px
AWAY = 11.0  # pixels between an anchor and its word
DOT = 8.0  # radius of a point with its ring, in pixels
_SAMPLES = np.array([[x, y] for y in (-1.0, 1.0) for x in (-1.0, -0.5, 0.0, 0.5, 1.0)])


def pixel(view: Extent) -> float:
    """The length of a pixel in data units."""
    return max((view[1] - view[0]) / PICTURE[0], (view[3] - view[2]) / PICTURE[1])


def sides(towards: Array) -> Array:
    """On which side of its anchor a word stands: -1, 0, 1 in x and in y; shape (m, 2)."""
    share = towards / np.maximum(np.abs(towards).max(axis=1, keepdims=True), 1e-300)
    return np.asarray(np.where(np.abs(share) > 0.4, np.sign(share), 0.0))


def stands(at: Array, towards: Array, view: Extent) -> Array:
    """The anchors moved a little towards their words, shape (m, 2)."""
    length = np.maximum(np.hypot(towards[:, 0], towards[:, 1]), 1e-300)
    return np.asarray(at + AWAY * pixel(view) * towards / length[:, None])


@dataclass
class Sheet:
    """A picture that is being lettered: f, what is in the way, the words so far.

    Points in the way are (k, 2), words are pairs of lower left and upper right corners.
    """

    grid: DecisionGrid
    view: Extent
    points: Array
    words: list[Array] = field(default_factory=list)

    def place(self, letters: int, at: Array, towards: Array, cost: Array) -> tuple[int, bool]:
        """The best of the places for a word, which is written there, and whether it is free.

        `cost` is what a place costs by itself, in points that the word would cover. A word that
        can stand nowhere is not written.
        """
        if not len(at):
            return 0, False
        px = pixel(self.view)
        half = 0.5 * px * np.array([LETTER * letters, HIGH])
        middle = stands(at, towards, self.view) + sides(towards) * half
        free = np.flatnonzero(~self._hits(middle, half))
        tried = free if len(free) else np.arange(len(at))
        off_x = np.abs(middle[tried, 0, None] - self.points[:, 0]) - half[0]
        off_y = np.abs(middle[tried, 1, None] - self.points[:, 1]) - half[1]
        off = np.maximum(off_x, off_y)  # from the box to each point, negative inside
        room = off.min(axis=1, initial=60.0 * px) / px
        total = cost[tried] + (off < DOT * px).sum(axis=1) - room / 100.0
        best = int(tried[total.argmin()])
        if len(free):
            self.words.append(np.array([middle[best] - half, middle[best] + half]))
        return best, bool(len(free))

    def _hits(self, middle: Array, half: Array) -> Bools:
        """Which boxes leave the view, cover a word, or have f on both sides of a line."""
        x0, x1, y0, y1 = self.view
        (x, y), (a, b) = middle.T, half
        bad = (x - a < x0) | (x + a > x1) | (y - b < y0) | (y + b > y1)
        for (left, low), (right, high) in self.words:
            bad |= (x - a < right) & (x + a > left) & (y - b < high) & (y + b > low)
        f = self.grid.at((middle + (half * _SAMPLES)[:, None]).reshape(-1, 2))
        band = np.searchsorted(LEVELS, f).reshape(len(_SAMPLES), -1)
        return np.asarray(bad | (band != band[0]).any(axis=0))
