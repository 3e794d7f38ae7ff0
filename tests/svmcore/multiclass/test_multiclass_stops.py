"""Where descents for k classes end, and what they refuse to begin with."""

from __future__ import annotations

import numpy as np
import pytest

from svmcore.kernels import RBF
from svmcore.multiclass.loss import MulticlassCost, WestonWatkins, cost_of
from svmcore.multiclass.subgradient_descent import End, MulticlassSchedule, descend
from svmcore.sgd.parametrization import KernelWeights, LinearWeights
from svmcore.sgd.update_rules import negative_slopes
from tests.helpers.score_losses import clusters


@pytest.mark.parametrize("share", [0.05, 0.5], ids=["falling", "up and down"])
def test_tol_stops(share):
    X, y = clusters(25, 4)
    cost = cost_of("course", WestonWatkins(), 0.1, np.ones(25))
    eta = share / cost.rho
    course = MulticlassSchedule(cost, None, "constant", eta, epochs=500, tol=1e-3, patience=3)
    run = descend(LinearWeights(X, y), 4, course)
    assert run.end is End.TOL
    stops, totals = len(run.total) - 1, run.total.tolist()
    assert 3 < stops < 500
    assert run.update[-1] == run.cost_update[-1] == stops

    def idle(e):
        return totals[e] >= (1.0 - 1e-3) * min(totals[:e])

    ends = [e for e in range(3, stops + 1) if all(idle(e - j) for j in range(3))]
    assert ends == [stops]
    free = descend(LinearWeights(X, y), 4, MulticlassSchedule(cost, None, "constant", eta, 500))
    assert free.end is End.EPOCHS
    np.testing.assert_array_equal(free.V[stops], run.V[-1])


@pytest.mark.parametrize(("kind", "batch"), [("plane", 1), ("kernel", 4)])
def test_divergence_is_said_and_what_is_kept_is_finite(kind, batch):
    X, y = clusters(25, 4)
    place = LinearWeights(X, y) if kind == "plane" else KernelWeights(RBF(0.7)(X, X), y)
    cost = cost_of("sum", WestonWatkins(), 0.5, np.ones(25))
    course = MulticlassSchedule(cost, batch, "constant", 2.5, epochs=700)  # |1 - 2.5| > 1
    for moments in (None, np.arange(20_000)):
        run = descend(place, 4, course, moments=moments)
        assert run.end is End.DIVERGED
        assert run.update[-1] == run.cost_update[-1] == run.diverged - 1
        for part in (run.V, run.b, run.V_before, run.total, run.rate[1:]):
            assert np.isfinite(part).all()
        # 1.5^t of some number passes 1e100 at the update that is named, and not before
        V, b, points = -1.5 * run.V[-1], run.b[-1], run.plan.batch(run.diverged)
        assert np.abs(run.V[-1]).max() < 1e100
        pull = 2.5 * negative_slopes(run.data, cost, points, place.scores(run.V[-1], points) + b)
        place.push(V, points, pull)
        assert max(np.abs(V).max(), np.abs(b + pull.sum(axis=0)).max()) >= 1e100
    assert len(run.update) == run.diverged


def test_what_a_course_refuses():
    cost = MulticlassCost()
    for word, value, said in (
        ("schedule", "square", "schedule must be one of constant, .* got 'square'"),
        ("batch_size", 0, "batch_size must be at least 1, got 0"),
        ("epochs", 0, "epochs must be at least 1"),
        ("patience", 0, "patience must be at least 1"),
        ("eta0", 0.0, "eta0 must be finite and > 0"),
        ("eta0", np.inf, "eta0 must be finite and > 0"),
        ("tol", -1.0, "tol must be at least 0 and below 1"),
        ("tol", 1.0, "tol must be at least 0 and below 1"),
    ):
        with pytest.raises(ValueError, match=said):
            MulticlassSchedule(cost, **{word: value})
    with pytest.raises(ValueError, match="needs a penalty, got ρ = 0"):
        MulticlassSchedule(MulticlassCost(rho=0.0), schedule="pegasos")
    for word, value in (("rho", -1.0), ("kappa", np.inf), ("kappa", np.nan)):
        with pytest.raises(ValueError, match=f"{word} must be finite and >= 0"):
            MulticlassCost(**{word: value})
    with pytest.raises(ValueError, match="at least one point"):
        descend(LinearWeights(np.empty((0, 2)), []), 2, MulticlassSchedule(cost))
    with pytest.raises(ValueError, match="must be finite numbers"):
        descend(KernelWeights(np.diag([1.0, np.nan]), [0, 1]), 2, MulticlassSchedule(cost))
    with pytest.raises(ValueError, match="from 0 to 1, got 2"):
        descend(LinearWeights(np.eye(2), [0, 2]), 2, MulticlassSchedule(cost))
