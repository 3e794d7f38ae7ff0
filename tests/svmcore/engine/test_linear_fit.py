"""Linear models against a conic solver, and without a bias against the mirrored problem."""

from __future__ import annotations

import cvxpy as cp
import numpy as np
import pytest

from svmcore.engine import classification, regression
from svmcore.engine.linear_fit import fit_without_bias
from svmcore.solvers import Status
from tests.helpers.grids import grid

RNG = np.random.default_rng(2)


def data(n, d):
    X = RNG.normal(size=(n, d)) + 0.5
    z = X @ RNG.normal(size=d) + 0.5 * RNG.normal(size=n) + 1.0
    return X, z, RNG.uniform(0.5, 2.0, n)


@pytest.mark.parametrize(("d", "cost"), grid([3, 60], [0.01, 1.0, 100.0]))
def test_both_losses_with_a_kink(d, cost):
    X, z, C = data(40, d)
    C = cost * C
    y, w = np.where(z > 0.5, 1.0, -1.0), cp.Variable(d)
    hinge = cp.pos(1.0 - cp.multiply(y, X @ w))
    tube = cp.pos(cp.abs(z - X @ w) - 0.2)
    for task, loss in ((classification(y, C), hinge), (regression(z, C, 0.2), tube)):
        problem = cp.Problem(cp.Minimize(0.5 * cp.sum_squares(w) + C @ loss))
        problem.solve(solver=cp.CLARABEL, tol_gap_rel=1e-12, tol_gap_abs=1e-12, tol_feas=1e-12)
        found = fit_without_bias(X, task)
        assert found.status is Status.OPTIMAL
        assert found.b == 0.0
        np.testing.assert_allclose(found.w, w.value, atol=1e-5)
        assert found.certificate.primal == pytest.approx(problem.value, rel=1e-7)
        # any alpha in its bounds proves a lower bound, and here there is no other condition
        assert (found.alpha >= 0.0).all()
        assert (found.alpha <= task.C).all()
        own = task.coef(found.alpha) @ X
        dual = float(task.q @ found.alpha) - 0.5 * float(own @ own)
        assert found.certificate.dual == pytest.approx(dual, rel=1e-9)


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_the_anchor_is_strong_enough_for_points_of_one_class(sign):
    """Of C so small that all of it is used: w = sum_i C_i y_i x_i, and b would gain sum_i C_i."""
    X, _, C = data(30, 2)
    found = fit_without_bias(X, classification(np.full(30, sign), 1e-3 * C))
    np.testing.assert_allclose(found.w, sign * 1e-3 * C @ X, rtol=1e-9)
    np.testing.assert_allclose(found.alpha, 1e-3 * C, rtol=1e-9)
