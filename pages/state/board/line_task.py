"""The sample of the task of the widest margin: it is drawn on one page, and told of on another."""

import math
from functools import lru_cache

import numpy as np

from pages.state.board.board import FIRST_PLACED_ID, Placed, quantise
from pages.state.board.experiment import Experiment

EACH = 12  # points of a class
GAP, NOISE = 0.5, 0.55  # between the classes; standard deviation added for the soft margin
LENGTH, DEPTH = 1.9, 1.1  # of the box of a class: half along the gap, and across it
TILT = math.radians(25.0)  # the gap is turned at least so far from where the drawn line begins


@lru_cache(maxsize=64)
def task_experiment(seed: int, margin: str, C: float) -> Experiment:
    """The linear classifier on a sample that the seed turns by a random angle."""
    rng = np.random.default_rng([seed, 7])
    y = np.repeat([1.0, -1.0], EACH)
    along = rng.uniform(-LENGTH, LENGTH, len(y))
    across = y * (0.5 * GAP + DEPTH * rng.random(len(y)))
    angle = rng.uniform(TILT - 0.5 * np.pi, 0.5 * np.pi - TILT) + np.pi * rng.integers(2)
    normal = np.array([np.cos(angle), np.sin(angle)])
    X = np.outer(across, normal) + np.outer(along, [-normal[1], normal[0]])
    X += rng.uniform(-0.3, 0.3, 2)
    if margin == "soft":
        X += NOISE * rng.standard_normal(X.shape)
    placed = tuple(
        Placed(quantise(a), quantise(b), int(sign > 0.0), FIRST_PLACED_ID + k)
        for k, ((a, b), sign) in enumerate(zip(X, y, strict=True))
    )
    C = C if margin == "soft" else Experiment().C
    return Experiment(dataset="own", placed=placed, kernel="linear", margin=margin, C=C)
