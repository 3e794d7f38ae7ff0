"""Placement of labels: of the candidate places the cheapest that is free."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from pages.datasets.limits import Extent
from pages.plots.layout_sizes import LABEL_TYPE, NOTE_TYPE
from svmcore.arrays import Array, Bools

# pixels of a letter's width and of a line's height
TYPE = {NOTE_TYPE: (7.3, 17.0), LABEL_TYPE: (7.5, 18.0)}
DOT = 8.0  # radius of a point with its ring, in pixels
ROOMY = 60.0  # pixels of distance beyond which more is no better


class Label(NamedTuple):
    """A text at a place, on the side of it that Plotly's word `position` says.

    leader : where a line has to lead to it from, None where it stands beside what it names.
    """

    text: str
    at: Array
    position: str = "middle center"
    leader: Array | None = None


class Obstacle(NamedTuple):
    """Points, (k, 2), that a word should not come nearer to than `reach` pixels.

    price : of each point covered. room : worth of a pixel of distance from the nearest one.
    """

    points: Array
    reach: float
    price: float = 1.0
    room: float = 0.0


@dataclass(frozen=True, eq=False)
class Sheet:
    """A picture on which labels are placed, in the picture's units.

    pixel : the size of a pixel, (2,). size : of the type, in pixels
    barred : of boxes, middles (m, 2) and half their size (2,), those that may not be written in
    boxes : the words so far, each the middle of its box and half its size
    """

    frame: Extent
    pixel: Array | float = 1.0
    barred: Callable[[Array, Array], Bools] | None = None
    size: int = LABEL_TYPE
    boxes: list[tuple[Array, Array]] = field(default_factory=list)

    def half(self, text: str) -> Array:
        """Half the width and half the height of a word."""
        width, height = TYPE[self.size]
        return np.asarray(0.5 * np.array([width * len(text), height]) * self.pixel)

    def free(self, middle: Array, half: Array) -> Bools:
        """Which boxes, middles (m, 2) and half their size (2,), are in the frame and off words."""
        free = inside(middle, half, self.frame)
        for there, size in self.boxes:
            free &= (np.abs(middle - there) >= half + size).any(axis=1)
        return free

    def place(
        self,
        text: str,
        at: Array,
        side: Array,
        cost: Array,
        obstacles: Sequence[Obstacle] = (),
        most: float = np.inf,
    ) -> tuple[int, Label, bool]:
        """The best of m places for a word, the word there, and whether the place is free.

        at : (m, 2). side : (m, 2), -1, 0 or 1 in x and in y, the side of it where the word stands.
        cost : (m,), of the place itself, to which that of what the word covers is added; infinite
        where it must not stand.

        A place is free where the word's box is inside the frame, off other words, not barred, and
        covers no more than costs `most`. The cheapest free one is taken; without one the cheapest
        is returned, and nothing written.
        """
        half = self.half(text)
        middle = at + side * half
        free = self.free(middle, half)
        if self.barred is not None:
            free &= ~self.barred(middle, half)
        covered, total = np.zeros(len(at)), np.array(cost)
        words, size = (middle / self.pixel).T[:, :, None], half / self.pixel
        for points, reach, price, room in obstacles:
            # in pixels, negative inside; a column at a time: a reduction over two numbers is slow
            off_x, off_y = np.abs(words - (points / self.pixel).T[:, None])
            off = np.maximum(off_x - size[0], off_y - size[1])
            covered += price * (off < reach).sum(axis=1)
            total -= room * off.min(axis=1, initial=ROOMY)
        free &= (covered <= most) & (total < np.inf)
        total = np.where(free | ~free.any(), total + covered, np.inf)
        best = int(total.argmin())
        if free[best]:
            self.boxes.append((middle[best], half))
        x, y = side[best].astype(int)
        position = f"{('middle', 'top', 'bottom')[y]} {('center', 'right', 'left')[x]}"
        return best, Label(text, at[best], position), bool(free[best])


def inside(middle: Array, half: Array, frame: Extent) -> Bools:
    """Which boxes do not leave the frame."""
    low, high = np.reshape(frame, (2, 2)).T
    return np.asarray(((middle - half >= low) & (middle + half <= high)).all(axis=1))


def stations(curve: Array, step: float) -> Array:
    """Points every `step` along a polyline, (k, 2); rows of NaN part the polyline."""
    pieces = np.split(curve, np.flatnonzero(np.isnan(curve).any(axis=1)))
    found = [np.empty((0, 2))]
    for piece in pieces:
        clear = piece[~np.isnan(piece).any(axis=1)]
        length = np.hypot(*np.diff(clear, axis=0).T).cumsum()
        if not len(length):
            found.append(clear)
            continue
        along = np.linspace(0.0, length[-1], max(2, int(length[-1] / step) + 1))
        found.append(np.column_stack([np.interp(along, [0.0, *length], x) for x in clear.T]))
    return np.vstack(found)


def word_trace(
    words: Sequence[Label], uid: str = "labels", size: int = LABEL_TYPE
) -> dict[str, Any]:
    """All words as one trace: annotations cost plotly.js ten times as much."""
    return {
        "type": "scatter",
        "uid": uid,
        "mode": "text",
        "x": [float(word.at[0]) for word in words],
        "y": [float(word.at[1]) for word in words],
        "text": [word.text for word in words],
        "textposition": [word.position for word in words],
        "textfont": {"size": size, "color": "$ink"},
        "hoverinfo": "skip",
    }
