"""Runs and their numbers by other means, for the tests of what is said of the dual."""

from __future__ import annotations

import numpy as np

from pages.state.board.board import Placed
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import Run, run


def machine(**words) -> Run:
    """A run on 40 points unless other words are given."""
    return run(change(Experiment(), **({"n_samples": 40} | words)))


def placed(places, **words) -> Experiment:
    """An experiment on these points (x, y, label) alone."""
    points = tuple(Placed(x, y, label, 1_000_000 + i) for i, (x, y, label) in enumerate(places))
    return change(Experiment(), n_samples=2, removed=(0, 1), placed=points, **words)


def gram(result, Z=None):
    """K between the points and Z, by a formula of its own for the kernels of these tests."""
    X = result.data.X
    Z = X if Z is None else Z
    there = result.experiment
    dots = X @ Z.T
    if there.kernel == "linear":
        return dots
    if there.kernel == "rbf":
        return np.exp(-there["gamma"] * ((X[:, None] - Z[None]) ** 2).sum(axis=2))
    inner = there["gamma"] * dots + there["coef0"]
    return inner ** there["degree"] if there.kernel == "poly" else np.tanh(inner)
