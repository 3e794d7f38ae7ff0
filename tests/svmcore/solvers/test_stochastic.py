"""Stochastic descent as a solver of the Playground's problems."""

from __future__ import annotations

import numpy as np
import pytest

from svmcore.kernels import RBF
from svmcore.losses import LOSSES, SquaredHinge
from svmcore.problems import DualProblem, PrimalProblem
from svmcore.solvers import SGD, MiniBatch, Pegasos
from svmcore.solvers.base import solve
from tests.helpers.samples import run, sample

KINDS = [SGD, MiniBatch, Pegasos]
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)


def by_hand(K, y, C, orders, rate, batch=1, radius=np.inf, inside=False):
    """The textbook's updates in plain loops: lambda/2 |w|^2 + the mean hinge."""
    n = len(y)
    lam, coef, b = 1.0 / (n * C), np.zeros(n), 0.0
    batches = [order[at : at + batch] for order in orders for at in range(0, n, batch)]
    for t, some in enumerate(batches, start=1):
        eta = rate(t, lam)
        losing = [i for i in some if y[i] * (K[i] @ coef + b) < 1.0]
        coef *= 1.0 - eta * lam
        b *= 1.0 - eta * lam if inside else 1.0
        for i in losing:
            coef[i] += eta * y[i] / len(some)
            b += eta * y[i] / len(some)
        length = np.sqrt(coef @ K @ coef + (b * b if inside else 0.0))
        if length > radius:
            coef *= radius / length
            b *= radius / length if inside else 1.0
    return coef, b


@pytest.mark.parametrize(
    ("solver", "rate", "batch"),
    [
        (SGD(learning_rate=0.5), lambda t, lam: 0.5 / (1.0 + lam * 0.5 * (t - 1)), 1),
        (MiniBatch(learning_rate=0.5, batch=7), lambda t, lam: 0.5 / (1 + lam * (t - 1) / 2), 7),
        (Pegasos(), lambda t, lam: 1.0 / (lam * t), 1),
    ],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("epochs", [1, 2])
def test_the_first_epochs_by_hand(solver, rate, batch, epochs, inside):
    """Each has an order of its own, and the steps are counted on from one to the next."""
    X, y = sample("moons", 50)
    K, C = RBF()(X, X), 3.0
    problem = PrimalProblem(K, y, np.full(50, C), bias_inside=inside)
    found = solve(problem, solver, max_iter=epochs)
    rows = np.arange(50)[None]
    orders = [np.random.default_rng(seed).permuted(rows, axis=1)[0] for seed in range(epochs)]
    radius = np.sqrt(50 * C) if isinstance(solver, Pegasos) else np.inf
    coef, b = by_hand(K, y, C, orders, rate, batch, radius, inside)
    np.testing.assert_allclose(found.coef, coef, atol=1e-12)
    assert found.intercept == pytest.approx(b)


@every_kind
def test_what_is_refused(kind):
    X, y = sample("moons")
    K = X @ X.T
    for problem, word in [
        (DualProblem(K, y, np.ones(120)), "needs the primal, got DualProblem"),
        (PrimalProblem(K, y, np.full(120, np.inf)), "needs one finite C"),
    ]:
        with pytest.raises(ValueError, match=word):
            run(problem, kind)
    assert set(kind.losses) <= set(LOSSES)


def test_pegasos_refuses_a_loss_that_grows_like_a_square():
    X, y = sample("moons")
    with pytest.raises(ValueError, match="bounded slope, got Squared hinge"):
        run(PrimalProblem(X @ X.T, y, np.ones(120), SquaredHinge()), Pegasos)
