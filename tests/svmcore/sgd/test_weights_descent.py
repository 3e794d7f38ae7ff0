"""A weight is a factor of a point's loss: in every rule, the optimum, the films and the races."""

from __future__ import annotations

import numpy as np
import pytest

from svmcore.losses import Hinge, HuberHinge, SquaredHinge
from svmcore.objective import Objective, PerceptronLoss
from svmcore.sgd.driver import run_descent
from svmcore.sgd.parametrization import KernelWeights, LinearWeights
from svmcore.sgd.schedule import SCHEDULES, BatchPlan
from svmcore.sgd.update_rules import Descend
from svmcore.solvers.optimum import optimum
from tests.helpers.descent_samples import course, overlapping, textbook
from tests.helpers.grids import grid

COSTS = [
    Objective(0.3, 2.0, inside, loss)
    for inside in (False, True)
    for loss in (Hinge(), SquaredHinge(), HuberHinge())
] + [Objective(0.0, 1.0, False, PerceptronLoss())]


@pytest.mark.parametrize(
    ("d", "J", "size", "project"), grid([2, 4], COSTS, [1, 7, 30], [False, True]), ids=repr
)
def test_every_update_is_that_of_the_formula(d, J, size, project):
    X, y = overlapping(30, d)
    omega = np.random.default_rng(1).uniform(0.2, 3.0, 30)
    project = project and J.rho > 0.0  # without a penalty there is no ball
    plan, radius = BatchPlan(30, 3, size, seed=2), np.inf
    if project:
        factor = J.loss(np.zeros(1))[0] * (1.0 if isinstance(J.loss, Hinge) else 2.0)
        radius = float(np.sqrt(factor * J.kappa * omega.sum() / 30 / J.rho))
    there = textbook(X, y, J, course(plan, "inverse_sqrt", 0.1, J.rho), omega, radius)
    for place in (LinearWeights(X, y, omega), KernelWeights(X @ X.T, y, omega)):
        run = run_descent(place, J, plan, SCHEDULES["inverse_sqrt"], 0.1, rule=Descend(project))
        w = run.v if isinstance(place, LinearWeights) else run.v @ X
        np.testing.assert_allclose(w, there[:, :-1], atol=1e-9 * np.abs(there).max())
        np.testing.assert_allclose(run.b, there[:, -1], atol=1e-9 * np.abs(there).max())


@pytest.mark.parametrize(
    ("loss", "inside", "kernel"),
    grid([Hinge(), SquaredHinge(), HuberHinge()], [False, True], [False, True]),
    ids=repr,
)
def test_the_optimum_of_weighted_losses(loss, inside, kernel):
    X, y = overlapping(40)
    omega = np.random.default_rng(4).uniform(0.2, 3.0, 40)
    J = Objective(0.7, 3.0, inside, loss)
    K = np.exp(-0.5 * ((X[:, None] - X[None]) ** 2).sum(2))
    place = KernelWeights(K, y, omega) if kernel else LinearWeights(X, y, omega)
    v, b = optimum(place, J)

    def cost(change, shift):
        f = (K @ (v + change) if kernel else X @ (v + change)) + b + shift
        square = (v + change) @ (K if kernel else np.eye(2)) @ (v + change)
        square += (b + shift) ** 2 if inside else 0.0
        return 0.5 * 0.7 * square + 3.0 / 40 * (omega * loss(y * f)).sum()

    least, rng = cost(np.zeros_like(v), 0.0), np.random.default_rng(5)
    for scale in (1e-4, 1e-2, 1.0):
        for _ in range(20):
            assert cost(scale * rng.normal(size=len(v)), scale * rng.normal()) >= least - 1e-9


def test_the_cost_and_the_gradient_of_weights_are_those_of_repeated_points():
    X, y = overlapping(25)
    counts = np.random.default_rng(2).integers(0, 4, 25)
    rows = np.repeat(np.arange(25), counts)
    J, w, b = Objective(0.5, 4.0, True, HuberHinge()), np.array([[0.3, -0.8]]), np.array([0.2])
    many = Objective(0.5, 4.0 * len(rows) / 25, True, HuberHinge())
    margins, square = y * (w @ X.T + b), (w**2).sum(1)
    total = J.terms(margins, square, b, counts).total
    np.testing.assert_allclose(total, many.terms(margins[:, rows], square, b).total, rtol=1e-12)
    here, there = J.gradient(w[0], 0.2, X, y, counts), many.gradient(w[0], 0.2, X[rows], y[rows])
    np.testing.assert_allclose(np.append(*here), np.append(*there), rtol=1e-12)
