"""Examples that mislead: units, copies, outliers, places far away, scores of labels."""

import numpy as np

from pages.lessons.model.two_classes import OVERLAP, by_hand, weights, with_point
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import data_of, run

UNIT = 100.0  # of the second feature
RANDOM = change(Experiment(), dataset="random", n_samples=40)
NARROW = change(RANDOM, gamma=50.0, C=100.0)
CELLS = 8  # of a map, for C and for gamma
SHARP = change(Experiment(), gamma=5.0, C=10.0)
FAR = (2.6, 2.2)  # a place without points near it
STRAY = (-2.6, 2.0, 1)
CS = (0.01, 1.0, 100.0)
WITH_STRAY = with_point(OVERLAP, STRAY)
RARE = change(OVERLAP, balance=0.2, n_samples=200, C=0.1)


def _points(experiment: Experiment) -> list[tuple[float, float, int]]:
    data = data_of(experiment)
    return [(float(a), float(b), int(y > 0.0)) for (a, b), y in zip(data.X, data.y, strict=True)]


MOONS = Experiment()
UNSCALED = by_hand((x, UNIT * y, label) for x, y, label in _points(MOONS))
COPIES = by_hand(2 * _points(NARROW), gamma=NARROW["gamma"], C=NARROW.C)


def turned(C: float) -> float:
    """By how many degrees the stray point turns the boundary."""
    (a, _), (b, _) = (weights(run(change(one, C=C))) for one in (OVERLAP, WITH_STRAY))
    return float(np.degrees(np.arccos(a @ b / np.sqrt((a @ a) * (b @ b)))))


def far_value() -> tuple[float, float]:
    """f at the place far away, and b."""
    shown = run(SHARP)
    assert shown.model is not None
    return float(shown.model(np.array([FAR]))[0]), shown.model.intercept
