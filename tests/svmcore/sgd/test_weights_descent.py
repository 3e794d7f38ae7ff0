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
from tests.helpers.descent_samples import SLOPES, overlapping


def by_hand(K, y, omega, J, rows, rates, radius=np.inf):
    """coef and b after every update by the definition, in plain loops: (T + 1, n + 1)."""
    n, slope = len(y), SLOPES[type(J.loss)]
    a, b, seen = np.zeros(n), 0.0, [np.zeros(n + 1)]
    for batch, eta in zip(rows, rates, strict=True):
        asked = np.zeros(n)
        for i in batch:
            asked[i] -= J.kappa / len(batch) * omega[i] * slope(y[i] * (K[i] @ a + b)) * y[i]
        a = (1.0 - eta * J.rho) * a + eta * asked
        b = (1.0 - eta * J.rho * J.bias_inside) * b + eta * asked.sum()
        size = np.sqrt(a @ K @ a + J.bias_inside * b * b)
        if size > radius:
            a, b = a * radius / size, b * (radius / size if J.bias_inside else 1.0)
        seen.append(np.append(a, b))
    return np.array(seen)


COSTS = [
    Objective(0.3, 2.0, inside, loss)
    for inside in (False, True)
    for loss in (Hinge(), SquaredHinge(), HuberHinge())
] + [Objective(0.0, 1.0, False, PerceptronLoss())]


@pytest.mark.parametrize("d", [2, 4])
@pytest.mark.parametrize("J", COSTS, ids=repr)
@pytest.mark.parametrize(("size", "project"), [(1, False), (1, True), (7, False), (30, True)])
def test_every_update_is_that_of_the_formula(d, J, size, project):
    X, y = overlapping(30, d)
    omega = np.random.default_rng(1).uniform(0.2, 3.0, 30)
    project = project and J.rho > 0.0  # without a penalty there is no ball
    plan, K = BatchPlan(30, 3, size, seed=2), X @ X.T
    rates = SCHEDULES["inverse_sqrt"](np.arange(1.0, plan.total + 1.0), 0.1, J.rho)
    rows = [plan.batch(t).tolist() for t in range(1, plan.total + 1)]
    long = np.inf
    if project:
        factor = J.loss(np.zeros(1))[0] * (1.0 if isinstance(J.loss, Hinge) else 2.0)
        long = float(np.sqrt(factor * J.kappa * omega.sum() / 30 / J.rho))
    seen = by_hand(K, y, omega, J, rows, rates, long)
    how = {"rule": Descend(project)}
    kernel = run_descent(KernelWeights(K, y, omega), J, plan, SCHEDULES["inverse_sqrt"], 0.1, **how)
    np.testing.assert_allclose(kernel.v, seen[:, :-1], atol=1e-9 * np.abs(seen).max())
    np.testing.assert_allclose(kernel.b, seen[:, -1], atol=1e-9 * np.abs(seen).max())
    plain = run_descent(LinearWeights(X, y, omega), J, plan, SCHEDULES["inverse_sqrt"], 0.1, **how)
    np.testing.assert_allclose(plain.v, seen[:, :-1] @ X, atol=1e-9 * np.abs(seen).max())
    np.testing.assert_allclose(plain.b, seen[:, -1], atol=1e-9 * np.abs(seen).max())


@pytest.mark.parametrize("loss", [Hinge(), SquaredHinge(), HuberHinge()], ids=repr)
@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("kernel", [False, True])
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
