"""The l1 solver on hard cases: the duality gap as the papers have it, computed here."""

from __future__ import annotations

import numpy as np
import pytest

from svmcore.engine.sparse_weights import fit_sparse_weights
from svmcore.solvers import Status
from tests.helpers.grids import grid

SIZES = [(20, 5), (60, 200), (40, 40), (300, 20)]
COSTS = [1e-4, 1.0, 100.0, 1e6]
RNG = np.random.default_rng


def noisy(rng, n, d):
    return rng.normal(size=(n, d)), 1.0


def scales(rng, n, d):
    return rng.normal(size=(n, d)) * 10.0 ** rng.uniform(-4.0, 4.0, d), 0.5


def repeated(rng, n, d):
    return np.repeat(rng.normal(size=(-(-n // 10), d)), 10, axis=0)[:n], 1.0


def collinear(rng, n, d):
    return np.tile(rng.normal(size=(n, -(-d // 2))), 2)[:, :d], 0.5


KINDS = [noisy, scales, repeated, collinear]


def case(kind, n, d):
    rng = RNG(n + d)
    X, noise = kind(rng, n, d)
    sums = X @ (rng.normal(size=d) * (rng.random(d) < 0.3))
    sums = sums + noise * rng.normal(size=n) * (sums.std() + 0.1)
    y = np.where(sums > np.median(sums), 1.0, -1.0)
    return np.column_stack([X, np.ones(n)]), y


def gap(A, C, w, alpha, shift=0.0):
    """Relative: the primal at w, less the dual at alpha, which must be feasible."""
    assert (alpha >= 0.0).all()
    rounding = 1e-15 * (alpha @ np.abs(A)).max()
    assert np.abs(alpha @ A).max() <= 1.0 + 1e-12 + rounding
    primal = np.abs(w).sum() + C @ np.maximum(0.0, 1.0 - A @ w - shift) ** 2
    dual = alpha.sum() - 0.25 * (alpha**2 / C).sum()
    return (primal - dual) / dual


# the largest C that an estimator takes, where the losses cannot vanish
HARDEST = [(repeated, (40, 40), 1e12), (collinear, (40, 40), 1e12)]


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize(("kind", "size", "cost"), grid(KINDS, SIZES, COSTS, also=HARDEST))
def test_the_optimum_is_proved(kind, size, cost, intercept):
    X, y = case(kind, *size)
    X = X[:, :-1] if intercept else X
    C = np.full(size[0], cost)
    found = fit_sparse_weights(X, y, C, intercept=intercept, tol=1e-7)
    assert found.status is Status.OPTIMAL
    assert abs(gap(X * y[:, None], C, found.w, found.alpha, y * found.intercept)) <= 1e-7
    assert not intercept or abs(y @ found.alpha) <= 1e-12 * found.alpha.sum(), "b costs nothing"
    idle = np.abs((found.alpha * y) @ X) < 1.0 - 1e-3
    if cost <= 100.0:  # beyond, the gap is all about the losses
        assert (found.w[idle] == 0.0).all(), "weights that are not needed are 0 to the last bit"


def test_nothing_is_the_optimum_below_the_least_C():
    """All w are 0 while 2 C |A'1| <= 1: sklearn.svm.l1_min_c."""
    X, y = case(noisy, 40, 6)
    least = 0.5 / np.abs(y @ X).max()
    below = fit_sparse_weights(X, y, np.full(40, 0.999 * least))
    assert (below.w == 0.0).all()
    assert below.status is Status.OPTIMAL
    assert below.n_iter == 0
    above = fit_sparse_weights(X, y, np.full(40, 1.001 * least))
    assert (above.w != 0.0).sum() == 1


def test_a_budget_that_is_too_small_is_said():
    X, y = case(noisy, 300, 20)
    found = fit_sparse_weights(X, y, np.ones(300), max_iter=2)
    assert found.status is Status.MAX_ITER
    assert found.n_iter == 2
    assert found.certificate.relative_gap > 1e-6
