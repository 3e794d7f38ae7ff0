"""A line that separates two classes and is not the SVM's: its margin, and points that move."""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pages.lessons.model.two_classes import weights, width
from pages.state.board.experiment import Experiment
from pages.state.board.line_task import task_experiment
from pages.state.model.moved_points import separated
from pages.state.model.run import data_of, run
from svmcore.arrays import Array

SEED = 1  # of the task
WIDEST_SHARE = 0.35  # of the largest width, at most: a line whose margin is clearly not the widest
STEP = math.radians(1.0)
REACH = 1.4  # from the middle of the line to its handles
MOVE = 0.35  # by which points move at most: less than half of the largest width
INSIDE = 1e-3  # by which the margin stays off the points, for the rounding of the handles


class TurnedLine(NamedTuple):
    """A line through `first` and `second`, (2,) each, f = +1 is `distance` to the left of it."""

    first: Array
    second: Array
    distance: float

    @property
    def width(self) -> float:
        """Of the margin: no point is inside it, and one of each class is on it but for INSIDE."""
        return 2.0 * self.distance


def task() -> Experiment:
    """The points and the hard margin."""
    return task_experiment(SEED, "hard", 1.0)


def widest() -> float:
    """The largest width."""
    return width(run(task()))


@lru_cache(maxsize=1)
def turned_line() -> TurnedLine:
    """The SVM's line, turned until its margin has `WIDEST_SHARE` of the width, and still separates.

    The margin of a normal n is from the nearest point of class -1 along n to that of class +1, and
    the line in the middle.
    """
    data = data_of(task())
    w, _ = weights(run(task()))
    start, positive = math.atan2(w[1], w[0]), data.y > 0.0
    for k in range(1, 90):
        normal = np.array([math.cos(start + k * STEP), math.sin(start + k * STEP)])
        along = data.X @ normal
        low, high = float(along[~positive].max()), float(along[positive].min())
        if high - low <= WIDEST_SHARE * widest():
            break
    direction = np.array([normal[1], -normal[0]])  # n is to its left
    middle = 0.5 * (low + high) * normal + float(np.median(data.X @ direction)) * direction
    first, second = (np.round(middle + side * REACH * direction, 4) for side in (-1.0, 1.0))
    return TurnedLine(first, second, round(0.5 * (high - low) - INSIDE, 4))


def stable_draws() -> tuple[int, int]:
    """In how many draws of points that move by up to MOVE this line and the SVM's separate them."""
    data, line = data_of(task()), turned_line()
    along = (line.second - line.first) / np.hypot(*(line.second - line.first))
    normal = np.array([-along[1], along[0]])
    own = (normal, -float(normal @ line.first))
    best = weights(run(task()))
    counts = (int(separated(w, b, data.X, data.y, MOVE, SEED).sum()) for w, b in (own, best))
    return next(counts), next(counts)
