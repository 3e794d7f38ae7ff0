"""SubgradientSVC with sample weights: the cost of repeated points, and what an update does."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import SGDClassifier
from sklearn.utils.class_weight import compute_class_weight

from svmcore import SubgradientSVC
from svmcore.objective import CONVENTIONS
from tests.helpers.descent_samples import overlapping

every_way = pytest.mark.parametrize("way", CONVENTIONS)


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
