"""What the tests of many scene have in common."""

from __future__ import annotations

import numpy as np

from pages.state.board.experiment import Experiment, change
from pages.state.model.scene import fit_view
from pages.state.multiclass.multiclass_run import Scheme, multiclass_run
from pages.state.multiclass.multiclass_scene import multiclass_scene

BOARDS = {
    "blobs": change(Experiment(), dataset="blobs", classes=4, n_samples=80, noise=0.8),
    "moons": change(Experiment(), dataset="moons", classes=5, n_samples=100, gamma=2.0),
    "strips": change(Experiment(), dataset="linear", classes=3, n_samples=60, kernel="linear"),
    "two": change(Experiment(), n_samples=40),
}


def drawn(experiment: Experiment, scheme: str):
    run = multiclass_run(experiment, Scheme(scheme))
    return run, multiclass_scene(run, fit_view(run.data))


def holds(polygons: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """Which of the points Z lie inside: a ray to the right crosses the outlines an odd time."""
    a, b = polygons[:-1], polygons[1:]
    real = np.isfinite(a).all(1) & np.isfinite(b).all(1)
    (ax, ay), (bx, by) = a[real].T, b[real].T
    x, y = Z[:, :1], Z[:, 1:]
    spans = (ay > y) != (by > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        at = ax + (y - ay) / (by - ay) * (bx - ax)
    return np.asarray((spans & (at > x)).sum(1) % 2 == 1)


def places(scene, n: int = 1500) -> np.ndarray:
    x0, x1, y0, y1 = scene.extent
    return np.random.default_rng(3).uniform([x0, y0], [x1, y1], (n, 2))
