"""What must not change a machine, or change it in a known way only.

w is unique, and with it the objective and f - b. b is unique where a support vector is free,
0 < |coef| < C; elsewhere it may be anywhere in an interval, and only w is compared.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from svmcore import SVC, SVR

ATOL = 1e-6  # of f, in units of its largest value: as many digits as the machines promise
RTOL = 1e-8  # of the objective
FREE = 1e-6  # distance from the bounds, over C, of what counts as free

seeds = st.integers(0, 10**6)
sizes = st.integers(8, 40)
prices = st.sampled_from([1e-2, 0.3, 1.0, 20.0, 100.0])
shapes = st.sampled_from(
    [
        {"kernel": "linear"},
        {"kernel": "poly", "degree": 2, "gamma": 0.7, "coef0": 1.0},
        {"kernel": "poly", "degree": 3, "gamma": 0.3, "coef0": 1.0},
        {"kernel": "rbf", "gamma": 0.5},
        {"kernel": "rbf", "gamma": 4.0},
    ]
)
shifts = st.integers(-(10**6), 10**6)
tubes = st.sampled_from([0.0, 0.05, 0.3])
every_problem = given(seeds, sizes, shapes, prices)
every_tube = given(seeds, sizes, shapes, prices, tubes)


def problem(seed, n):
    """Overlapping classes, both present, and some other points to ask."""
    rng = np.random.default_rng(seed)
    X = np.rint(rng.normal(size=(n, 2)) * 2**12) / 2**12  # whole numbers are added without rounding
    y = np.where(X[:, 0] + X[:, 1] ** 2 - 0.5 + 0.5 * rng.normal(size=n) > 0.0, 1, -1)
    y[:2] = 1, -1
    return X, y, np.vstack([X, 2.0 * X + 0.25])


def targets(X, seed):
    return np.sin(2.0 * X[:, 0]) + X[:, 1] + 0.3 * np.random.default_rng(seed).normal(size=len(X))


def f(machine, Z):
    ask = machine.predict if isinstance(machine, SVR) else machine.decision_function
    return ask(Z)


def is_free(machine, weight=1.0):
    """Whether a support vector is free; `weight` is that of each support vector."""
    share = np.abs(machine.dual_coef_[0]) / (machine.C * weight)
    return bool(((share > FREE) & (share < 1.0 - FREE)).any())


def compare(one, other, Z, there=None, factor=1.0, shift=0.0, square=None, weight=1.0):
    """f of `one` at Z, times the factor, plus the shift, is that of `other` at `there`.

    `square` is the factor of the objective: that of f, squared, unless told. It is compared to
    RTOL, or to what the last digit of b costs at n points: with points at 1e6, b is large.
    """
    here, there = factor * f(one, Z) + shift, f(other, Z if there is None else there)
    if not is_free(one, weight):
        here = here - (factor * one.intercept_[0] + shift)
        there = there - other.intercept_[0]
    np.testing.assert_allclose(there, here, rtol=0.0, atol=ATOL * max(1.0, np.abs(here).max()))
    square = factor**2 if square is None else square
    values = square * one.certificate_.primal, square * one.certificate_.dual
    worth = other.C * other.shape_fit_[0] * np.spacing(np.abs(other.intercept_[0]))
    for value in (other.certificate_.primal, other.certificate_.dual):
        assert values == pytest.approx((value, value), rel=RTOL, abs=worth)


@every_problem
def test_opposite_labels_give_the_opposite_machine(seed, n, shape, C):
    X, y, Z = problem(seed, n)
    one, other = SVC(C=C, **shape).fit(X, y), SVC(C=C, **shape).fit(X, -y)
    compare(one, other, Z, factor=-1.0)


@every_problem
def test_the_order_of_the_points_is_nothing(seed, n, shape, C):
    X, y, Z = problem(seed, n)
    order = np.random.default_rng(seed + 1).permutation(n)
    compare(SVC(C=C, **shape).fit(X, y), SVC(C=C, **shape).fit(X[order], y[order]), Z)


@given(seeds, sizes, st.sampled_from([0.1, 0.5, 4.0]), prices, shifts)
def test_rbf_knows_no_origin(seed, n, gamma, C, shift):
    X, y, Z = problem(seed, n)
    by = np.array([shift, -shift // 2])
    one, other = SVC(C=C, gamma=gamma).fit(X, y), SVC(C=C, gamma=gamma).fit(X + by, y)
    compare(one, other, Z, Z + by)


@given(seeds, sizes, prices, shifts)
def test_linear_moves_its_offset_with_the_points(seed, n, C, shift):
    X, y, Z = problem(seed, n)
    by = np.array([shift, -shift // 2])
    one, other = SVC(C=C, kernel="linear"), SVC(C=C, kernel="linear")
    one.fit(X, y)
    other.fit(X + by, y)
    atol = ATOL * max(1.0, np.abs(one.coef_).max())
    np.testing.assert_allclose(other.coef_, one.coef_, rtol=0.0, atol=atol)
    if is_free(one):
        compare(one, other, Z, Z + by)


@every_problem
def test_points_that_do_not_support_can_go(seed, n, shape, C):
    X, y, Z = problem(seed, n)
    one = SVC(C=C, **shape).fit(X, y)
    others = np.setdiff1d(np.arange(n), one.support_)
    assume(len(others))
    gone = np.random.default_rng(seed + 1).choice(others)
    other = SVC(C=C, **shape).fit(np.delete(X, gone, axis=0), np.delete(y, gone))
    compare(one, other, Z)


@every_tube
def test_a_tube_moves_with_its_targets(seed, n, shape, C, epsilon):
    X, _, Z = problem(seed, n)
    z = targets(X, seed)
    machine = SVR(C=C, epsilon=epsilon, **shape)
    other = SVR(C=C, epsilon=epsilon, **shape)
    compare(machine.fit(X, z), other.fit(X, z + 5.0), Z, shift=5.0)
    compare(machine, other.fit(X, -z), Z, factor=-1.0)
