"""Descents that begin with other weights than 0: against the textbook's loop, and refusals."""

from __future__ import annotations

import numpy as np
import pytest

from svmcore.losses import Hinge, SquaredHinge
from svmcore.objective import CONVENTIONS, PerceptronLoss
from svmcore.sgd.driver import DescentState, run_descent
from svmcore.sgd.parametrization import LinearWeights
from svmcore.sgd.schedule import SCHEDULES, BatchPlan
from svmcore.sgd.update_rules import Descend
from tests.helpers.descent_samples import overlapping

W, B = np.array([1.5, -2.0]), 0.7


def loop(X, y, J, plan, eta0):
    """Every update as the formula says: w - eta (rho w + kappa mean loss'(y f) y x)."""
    w, b = W.copy(), B
    found = [np.append(w, b)]
    for t in range(1, plan.total + 1):
        rows = plan.batch(t)
        slope = J.loss.slope(y[rows] * (X[rows] @ w + b)) * y[rows]
        eta = eta0 / np.sqrt(t)
        step = J.rho * w + J.kappa * (slope[:, None] * X[rows]).mean(axis=0)
        b -= eta * ((J.rho * b if J.bias_inside else 0.0) + J.kappa * slope.mean())
        w = w - eta * step
        found.append(np.append(w, b))
    return np.array(found)


@pytest.mark.parametrize("way", CONVENTIONS)
@pytest.mark.parametrize("size", [1, 7])
@pytest.mark.parametrize("loss", [Hinge(), SquaredHinge(), PerceptronLoss()], ids=str)
def test_a_descent_begins_where_it_is_told(way, size, loss):
    X, y = overlapping(40, 2)
    convention = CONVENTIONS[way]
    J = convention.objective(convention.constant_of(0.05, 40), 40, loss)
    plan = BatchPlan(40, 3, size, seed=2)
    begin = DescentState.start(2, W, B)
    kept = run_descent(
        LinearWeights(X, y), J, plan, SCHEDULES["inverse_sqrt"], 0.05, state=begin, rule=Descend()
    )
    there = loop(X, y, J, plan, 0.05)
    np.testing.assert_allclose(np.column_stack([kept.v, kept.b]), there, atol=1e-11)
    np.testing.assert_array_equal(W, [1.5, -2.0])


def test_the_start_is_copied_and_its_default_is_zero():
    given = np.ones(3)
    state = DescentState.start(3, given, 2)
    given[:] = 5.0
    np.testing.assert_array_equal(state.v, [1.0, 1.0, 1.0])
    assert (state.b, state.t) == (2.0, 0)
    usual = DescentState.start(3)
    assert not usual.v.any()
    assert usual.b == 0.0


@pytest.mark.parametrize(
    ("coef", "intercept", "law"),
    [
        ([1.0, 2.0], 0.0, r"shape \(3,\), got \(2,\)"),
        ([1.0, np.nan, 0.0], 0.0, "must be finite"),
        ([1.0, 2.0, 0.0], np.inf, "must be finite"),
    ],
)
def test_a_start_that_makes_no_sense_is_refused(coef, intercept, law):
    with pytest.raises(ValueError, match=law):
        DescentState.start(3, coef, intercept)
