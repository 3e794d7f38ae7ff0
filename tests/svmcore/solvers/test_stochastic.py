"""Stochastic descent as a solver of `svmcore.problems`."""

from __future__ import annotations

import numpy as np
import pytest

from svmcore.losses import LOSSES, Hinge, SquaredHinge
from svmcore.objective import Objective
from svmcore.problems import DualProblem, PrimalProblem
from svmcore.solvers import SGD, MiniBatch, Pegasos
from svmcore.solvers.base import solve
from tests.helpers.descent_samples import textbook
from tests.helpers.samples import run, sample

KINDS = [SGD, MiniBatch, Pegasos]
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)


@pytest.mark.parametrize(
    ("solver", "rate", "batch"),
    [
        (SGD(learning_rate=0.5), lambda t, lam: 0.5 / (1.0 + lam * 0.5 * (t - 1)), 1),
        (MiniBatch(learning_rate=0.5, batch=7), lambda t, lam: 0.5 / (1 + lam * (t - 1) / 2), 7),
        (
            MiniBatch(learning_rate=20.0, batch=256),
            lambda t, lam: 20 / (1 + lam * 20 * (t - 1)),
            256,
        ),
        (Pegasos(), lambda t, lam: 1.0 / (lam * t), 1),
    ],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize("inside", [False, True])
def test_the_first_epochs_by_hand(solver, rate, batch, inside):
    """Each has an order of its own, and the steps are counted on from one to the next."""
    X, y = sample("moons", 50)
    n, C = 50, 3.0
    problem = PrimalProblem(X @ X.T, y, np.full(n, C), bias_inside=inside)
    found = solve(problem, solver, max_iter=2)
    orders = [
        np.random.default_rng(seed).permuted(np.arange(n)[None], axis=1)[0] for seed in (0, 1)
    ]
    batches = [order[at : at + batch].tolist() for order in orders for at in range(0, n, batch)]
    updates = [(some, rate(t, 1.0 / (n * C))) for t, some in enumerate(batches, start=1)]
    radius = np.sqrt(n * C) if isinstance(solver, Pegasos) else np.inf
    there = textbook(X, y, Objective(1.0 / (n * C), 1.0, inside, Hinge()), updates, radius=radius)
    np.testing.assert_allclose([*(found.coef @ X), found.intercept], there[-1], atol=1e-11)


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
