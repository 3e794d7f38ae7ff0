"""The convergence bound of stochastic descent."""

from __future__ import annotations

import numpy as np
import pytest

from pages.state.descent.descent_bounds import gradient_bound, sgd_bound
from pages.state.model.optimum import optimum
from svmcore.losses import Hinge, SquaredHinge
from svmcore.objective import CONVENTIONS
from svmcore.sgd import driver as driver
from svmcore.sgd.driver import run_descent
from svmcore.sgd.parametrization import LinearWeights
from svmcore.sgd.schedule import SCHEDULES, BatchPlan
from tests.helpers.descent_samples import (
    overlapping,
)


def objective(way, n, loss=None, C=0.05):
    convention = CONVENTIONS[way]
    return convention.objective(convention.constant_of(C, n), n, loss or Hinge())


@pytest.mark.parametrize("way", ["average", "lambda"])
def test_the_bound_of_stochastic_descent_holds(way):
    """The mean over 20 runs stays below it at every update, and no subgradient is longer than G."""
    X, y = overlapping(40)
    omega = np.random.default_rng(2).uniform(0.3, 2.0, 40)
    data, J, excess = LinearWeights(X, y, omega), objective(way, 40, C=1.0), []
    w, b = optimum(data, J)
    G, rate = gradient_bound(data, J), SCHEDULES["pegasos"]

    def cost(w, b):
        return J.terms(y * (w @ X.T + b[:, None]), (w**2).sum(axis=1), b, omega).total

    for seed in range(20):
        run = run_descent(data, J, BatchPlan(40, 5, seed=seed, replace=True), rate)
        t = np.arange(1.0, len(run.b))
        mean = np.cumsum(np.column_stack([run.v, run.b])[:-1], axis=0) / t[:, None]
        excess.append(cost(mean[:, :2], mean[:, 2]) - cost(w[None], np.array([b])))
        step = np.column_stack([run.v_before - run.v, run.b_before - run.b])[1:]
        assert (np.linalg.norm(step, axis=1) / run.rate[1:]).max() <= G * (1.0 + 1e-12)
    assert (np.mean(excess, axis=0) <= sgd_bound(t, J.rho, G)).all()
    for wrong in (objective("sum", 40), objective(way, 40, SquaredHinge())):
        with pytest.raises(ValueError, match="the bound"):
            gradient_bound(data, wrong)
