"""The first model of many points: near the optimum, by few passes, for every kind of task."""

from __future__ import annotations

import numpy as np
import pytest

from svmcore.engine import FeatureSpace, classification, nu_classification, regression, train
from svmcore.engine.smoothed import smoothed
from tests.helpers.samples import sample

N = 4000


def tasks():
    X, y = sample("moons", N)
    C = np.full(N, 1.0)
    z = X @ [1.0, -2.0] + 0.3 * np.random.default_rng(0).normal(size=N)
    of_y = [classification(y, c * C) for c in (1e-2, 1.0, 1e4)]
    return X, [*of_y, regression(z, C, 0.1), nu_classification(y, 0.4, C)]


@pytest.mark.parametrize("kind", range(5))
def test_the_model_is_nearly_the_best_and_its_multipliers_say_which_points_are_undecided(kind):
    X, of_kinds = tasks()
    space, task = FeatureSpace(X), of_kinds[kind]
    state, used = smoothed(space, task, 1000)
    assert 4 <= used <= 40
    w = np.linalg.lstsq(X, state.scores)[0]

    def primal(w, v):
        short = np.maximum(task.q - task.values(X @ w, v), 0.0)
        return float(0.5 * w @ w + task.total @ v + task.C @ short)

    best = train(space, task)
    nothing = primal(np.zeros(2), task.best_multipliers(np.zeros(N)))
    gained = nothing - best.certificate.primal
    assert primal(w, state.v) - best.certificate.primal <= 1e-3 * gained
    undecided = (state.a > 0.0) & (state.a < task.C)
    assert undecided.mean() < 0.05
    decided = ~undecided & ((best.a == 0.0) | (best.a == task.C))
    assert (state.a == best.a)[decided].mean() > 0.995
