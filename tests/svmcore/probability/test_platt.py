"""The sigmoid of Platt's method: against finite differences, another optimiser and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from svmcore.probability.platt import cross_entropy, fit_sigmoid, slopes, smoothed_targets


def test_the_likelihood_is_the_largest():
    """Against a method without derivatives, on the likelihood as the paper writes it."""
    rng = np.random.default_rng(1)
    f = rng.normal(size=50)
    y = (f + rng.normal(size=50) > 0.4).astype(int)
    n = y.sum()
    t = np.where(y == 1, (n + 1) / (n + 2), 1 / (50 - n + 2))

    def loss(at):
        p = 1.0 / (1.0 + np.exp(at[0] * f + at[1]))
        return -(t * np.log(p) + (1.0 - t) * np.log(1.0 - p)).sum()

    options = {"xatol": 1e-9, "fatol": 1e-13, "maxiter": 2000}
    other = minimize(loss, [0.0, 0.0], method="Nelder-Mead", options=options)
    found = fit_sigmoid(f, y)
    assert found.loss == pytest.approx(other.fun, rel=1e-12)
    np.testing.assert_allclose([found.A, found.B], other.x, atol=1e-6)


def test_gradient_and_hessian_are_those_of_finite_differences():
    rng = np.random.default_rng(0)
    f, targets = rng.normal(size=30), smoothed_targets(rng.integers(0, 2, 30))
    at, h = np.array([-1.3, 0.4]), 1e-5
    gradient, hessian = slopes(at, f, targets)
    for k, step in enumerate(h * np.eye(2)):
        up, down = (cross_entropy(at + side * step, f, targets) for side in (1.0, -1.0))
        assert gradient[k] == pytest.approx((up - down) / (2.0 * h), rel=1e-7)
        up, down = (slopes(at + side * step, f, targets)[0] for side in (1.0, -1.0))
        np.testing.assert_allclose(hessian[k], (up - down) / (2.0 * h), rtol=1e-7)


def test_two_scores_are_fitted_exactly():
    """Two values of f and two unknowns: P there is the mean of the targets there."""
    f, y = np.array([-1.0, -1.0, -1.0, 2.0, 2.0]), np.array([0, 0, 1, 1, 1])
    found, targets = fit_sigmoid(f, y), smoothed_targets(y)
    np.testing.assert_allclose(targets, [0.25, 0.25, 0.8, 0.8, 0.8])
    np.testing.assert_allclose(found([-1.0, 2.0]), [targets[:3].mean(), 0.8], rtol=1e-8)
    assert found(found.middle) == pytest.approx(0.5)


def test_equal_scores_leave_the_mean_target():
    found = fit_sigmoid(np.zeros(5), [1, 1, 1, 0, 0])
    assert found.converged
    assert found(0.0) == pytest.approx((3 * 4 / 5 + 2 * 1 / 4) / 5)
    assert found.middle == np.inf or abs(found.A) < 1e-6


def test_what_is_no_scores_is_refused():
    with pytest.raises(ValueError, match="shape"):
        fit_sigmoid([1.0, 2.0], [1])
    with pytest.raises(ValueError, match="finite"):
        fit_sigmoid([1.0, np.nan], [1, 0])
