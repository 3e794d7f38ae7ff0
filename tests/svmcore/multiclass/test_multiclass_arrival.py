"""Where descents for k classes arrive: at the optimum that a conic solver finds."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from svmcore.kernels import RBF
from svmcore.multiclass.loss import SCORE_LOSSES, cost_of
from svmcore.multiclass.subgradient_descent import MulticlassSchedule, descend
from svmcore.sgd.parametrization import KernelWeights, LinearWeights
from svmcore.sgd.schedule import SCHEDULES
from tests.helpers.grids import few
from tests.helpers.score_losses import clusters, optimum

every_loss = pytest.mark.parametrize("name", SCORE_LOSSES)
RATES = {"constant": 0.004, "inverse_sqrt": 0.05, "inverse": 1.0, "pegasos": 1.0}  # times 1 / rho


@pytest.mark.parametrize(
    ("name", "schedule", "way"),
    few(*itertools.product(SCORE_LOSSES, SCHEDULES, ["sum", "course"])),
)
def test_every_schedule_arrives_at_the_optimum_of_a_conic_solver(name, schedule, way):
    X, y = clusters(20, 3)
    cost = cost_of(way, SCORE_LOSSES[name](), 0.1, np.ones(20))
    least, W, b = optimum(name, X, y, 3, 1.0, cost.rho, cost.kappa, cost.bias_inside)
    eta0 = RATES[schedule] / cost.rho
    run = descend(
        LinearWeights(X, y), 3, MulticlassSchedule(cost, None, schedule, eta0, epochs=2500)
    )
    assert (run.above(least) > -1e-8).all()
    assert run.above(least)[-1] < 1e-3
    # the cost is bent by rho in W: so near the optimum W is near it too
    assert np.abs(run.V[-1] - W).max() <= np.sqrt(2.0 * 1e-3 * least / cost.rho)
    if cost.bias_inside:
        assert np.abs(run.b[-1] - b).max() <= np.sqrt(2.0 * 1e-3 * least / cost.rho)


@every_loss
@pytest.mark.parametrize("kind", ["plane", "kernel"])
def test_the_floor_is_the_cost_of_an_exact_machine(name, kind):
    X, y = clusters(20, 3)
    c = np.random.default_rng(4).uniform(0.5, 2.0, size=20)
    cost, K = cost_of("course", SCORE_LOSSES[name](0.8), 0.2, c), RBF(0.3)(X, X)
    if kind == "kernel":  # W = L' a are the weights in the coordinates L of K = L L'
        values, vectors = np.linalg.eigh(K)
        L, place = vectors * np.sqrt(values), KernelWeights(K, y, c)
        least, W, b = optimum(name, L, y, 3, 0.8, cost.rho, cost.kappa, True, c)
        coef = np.linalg.solve(L.T, W)
    else:
        place = LinearWeights(X, y, c)
        least, W, b = optimum(name, X, y, 3, 0.8, cost.rho, cost.kappa, True, c)
        coef = np.linalg.pinv(X.T) @ W
    run = descend(place, 3, MulticlassSchedule(cost, 1, "pegasos", epochs=20))
    assert run.floor(coef, b) == pytest.approx(least, rel=1e-6)
    assert (run.above(run.floor(coef, b)) > -1e-6).all()
