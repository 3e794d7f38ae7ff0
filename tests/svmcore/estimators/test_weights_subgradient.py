"""SubgradientSVC with sample weights: the cost of repeated points, and what an update does."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import SGDClassifier
from sklearn.utils.class_weight import compute_class_weight

from svmcore import SVC, SubgradientSVC
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


@pytest.mark.parametrize("bad", [np.ones(3), -np.ones(30), np.zeros(30)])
def test_what_is_no_weight_is_refused(bad):
    X, y = overlapping(30)
    with pytest.raises(ValueError, match=r"[Ss]ample.weight"):
        machine().fit(X, y, bad)


def theirs(C, eta0, **words):
    """scikit-learn's descent on |w|^2 + C mean loss: alpha/2 |w|^2 + mean loss, times C."""
    return SGDClassifier(
        alpha=2.0 / C, learning_rate="constant", eta0=C * eta0, shuffle=False, tol=None, **words
    )


def uneven(n):
    weight = np.random.default_rng(4).uniform(0.2, 3.0, n)
    return weight / weight.mean()


CLASS_WEIGHTS = [{0: 3.0}, {0: 0.2, 1: 1.7}, "balanced"]


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("asked", CLASS_WEIGHTS, ids=str)
def test_class_weights_are_those_of_sgd_classifier(asked, classes):
    X, _ = overlapping(40)
    y = (np.arange(40) % 7) % classes
    for weight in (None, uneven(40)):
        ours = machine(objective="square", C=0.5, shuffle=False, max_iter=4, class_weight=asked)
        found = ours.fit(X, y, weight)
        there = theirs(0.5, 0.02, max_iter=4, class_weight=asked).fit(X, y, sample_weight=weight)
        np.testing.assert_allclose(found.coef_, there.coef_, rtol=1e-9)
        np.testing.assert_allclose(found.intercept_, there.intercept_, rtol=1e-9)
        expected = compute_class_weight(asked, classes=np.unique(y), y=y)
        np.testing.assert_allclose(found.class_weight_, expected)


def test_a_stream_with_weights_is_that_of_sgd_classifier():
    X, _ = overlapping(40)
    y = (np.arange(40) % 7) % 3
    weight, asked = np.random.default_rng(4).uniform(0.2, 9.0, 40), {0: 0.2, 1: 1.7}
    ours = machine(objective="square", C=0.5, shuffle=False, class_weight=asked)
    there = theirs(0.5, 0.02, class_weight=asked)
    for first in range(0, 40, 10):
        some = slice(first, first + 10)
        ours.partial_fit(X[some], y[some], classes=[0, 1, 2], sample_weight=weight[some])
        there.partial_fit(X[some], y[some], classes=[0, 1, 2], sample_weight=weight[some])
        np.testing.assert_allclose(ours.coef_, there.coef_, rtol=1e-9)
        np.testing.assert_allclose(ours.intercept_, there.intercept_, rtol=1e-9)
    np.testing.assert_array_equal(ours.class_weight_, [0.2, 1.7, 1.0])


def test_a_stream_leaves_out_rows_without_weight():
    X, y = overlapping(20)
    weight = np.ones(20)
    weight[[3, 8]] = 0.0, -1.0
    with_them = machine().partial_fit(X, y, [-1, 1], weight)
    left = weight > 0.0
    without = machine().partial_fit(X[left], y[left], [-1, 1])
    np.testing.assert_array_equal(with_them.coef_, without.coef_)
    assert with_them.t_ == 18
    with pytest.raises(ValueError, match="all samples have zero or negative weights"):
        with_them.partial_fit(X, y, sample_weight=-weight * left)


@pytest.mark.parametrize("asked", ["balanced", "weighted_balanced"])
def test_balanced_counts_the_rows_left_out_and_weighted_balanced_the_weights(asked):
    X, y = overlapping(20)
    weight = np.where((y > 0.0) & (np.arange(20) < 12), 0.0, 2.0)
    found = machine(class_weight=asked, max_iter=1).fit(X, y, weight).class_weight_
    np.testing.assert_allclose(found, SVC(class_weight=asked).fit(X, y, weight).class_weight_)
    sizes = np.bincount(y > 0.0) if asked == "balanced" else np.bincount(y > 0.0, weight)
    np.testing.assert_allclose(found, sizes.sum() / (2.0 * sizes))


@pytest.mark.parametrize("asked", ["balanced", "weighted_balanced"])
def test_a_stream_cannot_balance(asked):
    X, y = overlapping(20)
    with pytest.raises(ValueError, match=f"class_weight='{asked}' needs the labels of all points"):
        machine(class_weight=asked).partial_fit(X, y, [-1, 1])
