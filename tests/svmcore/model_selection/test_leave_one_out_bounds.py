"""Bounds of the leave-one-out error: by hand, and against the exact error."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.svm import SVC

from svmcore.datasets.two_class import DATASETS, sample
from svmcore.kernels import RBF
from svmcore.model_selection.candidate import Candidate
from svmcore.model_selection.leave_one_out_bounds import leave_one_out_bounds, smallest_sphere
from tests.helpers.evaluation_samples import leave_each_out
from tests.helpers.refusals import refuses

LINE = np.array([[-3.0], [-1.0], [1.0], [3.0]])
SIDES = np.array([0, 0, 1, 1])


def linear(C: float, **words) -> Candidate:
    return Candidate(kernel="linear", parameters=(), C=C, **words)


def test_four_points_on_a_line_by_hand():
    """f(x) = x, alpha = 1/2 at -1 and 1: |w| = 1, R = 3, D = 9 + 9."""
    found = leave_one_out_bounds(linear(10.0), LINE, SIDES)
    np.testing.assert_allclose(found.alpha, [0.0, 0.5, 0.5, 0.0], atol=1e-9)
    assert found.support == 0.5
    assert found.w2 == pytest.approx(1.0)
    assert pytest.approx(9.0) == found.R2
    assert found.radius_margin == pytest.approx(4.0 * 9.0 / 4.0)
    assert found.spread == pytest.approx(18.0)
    assert found.xi_alpha == 0.5
    assert found.violations == 0


def test_the_sphere_of_a_kernel_touches_the_points_that_hold_its_center():
    X = np.random.default_rng(1).normal(size=(60, 2))
    K = RBF(gamma=0.7)(X, X)
    R2, beta = smallest_sphere(RBF(gamma=0.7), X)
    apart = 1.0 - 2.0 * K @ beta + beta @ K @ beta
    assert apart.max() == pytest.approx(R2, rel=1e-9)
    np.testing.assert_allclose(apart[beta > 1e-6], R2, rtol=1e-6)
    # the dual value, which no sphere is below
    assert beta @ (1.0 - K @ beta) == pytest.approx(R2, rel=1e-6)


@pytest.mark.parametrize(
    ("name", "words", "C"),
    [
        ("moons", {"noise": 0.3}, 1.0),
        ("mixture", {}, 0.3),
        ("xor", {"noise": 0.2}, 30.0),
        ("blobs", {"noise": 0.0}, 1e4),
    ],
)
def test_no_bound_is_below_the_exact_error(name: str, words: dict[str, float], C: float):
    X, signs = sample(DATASETS[name](**words), 50, 0.5, 2)
    y, machine = (signs > 0).astype(int), Candidate(parameters=(("gamma", 0.7),), C=C)
    exact = 1.0 - leave_each_out(machine, X, y).judged.accuracy
    found = leave_one_out_bounds(machine, X, y)
    assert found.support is not None
    assert found.xi_alpha is not None
    assert exact <= found.xi_alpha <= 1.0
    assert exact <= found.support <= 1.0
    assert (found.radius_margin is None) == (found.violations > 0)
    assert found.radius_margin is None or exact <= found.radius_margin


def test_the_estimate_is_its_definition_with_alpha_of_scikit_learn():
    X, signs = sample(DATASETS["moons"](noise=0.3), 60, 0.5, 3)
    y = (signs > 0).astype(int)
    model = SVC(C=5.0, gamma=0.7, tol=1e-10).fit(X, y)
    alpha = np.zeros(60)
    alpha[model.support_] = np.abs(model.dual_coef_[0])
    slack = np.maximum(0.0, 1.0 - signs * model.decision_function(X))
    D = 1.0 - np.exp(-0.7 * ((X[:, None] - X) ** 2).sum(2)).min()
    wanted, half = ((k * alpha * D + slack >= 1.0).sum() for k in (2.0, 1.0))
    found = leave_one_out_bounds(Candidate(parameters=(("gamma", 0.7),), C=5.0), X, y)
    assert found.doubtful.sum() == wanted
    assert half < wanted  # the factor 2 counts
    assert found.violations == (slack > 1e-6).sum()


def test_where_a_bound_does_not_hold_there_is_none():
    few = linear(0.01)  # all alpha at C: b is not unique
    assert leave_one_out_bounds(few, LINE, SIDES).support is None
    balanced = linear(10.0, balanced=True)
    assert leave_one_out_bounds(balanced, LINE, SIDES).support is None
    assert leave_one_out_bounds(balanced, LINE, SIDES).radius_margin is None
    weighed = leave_one_out_bounds(linear(10.0), LINE, SIDES, [1.0, 1.0, 2.0, 1.0])
    assert weighed.support == 0.5
    assert weighed.xi_alpha is None
    sigmoid = Candidate(kernel="sigmoid", parameters=(("gamma", 0.5), ("coef0", 0.0)), C=1.0)
    assert leave_one_out_bounds(sigmoid, LINE, SIDES).support is None
    refuses("two classes", lambda: leave_one_out_bounds(linear(1.0), LINE, [0, 1, 2, 0]))
