"""Descents for k classes against a loop in plain numbers, one another, and a conic solver."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pages.state.descent.multiclass_descent import (
    OBJECTIVES,
    End,
    MulticlassSchedule,
    as_classes,
    cost_of,
    descend,
    random_start,
)
from svmcore import SubgradientSVC
from svmcore.arrays import as_weights
from svmcore.kernels import RBF
from svmcore.multiclass.loss import SCORE_LOSSES, MulticlassCost, WestonWatkins
from svmcore.sgd.parametrization import KernelWeights, LinearWeights
from svmcore.sgd.schedule import SCHEDULES
from svmcore.sgd.update_rules import negative_slopes
from tests.helpers.grids import grid
from tests.helpers.refusals import refuses
from tests.helpers.score_losses import clusters, loss_of, optimum, slope_of

every_loss = pytest.mark.parametrize("name", SCORE_LOSSES)


def textbook(name, X, y, k, course, c, T, start=0.0):
    """(W with the biases as its last column) after every update, (T + 1, k, d + 1)."""
    cost, plan = course.cost, course.plan(len(y))
    W, seen = start + np.zeros((k, X.shape[1] + 1)), []
    seen.append(W)
    for t in range(1, T + 1):
        eta0, rho = course.eta0, cost.rho
        rate = {
            "constant": eta0,
            "inverse_sqrt": eta0 / t**0.5,
            "inverse": eta0 / t,
            "pegasos": 1.0 / (rho * t) if rho else None,
        }[course.schedule]
        batch, G = plan.batch(t).tolist(), np.zeros_like(W)
        for i in batch:
            x = np.append(X[i], 1.0)
            slope = slope_of(name, (W @ x).tolist(), int(y[i]), cost.loss.delta)
            share = c[i] * len(c) / sum(c)
            G += cost.kappa * share / len(batch) * np.outer(slope, x)
        penalty = rho * W
        penalty[:, -1] *= cost.bias_inside
        W = W - rate * (G + penalty)
        seen.append(W)
    return np.array(seen)


def matrices(run):
    return np.array([run.weights(m) for m in range(len(run.update))])


def every(course, n):
    return np.arange(course.plan(n).total + 1)


@pytest.mark.parametrize(
    ("name", "batch", "way", "schedule"),
    grid(SCORE_LOSSES, [1, 7, None], ["sum", "course"], SCHEDULES),
)
def test_updates_are_those_of_a_plain_loop_with_a_linear_kernel_too(name, batch, way, schedule):
    X, y = clusters(25, 4, d=3)
    c = np.random.default_rng(4).uniform(0.0, 2.0, size=25)
    cost = cost_of(way, SCORE_LOSSES[name](0.7), 0.05, c)
    course = MulticlassSchedule(cost, batch, schedule, 0.05, epochs=6, seed=3)
    run = descend(LinearWeights(X, y, c), 4, course, moments=every(course, 25))
    there = textbook(name, X, y, 4, course, c.tolist(), len(run.update) - 1)
    assert len(there) == len(run.update) == course.plan(25).total + 1
    np.testing.assert_allclose(matrices(run), there, atol=1e-11 * np.abs(there).max())
    np.testing.assert_array_equal(run.V_before[1:], run.V[:-1])
    np.testing.assert_array_equal(run.b_before[1:], run.b[:-1])
    kernel = descend(KernelWeights(X @ X.T, y, c), 4, course, moments=every(course, 25))
    np.testing.assert_allclose(X.T @ kernel.V, run.V, atol=1e-10 * np.abs(there).max())
    np.testing.assert_allclose(kernel.b, run.b, atol=1e-10 * np.abs(there).max())
    Z = np.array([[0.3, -1.0, 2.0]])
    np.testing.assert_allclose(kernel.scores(-1, Z @ X.T), run.scores(-1, Z), atol=1e-9)
    np.testing.assert_allclose(run.scores(-1, Z), (run.weights(-1) @ np.append(Z, 1.0))[None])


@every_loss
def test_the_curve_is_the_cost_of_the_machines(name):
    X, y = clusters(25, 4)
    c = np.random.default_rng(4).uniform(0.0, 2.0, size=25)
    K = RBF(0.7)(X, X)
    cost = cost_of("lambda", SCORE_LOSSES[name](0.7), 0.5, c)
    run = descend(KernelWeights(K, y, c), 4, MulticlassSchedule(cost, 4, "pegasos", epochs=8))
    assert run.cost_update.tolist() == run.update.tolist() == [7 * e for e in range(9)]
    np.testing.assert_array_equal(run.epoch, np.arange(9.0))
    for m in range(9):
        V, b = run.V[m], run.b[m]
        values = [
            loss_of(name, f, j, 0.7) for f, j in zip((K @ V + b).tolist(), y.tolist(), strict=True)
        ]
        square = sum(float(v @ K @ v) for v in V.T) + float(b @ b)
        assert run.margin[m] == pytest.approx(0.5 * cost.rho * square, rel=1e-11)
        assert run.loss[m] == pytest.approx(cost.kappa * float(c @ values) / c.sum(), rel=1e-11)
    np.testing.assert_allclose(run.above(0.5), 2.0 * (run.margin + run.loss) - 1.0)


def test_what_is_kept_does_not_change_the_run():
    X, y = clusters(25, 4)
    cost = cost_of("lambda", WestonWatkins(), 0.5, np.ones(25))
    course = MulticlassSchedule(cost, 4, "pegasos", epochs=8)
    whole = descend(LinearWeights(X, y), 4, course, moments=every(course, 25))
    for moments in ([], [0, 3, 7, 8], [56, 5, 5, 99, -1]):
        some = descend(LinearWeights(X, y), 4, course, moments=moments)
        expected = sorted({t for t in moments if 0 <= t <= 56} | {56})
        assert some.update.tolist() == expected
        for part in ("V", "b", "V_before", "b_before", "rate"):
            np.testing.assert_array_equal(getattr(some, part), getattr(whole, part)[expected])
        np.testing.assert_array_equal(some.total, whole.total)
        assert not some.V.flags.writeable
    assert np.isnan(whole.rate[0])
    np.testing.assert_allclose(whole.rate[1:], 1.0 / (cost.rho * np.arange(1.0, 57.0)))
    seen = np.concatenate([whole.batch(m) for m in range(1, 8)])
    assert sorted(seen.tolist()) == list(range(25))
    assert len(whole.batch(0)) == 0


@every_loss
def test_one_class_and_ten_classes(name):
    (X, y), batch = clusters(30, 10), 7
    kind = SCORE_LOSSES[name]()
    course = MulticlassSchedule(
        cost_of("lambda", kind, 1.0, np.ones(30)), batch, "pegasos", epochs=5
    )
    ten = descend(LinearWeights(X, y), 10, course)
    there = textbook(name, X, y, 10, course, [1.0] * 30, course.plan(30).total)
    np.testing.assert_allclose(ten.weights(-1), there[-1], atol=1e-11 * np.abs(there).max())
    one = descend(LinearWeights(X, np.zeros(30, dtype=int)), 1, course)
    if name == "one_versus_rest":  # a machine that has only to say yes
        assert one.total[0] == 1.0
        assert one.total[-1] < 1.0
    else:
        assert not one.V.any()
        assert not one.total.any()


@every_loss
@pytest.mark.parametrize("kind", ["plane", "kernel"])
def test_the_floor_is_the_cost_of_an_exact_machine(name, kind):
    X, y = clusters(20, 3)
    c = np.random.default_rng(4).uniform(0.5, 2.0, size=20)
    cost, K = cost_of("course", SCORE_LOSSES[name](0.8), 0.2, c), RBF(0.3)(X, X)
    if kind == "kernel":  # W = L' a are the weights in the coordinates L of K = L L'
        values, vectors = np.linalg.eigh(K)
        L, place = vectors * np.sqrt(values), KernelWeights(K, y, c)
        least, W, b = optimum(name, L, y, 3, 0.8, cost.rho, cost.kappa, True, c)
        coef = np.linalg.solve(L.T, W)
    else:
        place = LinearWeights(X, y, c)
        least, W, b = optimum(name, X, y, 3, 0.8, cost.rho, cost.kappa, True, c)
        coef = np.linalg.pinv(X.T) @ W
    run = descend(place, 3, MulticlassSchedule(cost, 1, "pegasos", epochs=20))
    assert run.floor(coef, b) == pytest.approx(least, rel=1e-6)
    assert (run.above(run.floor(coef, b)) > -1e-6).all()


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


def test_the_first_rate_is_that_of_the_estimator():
    assert MulticlassSchedule(MulticlassCost()).eta0 == SubgradientSVC().eta0


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


every_delta = pytest.mark.parametrize("delta", [0.5, 1.0, 2.0])


def scores(n=100, k=4, seed=0):
    rng = np.random.default_rng(seed)
    return 1.5 * rng.normal(size=(n, k)), rng.integers(0, k, size=n)


def cornered(n=300, k=4, seed=1):
    """Scores that are halves of whole numbers: for delta of the same kind, most are at kinks."""
    rng = np.random.default_rng(seed)
    return rng.integers(-5, 6, size=(n, k)) / 2.0, rng.integers(0, k, size=n)


@every_loss
@every_delta
@pytest.mark.parametrize("k", [1, 2, 4, 10])
def test_losses_and_slopes_are_those_of_a_loop(name, delta, k):
    kind = SCORE_LOSSES[name](delta)
    for F, y in (scores(k=k), cornered(k=k)):
        points = list(zip(F.tolist(), y.tolist(), strict=True))
        np.testing.assert_allclose(kind(F, y), [loss_of(name, *p, delta) for p in points])
        slopes = [slope_of(name, *p, delta) for p in points]
        np.testing.assert_array_equal(kind.slope(F, y), slopes)
        np.testing.assert_array_equal([kind.slope_of(*p) for p in points], slopes)


@every_loss
@every_delta
def test_the_subgradient_inequality_holds_at_kinks_too(name, delta):
    kind, (F, y) = SCORE_LOSSES[name](delta), cornered()
    others = np.arange(F.shape[1]) != y[:, None]
    assert (kind.short(F, y)[others] == 0.0).any()
    for seed in range(20):
        G = F + (0.3 + seed) * np.random.default_rng(seed).normal(size=F.shape)
        below = kind(F, y) + (kind.slope(F, y) * (G - F)).sum(axis=1)
        assert (kind(G, y) >= below - 1e-12 * (1.0 + np.abs(below))).all()


@every_loss
@pytest.mark.parametrize("way", OBJECTIVES)
def test_every_way_of_writing_it_is_a_multiple_of_one(name, way):
    (F, y), C = scores(30), 0.3
    weights = np.random.default_rng(5).uniform(0.0, 3.0, size=30)
    cost = cost_of(way, SCORE_LOSSES[name](0.7), C, weights)
    b = np.array([1.0, -2.0, 0.5, 0.0])
    parts = cost.terms(F, y, 3.5, b, weights)
    total = sum(
        c * loss_of(name, f, j, 0.7)
        for c, f, j in zip(weights.tolist(), F.tolist(), y.tolist(), strict=True)
    )
    size = 3.5 + 5.25 * cost.bias_inside
    assert parts.margin == pytest.approx(cost.rho * 0.5 * size, rel=1e-12)
    assert parts.loss == pytest.approx(cost.rho * C * total, rel=1e-12)
    assert parts.total == parts.margin + parts.loss
    assert cost.C(weights.sum()) == pytest.approx(C)
    assert OBJECTIVES["course"].factors(0.05, 20) == (0.1, 1.0)
    assert cost.bias_inside == (way not in ("sum", "square", "square_sum"))


def test_what_is_no_class_number_and_no_weight():
    assert as_classes([0.0, 2.0], 2, 4).tolist() == [0, 2]
    for y, said in (([0, 3], "from 0 to 2, got 3"), ([0, -1], "got -1"), ([0, 0.5], r"got 0\.5")):
        with pytest.raises(ValueError, match=said):
            as_classes(y, 2, 3)
    with pytest.raises(ValueError, match=r"shape \(3,\), got \(2,\)"):
        as_classes([0, 1], 3, 2)
    refuses("at least one class", lambda: as_classes([0], 1, 0))
    assert as_weights(None, 2).tolist() == [1.0, 1.0]
    for weights, said in (
        ([1.0], r"shape \(2,\), got \(1,\)"),
        ([1.0, -1.0], "not negative"),
        ([1.0, np.nan], "finite"),
        ([0.0, 0.0], "must not all be 0"),
    ):
        with pytest.raises(ValueError, match=said):
            as_weights(weights, 2)
    refuses("delta must be", lambda: WestonWatkins(-1.0))


@every_loss
def test_a_random_start_and_a_target_are_those_of_a_plain_loop(name):
    """The run stops after the first epoch whose cost is at most the target, or at the start."""
    X, y = clusters(3, 30)[:2]
    cost, (W, b) = MulticlassCost(SCORE_LOSSES[name](), 0.1, 1.0, True), random_start(2, 3, 7)
    rng = np.random.default_rng(7)
    np.testing.assert_array_equal(W, rng.standard_normal((2, 3)))
    np.testing.assert_array_equal(b, rng.standard_normal(3))
    data, begin = LinearWeights(X, y), {"coef_init": W, "intercept_init": b}
    full = descend(data, 3, MulticlassSchedule(cost, 4, eta0=0.3, epochs=9), **begin)
    there = textbook(name, X, y, 3, full.course, np.ones(len(y)), full.plan.total, np.c_[W.T, b])
    np.testing.assert_allclose(full.weights(0), there[0])
    np.testing.assert_allclose(full.weights(-1), there[-1], atol=1e-11)
    for target in (*full.total[[0, 2, 5]], full.total.min() - 1e-9):
        run = descend(data, 3, replace(full.course, target_cost=max(0.0, target)), **begin)
        reached = full.total <= target
        last = int(reached.argmax()) if reached.any() else 9
        assert run.end is (End.TARGET if reached.any() else End.EPOCHS)
        np.testing.assert_array_equal(run.total, full.total[: last + 1])
        np.testing.assert_array_equal(run.weights(-1), full.weights(last))
    with pytest.raises(ValueError, match="shape"):
        descend(data, 3, full.course, coef_init=W.T)
    with pytest.raises(ValueError, match="target_cost must be finite"):
        replace(full.course, target_cost=-1.0)
