"""The primal beside the dual: each against the optimum by other means, from coef, b and K alone."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from pages.dual.model.barrier import dual_barrier, primal_barrier
from pages.dual.model.primal_vs_dual import clouds, comparison, obstacle
from pages.state.board.experiment import Experiment, change
from svmcore.engine import GramSpace, classification, train

CHOICES = [
    change(Experiment(), kernel="linear", C=0.3, balance=0.4),
    change(Experiment(), kernel="rbf", gamma=2.0, balance=0.4),
    change(Experiment(), kernel="poly", degree=2, dataset="circles", C=5.0, balance=0.4),
]
every_kernel = pytest.mark.parametrize("experiment", CHOICES, ids=lambda e: e.kernel)
both = pytest.mark.parametrize("method", [primal_barrier, dual_barrier])


def hinge(K, y, C, coef, b):
    return 0.5 * coef @ K @ coef + C * np.maximum(0.0, 1.0 - y * (K @ coef + b)).sum()


@both
@pytest.mark.parametrize(("n", "d", "C"), [(60, 2, 0.05), (61, 5, 20.0), (30, 50, 1.0)])
def test_barrier_ends_at_its_gap_from_the_optimum(method, n, d, C):
    X, y = clouds(n, d)
    X = X + np.linspace(1.0, 4.0, d)  # b has something to absorb
    K = X @ X.T
    exact = train(GramSpace(K), classification(y, np.full(n, C)), tol=1e-10)
    for gap in (1e-2, 1e-6):
        found = method(X, y, C, gap)
        slack = np.maximum(0.0, 1.0 - y * (X @ found.w + found.b))
        value = 0.5 * found.w @ found.w + C * slack.sum()
        assert -1e-9 <= value - exact.certificate.dual <= 2.0 * gap
        assert found.mu == gap / (2 * n)
        assert found.steps > 5
        a = found.alpha
        assert a.min() > 0.0
        assert a.max() < C
        if method is dual_barrier:
            assert abs(y @ a) <= 1e-13 * a.sum()
            dual = a.sum() - 0.5 * (y * a) @ K @ (y * a)
            assert -1e-9 <= exact.certificate.dual - dual <= 2.0 * gap
            np.testing.assert_allclose(found.w, (y * a) @ (X - X.mean(0)), atol=1e-9)
    np.testing.assert_allclose(found.w, (y * exact.alpha) @ X, atol=1e-3)


def test_both_barriers_are_at_the_same_machine_for_the_same_mu():
    X, y = clouds(40, 3)
    one, other = primal_barrier(X, y, 1.0, 0.8), dual_barrier(X, y, 1.0, 0.8)
    assert one.mu == other.mu == 0.01
    for found in (one, other):  # where the logarithms' slopes cancel: 1 - y f = mu/(C - a) - mu/a
        a, f = found.alpha, X @ found.w + found.b
        np.testing.assert_allclose(y * f, 1.0 + 0.01 / a - 0.01 / (1.0 - a), atol=3e-2)
    np.testing.assert_allclose(one.w, other.w, rtol=1e-2, atol=1e-3)
    np.testing.assert_allclose(one.alpha, other.alpha, atol=1e-2)
    exact = primal_barrier(X, y, 1.0, 1e-8)
    assert np.abs(one.w - exact.w).max() > 3.0 * np.abs(one.w - other.w).max()


@every_kernel
def test_both_sides_are_the_optimum(experiment):
    found = comparison(experiment)
    K = experiment.build_kernel()(found.data.X, found.data.X)
    y, C = found.data.y, experiment.C
    exact = train(GramSpace(K), classification(y, np.full(len(y), C)), tol=1e-10)
    optimum = pytest.approx(exact.certificate.primal, rel=1e-8)
    for side in (found.primal, found.dual):
        f = K @ side.coef + side.b
        np.testing.assert_allclose(side.scores, f, atol=1e-6 * np.abs(f).max())
        assert hinge(K, y, C, side.coef, side.b) == optimum
        assert side.value == optimum
        if experiment.kernel == "linear":
            np.testing.assert_allclose(side.w, side.coef @ found.data.X, atol=1e-8)
        else:
            assert side.w is None
    a = y * found.dual.coef
    assert found.dual.value == pytest.approx(a.sum() - 0.5 * (y * a) @ K @ (y * a), rel=1e-12)
    one, other = found.primal, found.dual
    difference = K @ (one.coef - other.coef)
    difference -= difference.mean()
    assert found.scores == pytest.approx(np.abs(difference).max(), abs=1e-7)
    assert 0.0 < found.scores < 1e-5
    assert found.b == abs(one.b - other.b) < 1e-5
    assert 0.0 < found.gap == one.value - other.value < 1e-8 * one.value
    if experiment.kernel == "linear":
        assert found.w == np.abs(one.w - other.w).max() < 1e-6
    else:
        assert found.w is None


@pytest.mark.parametrize(("C", "balance"), [(1e-3, 0.5), (1e-3, 0.3), (30.0, 0.5)])
def test_b_range_holds_every_optimal_b(C, balance):
    """For small C and as many points of both classes any b of an interval is optimal."""
    experiment = change(Experiment(n_samples=40), kernel="linear", C=C, balance=balance)
    found = comparison(experiment)
    X, y = found.data.X, found.data.y
    g = X @ found.dual.w

    def loss(b):
        return np.maximum(0.0, 1.0 - y * (g + b)).sum()

    low, high = found.b_range
    best = minimize_scalar(loss, bounds=(-20, 20), method="bounded", options={"xatol": 1e-10}).fun
    for b in (low, high, 0.5 * (low + high), found.dual.b):
        assert loss(b) == pytest.approx(best, abs=1e-6)
    assert min(loss(low - 1e-3), loss(high + 1e-3)) > best + 5e-4
    assert (high - low > 0.1) == (C == 1e-3 and balance == 0.5)
    assert low - 1e-5 <= found.primal.b <= high + 1e-5
    f = [X @ side.w for side in (found.primal, found.dual)]
    assert found.scores <= 1.5 * np.ptp(f[0] - f[1]) + 1e-12  # b, which is a choice, apart


def test_what_does_not_matter_is_one_question():
    found = comparison(Experiment())
    assert (
        comparison(change(Experiment(), formulation="primal", solver="newton", tol=1e-3)) is found
    )
    assert comparison(change(Experiment(), solver="interior_point", tol=0.1)) is found


def test_obstacles_are_said():
    nobody = change(Experiment(), removed=tuple(range(90)))
    for experiment, word in (
        (nobody, "both classes"),
        (change(Experiment(), margin="hard"), "soft margin"),
        (change(Experiment(), kernel="sigmoid"), "semi-definite"),
    ):
        assert word in obstacle(experiment)
        assert comparison(experiment) is None
    assert obstacle(Experiment()) == ""


@pytest.mark.parametrize("C", [1e-3, 1.0, 1e4])
def test_values_that_met_are_those_of_one_machine(C):
    for words in ({"kernel": "linear"}, {"kernel": "laplacian"}, {"kernel": "poly", "degree": 8}):
        found = comparison(change(Experiment(), C=C, n_samples=40, **words))
        assert found.met
        assert found.gap <= 1e-5 * found.primal.value
        assert found.scores <= 1e-3 * max(1.0, np.abs(found.dual.scores).max())


def test_values_that_did_not_meet_are_not_called_one():
    """(100 <x, z> + 1)^8 is up to 1e21: double precision cannot tell its machines apart."""
    words = {"kernel": "poly", "degree": 8, "gamma": 100.0, "C": 1e4}
    found = comparison(change(Experiment(), n_samples=60, **words))
    y, K = found.data.y, (100.0 * found.data.X @ found.data.X.T + 1.0) ** 8
    coef = found.dual.coef
    dual = (y * coef).sum() - 0.5 * coef @ K @ coef
    assert abs(found.primal.value - dual) > 1e-2 * abs(dual)
    assert not found.met
