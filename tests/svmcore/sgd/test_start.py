"""Descents that begin with other weights than 0: as the rest of a longer run, and refusals."""

from __future__ import annotations

import numpy as np
import pytest

from svmcore.losses import Hinge, SquaredHinge
from svmcore.objective import CONVENTIONS, PerceptronLoss
from svmcore.sgd.driver import DescentState, run_descent
from svmcore.sgd.parametrization import LinearWeights
from svmcore.sgd.schedule import SCHEDULES, BatchPlan
from tests.helpers.descent_samples import overlapping

W, B = np.array([1.5, -2.0]), 0.7


@pytest.mark.parametrize("way", CONVENTIONS)
@pytest.mark.parametrize("size", [1, 7])
@pytest.mark.parametrize("loss", [Hinge(), SquaredHinge(), PerceptronLoss()], ids=str)
def test_a_descent_begins_where_it_is_told(way, size, loss):
    """With a constant step, the second half of a run is one that begins with its weights."""
    X, y = overlapping(40, 2)
    convention, rate = CONVENTIONS[way], SCHEDULES["constant"]
    J, place = convention.objective(convention.constant_of(0.05, 40), 40, loss), LinearWeights(X, y)
    whole = run_descent(place, J, BatchPlan(40, 6, size, shuffle=False), rate, 0.01)
    half = BatchPlan(40, 3, size, shuffle=False)
    begin = DescentState.start(2, whole.v[half.total], whole.b[half.total])
    kept = run_descent(place, J, half, rate, 0.01, state=begin)
    np.testing.assert_allclose(kept.v, whole.v[half.total :], atol=1e-12)
    np.testing.assert_allclose(kept.b, whole.b[half.total :], atol=1e-12)


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
