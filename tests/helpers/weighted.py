"""What the tests of weights have in common."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.state.board.board import Placed
from pages.state.board.experiment import Experiment, change
from tests.helpers.descent_samples import overlapping


def weighed(n=30, seed=0, **words):
    """An experiment on `n` overlapping points with weights that are not whole numbers."""
    rng = np.random.default_rng(seed)
    X, y = overlapping(n, seed=seed)
    w = np.round(rng.uniform(0.2, 3.0, n), 3)
    points = tuple(
        Placed(*map(float, np.round(x, 3)), int(s > 0), 1_000_000 + k, float(v))
        for k, (x, s, v) in enumerate(zip(X, y, w, strict=True))
    )
    return change(Experiment(), **({"dataset": "own", "placed": points} | words))


def unweighed(experiment):
    return change(experiment, placed=tuple(replace(p, weight=1.0) for p in experiment.placed))


def doubled(experiment, k, heavy):
    """Point k once with weight 2, or twice with weight 1."""
    points = list(unweighed(experiment).placed)
    if heavy:
        points[k] = replace(points[k], weight=2.0)
    else:
        points.append(replace(points[k], id=2_000_000))
    return change(experiment, placed=tuple(points))


def apart(seed=0):
    rng = np.random.default_rng(seed)
    X = np.vstack([rng.normal(size=(12, 2)) - 4.0, rng.normal(size=(12, 2)) + 4.0])
    w = rng.uniform(0.2, 3.0, 24)
    points = tuple(
        Placed(float(np.round(x, 3)), float(np.round(z, 3)), int(k >= 12), 1_000_000 + k, float(v))
        for k, ((x, z), v) in enumerate(zip(X, np.round(w, 3), strict=True))
    )
    return change(weighed(), placed=points, kernel="linear", margin="hard")
