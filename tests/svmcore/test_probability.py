"""The sigmoid of Platt's method: against finite differences, another optimiser and by hand."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import minimize

from svmcore import probability
from svmcore.probability import couple, fit_sigmoid, smoothed_targets
from tests.helpers.refusals import refuses


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
    refuses("shape", lambda: fit_sigmoid([1.0, 2.0], [1]))
    refuses("finite", lambda: fit_sigmoid([1.0, np.nan], [1, 0]))


RNG = np.random.default_rng(2)


def objective(p, r):
    pairs = combinations(range(len(p)), 2)
    return sum(((1.0 - s) * p[i] - s * p[j]) ** 2 for (i, j), s in zip(pairs, r, strict=True))


@pytest.mark.parametrize("k", [3, 5])
def test_it_is_the_minimum_over_the_simplex(k: int):
    """Against sequential quadratic programming on the problem as it is stated, with p >= 0."""
    r = RNG.uniform(0.02, 0.98, k * (k - 1) // 2)
    p = couple(r[None], k)[0]
    other = minimize(
        objective,
        np.full(k, 1.0 / k),
        (r,),
        method="SLSQP",
        bounds=[(0.0, 1.0)] * k,
        constraints={"type": "eq", "fun": lambda p: p.sum() - 1.0},
        options={"ftol": 1e-15, "maxiter": 500},
    )
    np.testing.assert_allclose(p, other.x, atol=1e-5)
    assert objective(p, r) <= other.fun + 1e-12
    assert p.sum() == pytest.approx(1.0, rel=1e-12)


def test_pairs_that_agree_give_their_classes_back():
    wanted = np.array([0.5, 0.3, 0.15, 0.05])
    r = [wanted[i] / (wanted[i] + wanted[j]) for i, j in combinations(range(4), 2)]
    np.testing.assert_allclose(couple(np.array([r]), 4)[0], wanted, rtol=1e-10)


def test_sure_pairs_leave_no_probability_of_0():
    cycle = np.array([[1.0, 0.0, 1.0]])  # 0 beats 1, 1 beats 2, 2 beats 0
    np.testing.assert_allclose(couple(cycle, 3), 1.0 / 3.0)
    sure = couple(np.ones((1, 15)), 6)[0]
    assert (np.diff(sure) < 0.0).all()
    assert sure.min() > 0.0


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch):
    r = RNG.uniform(size=(7, 6))
    whole = couple(r, 4)
    monkeypatch.setattr(probability, "BLOCK_ENTRIES", 50)
    np.testing.assert_array_equal(couple(r, 4), whole)
