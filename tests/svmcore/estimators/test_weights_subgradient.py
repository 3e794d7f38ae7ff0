"""SubgradientSVC with sample weights: the cost of repeated points, and what an update does."""

from __future__ import annotations

import numpy as np
import pytest

from svmcore import SubgradientSVC
from svmcore.objective import CONVENTIONS
from tests.helpers.descent_samples import overlapping

every_way = pytest.mark.parametrize("way", CONVENTIONS)
FACTORS = {  # rho, kappa over points that weigh n in all, and whether the bias is inside
    "sum": lambda C, n: (1.0, C * n, False),
    "average": lambda C, n: (1.0, C, True),
    "square": lambda C, n: (2.0, C, False),
    "lambda": lambda C, n: (C, 1.0, True),
}


def machine(**words):
    usual = {"learning_rate": "constant", "eta0": 0.02, "max_iter": 40, "random_state": 0}
    return SubgradientSVC(**(usual | words))


@every_way
def test_weights_are_repeated_points_where_an_update_sees_all(way):
    X, y = overlapping(30)
    w = np.random.default_rng(0).integers(0, 4, 30)
    eta0 = 0.001 if way == "sum" else 0.02
    weighted = machine(objective=way, batch_size=None, eta0=eta0).fit(X, y, w)
    rows = np.repeat(np.arange(30), w)
    repeated = machine(objective=way, batch_size=None, eta0=eta0).fit(X[rows], y[rows])
    np.testing.assert_allclose(weighted.coef_, repeated.coef_, rtol=1e-9)
    np.testing.assert_allclose(weighted.intercept_, repeated.intercept_, rtol=1e-9)
    np.testing.assert_allclose(weighted.cost_curve_, repeated.cost_curve_, rtol=1e-9)


@every_way
@pytest.mark.parametrize("d", [2, 5])
def test_single_updates_and_costs_by_hand(way, d):
    X, y = overlapping(25, d)
    s = np.random.default_rng(1).uniform(0.2, 3.0, 25)
    rho, kappa, inside = FACTORS[way](0.7, s.sum())
    found = machine(objective=way, C=0.7, eta0=0.01, shuffle=False, max_iter=3).fit(X, y, s)
    w, b, costs = np.zeros(d), 0.0, []
    for _ in range(3):
        for i in range(25):
            pushes = y[i] * (X[i] @ w + b) < 1.0
            step = 0.01 * kappa * 25 / s.sum() * s[i] * y[i] * pushes
            w = (1.0 - 0.01 * rho) * w + step * X[i]
            b = (1.0 - 0.01 * rho * inside) * b + step
        size = w @ w + (b * b if inside else 0.0)
        loss = s @ np.maximum(0.0, 1.0 - y * (X @ w + b))
        costs.append(0.5 * rho * size + kappa / s.sum() * loss)
    np.testing.assert_allclose(found.coef_[0], w, rtol=1e-9)
    assert found.intercept_[0] == pytest.approx(b, rel=1e-9)
    np.testing.assert_allclose(found.cost_curve_, costs, rtol=1e-9)


def test_one_weight_for_all_is_none_but_for_a_sum():
    X, y = overlapping(30)
    plain = machine().fit(X, y)
    np.testing.assert_array_equal(machine().fit(X, y, np.full(30, 3.0)).coef_, plain.coef_)
    tripled = machine(objective="sum", C=0.1, eta0=1e-3).fit(X, y, np.full(30, 3.0))
    larger = machine(objective="sum", C=0.3, eta0=1e-3).fit(X, y)
    np.testing.assert_allclose(tripled.coef_, larger.coef_, rtol=1e-9)


def test_points_without_weight_are_not_there():
    X, y = overlapping(30)
    w = np.ones(30)
    w[[2, 9]] = 0.0
    left = np.flatnonzero(w)
    np.testing.assert_array_equal(
        machine().fit(X, y, w).coef_, machine().fit(X[left], y[left]).coef_
    )


def test_several_classes_share_the_weights():
    X, _ = overlapping(40)
    y = np.arange(40) % 3
    s = np.random.default_rng(1).uniform(0.2, 3.0, 40)
    found = machine().fit(X, y, s)
    for c in range(3):
        alone = machine().fit(X, np.where(y == c, 1, 0), s)
        np.testing.assert_allclose(found.coef_[c], alone.coef_[0], rtol=1e-12)


@pytest.mark.parametrize("bad", [np.ones(3), -np.ones(30), np.zeros(30)])
def test_what_is_no_weight_is_refused(bad):
    X, y = overlapping(30)
    with pytest.raises(ValueError, match=r"[Ss]ample.weight"):
        machine().fit(X, y, bad)
