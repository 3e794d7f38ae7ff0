"""Descents for k classes against a loop in plain numbers, one another, and a conic solver."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from svmcore.descent.plan import SCHEDULES
from svmcore.kernels import RBF
from svmcore.multiclass.cost import WAYS, Cost, cost_of
from svmcore.multiclass.course import Course, End
from svmcore.multiclass.descent import descend
from svmcore.multiclass.loss import SCORE_LOSSES, CrammerSinger, WestonWatkins, gradient, loss
from svmcore.multiclass.places import Coordinates, Kernels
from tests.score_losses import clusters, loss_of, optimum, slope_of

every_loss = pytest.mark.parametrize("name", SCORE_LOSSES)
every_batch = pytest.mark.parametrize("batch", [1, 7, None])


def textbook(name, X, y, k, course, c, T):
    """(W with the biases as its last column) after every update, (T + 1, k, d + 1)."""
    cost, plan = course.cost, course.plan(len(y))
    W, seen = np.zeros((k, X.shape[1] + 1)), []
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


@every_loss
@every_batch
@pytest.mark.parametrize("way", ["sum", "course"])
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_updates_are_those_of_a_plain_loop(name, batch, way, schedule):
    X, y = clusters(25, 4, d=3)
    c = np.random.default_rng(4).uniform(0.0, 2.0, size=25)
    cost = cost_of(way, SCORE_LOSSES[name](0.7), 0.05, c)
    course = Course(cost, batch, schedule, 0.05, epochs=6, seed=3)
    run = descend(Coordinates(X), y, 4, course, weights=c, moments=every(course, 25))
    there = textbook(name, X, y, 4, course, c.tolist(), len(run.update) - 1)
    assert len(there) == len(run.update) == course.plan(25).total + 1
    np.testing.assert_allclose(matrices(run), there, atol=1e-11 * np.abs(there).max())
    np.testing.assert_array_equal(run.V_before[1:], run.V[:-1])
    np.testing.assert_array_equal(run.b_before[1:], run.b[:-1])


def test_full_batches_go_down_the_gradient_of_the_averaged_loss():
    X, y = clusters(25, 4)
    course = Course(Cost(WestonWatkins(0.7), 0.1, 1.0, True), None, "constant", 0.3, epochs=20)
    W = matrices(descend(Coordinates(X), y, 4, course))
    for here, there in pairwise(W):
        step = here - 0.3 * gradient(here, X, y, 0.7, 0.05)
        np.testing.assert_allclose(there, step, atol=1e-13)


@every_loss
@every_batch
@pytest.mark.parametrize("way", ["sum", "course"])
def test_a_linear_kernel_is_no_kernel(name, batch, way):
    X, y = clusters(25, 4, d=3)
    c = np.random.default_rng(4).uniform(0.0, 2.0, size=25)
    cost = cost_of(way, SCORE_LOSSES[name](), 0.05, c)
    course = Course(cost, batch, "inverse_sqrt", 0.05, epochs=6)
    how = {"weights": c, "moments": every(course, 25)}
    plane = descend(Coordinates(X), y, 4, course, **how)
    kernel = descend(Kernels(X @ X.T), y, 4, course, **how)
    np.testing.assert_allclose(X.T @ kernel.V, plane.V, atol=1e-10)
    np.testing.assert_allclose(kernel.b, plane.b, atol=1e-10)
    np.testing.assert_allclose(kernel.margin, plane.margin, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(kernel.loss, plane.loss, rtol=1e-9)
    Z = np.array([[0.3, -1.0, 2.0]])
    np.testing.assert_allclose(kernel.scores(-1, Z @ X.T), plane.scores(-1, Z), atol=1e-10)
    by_hand = plane.weights(-1) @ np.append(Z, 1.0)
    np.testing.assert_allclose(plane.scores(-1, Z), by_hand[None], atol=1e-12)


@every_loss
@pytest.mark.parametrize("way", WAYS)
def test_a_weight_of_two_is_two_copies(name, way):
    X, y = clusters(15, 3)
    c = np.random.default_rng(4).integers(0, 3, size=15)
    again = np.repeat(np.arange(15), c)
    here, there = (
        descend(
            Coordinates(X[some]),
            y[some],
            3,
            Course(cost_of(way, SCORE_LOSSES[name](), 0.05, w), None, "constant", 0.05, epochs=30),
            weights=w,
        )
        for some, w in ((np.arange(15), c), (again, np.ones(len(again))))
    )
    np.testing.assert_allclose(here.V, there.V, atol=1e-12)
    np.testing.assert_allclose(here.b, there.b, atol=1e-12)
    np.testing.assert_allclose(here.total, there.total, rtol=1e-12)


@every_loss
def test_the_curve_is_the_cost_of_the_machines(name):
    X, y = clusters(25, 4)
    c = np.random.default_rng(4).uniform(0.0, 2.0, size=25)
    K = RBF(0.7)(X, X)
    cost = cost_of("lambda", SCORE_LOSSES[name](0.7), 0.5, c)
    run = descend(Kernels(K), y, 4, Course(cost, 4, "pegasos", epochs=8), weights=c)
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
    np.testing.assert_array_equal(run.total, run.margin + run.loss)
    np.testing.assert_allclose(run.above(0.5), 2.0 * run.total - 1.0)


RATES = {"constant": 0.004, "inverse_sqrt": 0.05, "inverse": 1.0, "pegasos": 1.0}  # times 1 / rho


@every_loss
@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("way", ["sum", "course"])
def test_every_schedule_arrives_at_the_optimum_of_a_conic_solver(name, schedule, way):
    X, y = clusters(20, 3)
    cost = cost_of(way, SCORE_LOSSES[name](), 0.1, np.ones(20))
    least, W, b = optimum(name, X, y, 3, 1.0, cost.rho, cost.kappa, cost.bias_inside)
    eta0 = RATES[schedule] / cost.rho
    run = descend(Coordinates(X), y, 3, Course(cost, None, schedule, eta0, epochs=2500))
    assert (run.above(least) > -1e-8).all()
    assert run.above(least)[-1] < 1e-3
    # the cost is bent by rho in W: so near the optimum W is near it too
    assert np.abs(run.V[-1] - W).max() <= np.sqrt(2.0 * 1e-3 * least / cost.rho)
    if cost.bias_inside:
        assert np.abs(run.b[-1] - b).max() <= np.sqrt(2.0 * 1e-3 * least / cost.rho)


@every_loss
@pytest.mark.parametrize("batch", [1, 6])
@pytest.mark.parametrize("kind", ["plane", "kernel"])
def test_a_few_points_an_update_arrive_too(name, batch, kind):
    X, y = clusters(20, 3)
    c = np.random.default_rng(4).uniform(0.5, 2.0, size=20)
    cost = cost_of("course", SCORE_LOSSES[name](0.8), 0.2, c)
    K = RBF(0.3)(X, X)
    values, vectors = np.linalg.eigh(K)
    L = X if kind == "plane" else vectors * np.sqrt(np.maximum(values, 0.0))
    place = Coordinates(X) if kind == "plane" else Kernels(K)
    least, _, _ = optimum(name, L, y, 3, 0.8, cost.rho, cost.kappa, True, c)
    run = descend(place, y, 3, Course(cost, batch, "pegasos", epochs=1000), weights=c)
    assert -1e-8 < run.above(least)[-1] < 1e-3


@every_loss
@pytest.mark.parametrize("kind", ["plane", "kernel"])
def test_the_floor_is_the_cost_of_an_exact_machine(name, kind):
    X, y = clusters(20, 3)
    c = np.random.default_rng(4).uniform(0.5, 2.0, size=20)
    cost, K = cost_of("course", SCORE_LOSSES[name](0.8), 0.2, c), RBF(0.3)(X, X)
    if kind == "kernel":  # W = L' a are the weights in the coordinates L of K = L L'
        values, vectors = np.linalg.eigh(K)
        L, place = vectors * np.sqrt(values), Kernels(K)
        least, W, b = optimum(name, L, y, 3, 0.8, cost.rho, cost.kappa, True, c)
        coef = np.linalg.solve(L.T, W)
    else:
        place = Coordinates(X)
        least, W, b = optimum(name, X, y, 3, 0.8, cost.rho, cost.kappa, True, c)
        coef = np.linalg.pinv(X.T) @ W
    run = descend(place, y, 3, Course(cost, 1, "pegasos", epochs=20), weights=c)
    assert run.floor(coef, b) == pytest.approx(least, rel=1e-6)
    assert (run.above(run.floor(coef, b)) > -1e-6).all()


@every_loss
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_one_point_an_update_arrives_by_every_schedule(name, schedule):
    X, y = clusters(20, 3)
    cost = cost_of("sum", SCORE_LOSSES[name](), 0.1, np.ones(20))
    least, _, _ = optimum(name, X, y, 3, 1.0, cost.rho, cost.kappa, False)
    # a constant step ends with an error in proportion to it
    eta0 = {"constant": 5e-4, "inverse_sqrt": 0.03, "inverse": 1.0, "pegasos": 1.0}[schedule]
    run = descend(Coordinates(X), y, 3, Course(cost, 1, schedule, eta0, epochs=1500))
    assert -1e-8 < run.above(least)[-1] < 1e-3


@every_batch
@pytest.mark.parametrize("far", [1e-6, 1e6])
def test_tiny_and_huge_coordinates(batch, far):
    X, y = clusters(20, 3)
    course = Course(Cost(WestonWatkins(), 1.0, 1.0, True), batch, "pegasos", epochs=5)
    run = descend(Coordinates(far * X), y, 3, course)
    there = textbook("weston_watkins", far * X, y, 3, course, [1.0] * 20, run.plan.total)
    np.testing.assert_allclose(run.weights(-1), there[-1], atol=1e-11 * np.abs(there).max())
    assert run.end is End.EPOCHS


@every_loss
def test_without_a_penalty_only_the_loss_counts(name):
    X, y = clusters(20, 3)
    course = Course(Cost(SCORE_LOSSES[name](), 0.0, 1.0, True), 4, "inverse_sqrt", 0.5, epochs=5)
    run = descend(Coordinates(X), y, 3, course)
    there = textbook(name, X, y, 3, course, [1.0] * 20, run.plan.total)
    np.testing.assert_allclose(run.weights(-1), there[-1], atol=1e-12 * np.abs(there).max())
    assert not run.margin.any()


def test_points_that_are_all_the_same_leave_the_biases():
    y = np.array([0, 0, 0, 1, 1, 2])
    cost = Cost(CrammerSinger(), 0.1, 1.0, True)
    run = descend(Coordinates(np.zeros((6, 2))), y, 3, Course(cost, None, "pegasos", epochs=500))
    assert not run.V.any()
    least, _, b = optimum("crammer_singer", np.zeros((6, 2)), y, 3, 1.0, 0.1, 1.0, True)
    assert run.above(least)[-1] < 1e-3
    assert np.abs(run.b[-1] - b).max() < np.sqrt(2e-3 * least / 0.1)


def test_what_is_kept_does_not_change_the_run():
    X, y = clusters(25, 4)
    cost = cost_of("lambda", WestonWatkins(), 0.5, np.ones(25))
    course = Course(cost, 4, "pegasos", epochs=8)
    whole = descend(Coordinates(X), y, 4, course, moments=every(course, 25))
    for moments in ([], [0, 3, 7, 8], [56, 5, 5, 99, -1]):
        some = descend(Coordinates(X), y, 4, course, moments=moments)
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


def test_order_and_start():
    X, y = clusters(25, 4)
    cost = cost_of("lambda", WestonWatkins(), 0.5, np.ones(25))
    runs = [
        descend(Coordinates(X), y, 4, Course(cost, 1, "pegasos", epochs=2, seed=s, shuffle=shuffle))
        for s, shuffle in ((1, True), (1, True), (2, True), (1, False), (2, False))
    ]
    same = [[np.array_equal(r.V, s.V) for r in runs] for s in runs]
    expected = np.eye(5, dtype=bool)
    expected[:2, :2] = expected[3:, 3:] = True
    np.testing.assert_array_equal(same, expected)
    still = Course(cost, 1, "constant", 0.01, epochs=2, shuffle=False)
    whole = descend(Coordinates(X), y, 4, still)
    half = Course(cost, 1, "constant", 0.01, epochs=1, shuffle=False)
    there = descend(Coordinates(X), y, 4, half, start=(whole.V[1], whole.b[1]))
    np.testing.assert_array_equal(there.V[-1], whole.V[-1])
    np.testing.assert_array_equal(there.V[0], whole.V[1])
    with pytest.raises(ValueError, match=r"shapes \(2, 4\) and \(4,\), got \(4, 2\)"):
        descend(Coordinates(X), y, 4, half, start=(whole.V[1].T, whole.b[1]))


def test_tol_stops():
    X, y = clusters(25, 4)
    cost = cost_of("course", WestonWatkins(), 0.1, np.ones(25))
    course = Course(cost, None, "constant", 0.05 / cost.rho, epochs=500, tol=1e-3, patience=3)
    run = descend(Coordinates(X), y, 4, course)
    assert run.end is End.TOL
    stops, totals = len(run.total) - 1, run.total.tolist()
    assert 3 < stops < 500
    assert run.update[-1] == run.cost_update[-1] == stops

    def idle(e):
        return totals[e] >= (1.0 - 1e-3) * min(totals[:e])

    ends = [e for e in range(3, stops + 1) if all(idle(e - j) for j in range(3))]
    assert ends == [stops]
    free = descend(Coordinates(X), y, 4, Course(cost, None, "constant", 0.05 / cost.rho, 500))
    assert free.end is End.EPOCHS
    np.testing.assert_array_equal(free.V[stops], run.V[-1])


def test_updates_run_out_in_the_middle_of_an_epoch():
    X, y = clusters(25, 4)
    cost = cost_of("lambda", WestonWatkins(), 0.5, np.ones(25))
    whole = descend(Coordinates(X), y, 4, Course(cost, 1, "pegasos"), moments=np.arange(126))
    run = descend(Coordinates(X), y, 4, Course(cost, 1, "pegasos", max_iter=60))
    assert run.end is End.UPDATES
    assert run.update.tolist() == run.cost_update.tolist() == [0, 25, 50, 60]
    np.testing.assert_array_equal(run.epoch, [0.0, 1.0, 2.0, 2.4])
    np.testing.assert_array_equal(run.V, whole.V[[0, 25, 50, 60]])
    exactly = descend(Coordinates(X), y, 4, Course(cost, 1, "pegasos", max_iter=125))
    assert exactly.end is End.EPOCHS


@pytest.mark.parametrize("kind", ["plane", "kernel"])
@pytest.mark.parametrize("batch", [1, 4, None])
def test_divergence_is_said_and_what_is_kept_is_finite(kind, batch):
    X, y = clusters(25, 4)
    place = Coordinates(X) if kind == "plane" else Kernels(RBF(0.7)(X, X))
    cost = cost_of("sum", WestonWatkins(), 0.5, np.ones(25))
    course = Course(cost, batch, "constant", 2.5, epochs=700)  # |1 - 2.5| > 1
    for moments in (None, np.arange(20_000)):
        run = descend(place, y, 4, course, moments=moments)
        assert run.end is End.DIVERGED
        assert run.update[-1] == run.cost_update[-1] == run.diverged - 1
        for part in (run.V, run.b, run.V_before, run.total, run.rate[1:]):
            assert np.isfinite(part).all()
        # 1.5^t of some number passes 1e100 at the update that is named, and not before
        task, V, b = run.task, run.V[-1].copy(), run.b[-1].copy()
        assert np.abs(V).max() < 1e100
        task.step(V, b, run.plan.batch(run.diverged), 2.5)
        assert max(np.abs(V).max(), np.abs(b).max()) >= 1e100
    assert len(run.update) == run.diverged


def test_one_update_can_be_too_much():
    X, y = clusters(10, 2)
    cost = cost_of("sum", WestonWatkins(), 0.5, np.ones(10))
    run = descend(Coordinates(X), y, 2, Course(cost, 1, "constant", 1e150))
    assert (run.end, run.diverged, run.update.tolist()) == (End.DIVERGED, 1, [0])
    assert not run.V.any()


@every_loss
@every_batch
def test_one_class_ten_classes_and_a_class_without_points(name, batch):
    X, y = clusters(30, 10)
    kind = SCORE_LOSSES[name]()
    course = Course(cost_of("lambda", kind, 1.0, np.ones(30)), batch, "pegasos", epochs=5)
    ten = descend(Coordinates(X), y, 10, course)
    there = textbook(name, X, y, 10, course, [1.0] * 30, course.plan(30).total)
    np.testing.assert_allclose(ten.weights(-1), there[-1], atol=1e-11 * np.abs(there).max())
    one = descend(Coordinates(X), np.zeros(30, dtype=int), 1, course)
    if name == "one_versus_rest":  # a machine that has only to say yes
        assert one.total[0] == 1.0
        assert one.total[-1] < 1.0
    else:
        assert not one.V.any()
        assert not one.total.any()
    # class 2 of 4 has no point: it is told to go away, and never to come
    absent = descend(Coordinates(X), np.array([0, 1, 3])[y % 3], 4, course)
    there = textbook(name, X, absent.task.y, 4, course, [1.0] * 30, course.plan(30).total)
    np.testing.assert_allclose(absent.weights(-1), there[-1], atol=1e-11 * np.abs(there).max())
    assert absent.b[-1, 2] <= 0.0


def test_the_published_regulariser_moves_no_boundary():
    """Some courses add reg times the sum of all entries to every entry of the gradient."""
    X, y = clusters(25, 4)
    rng = np.random.default_rng(1)
    W = Z = rng.normal(size=(4, 3))
    for _ in range(50):
        W = W - 0.1 * (gradient(W, X, y, 1.0, 0.0) + 0.5 * W.sum())
        Z = Z - 0.1 * gradient(Z, X, y, 1.0, 0.0)
    assert np.abs(W - Z).max() > 0.1
    np.testing.assert_allclose(W - W[:1], Z - Z[:1], atol=1e-12)  # the differences decide
    assert loss(W, X, y, 1.0, 0.0) == pytest.approx(loss(Z, X, y, 1.0, 0.0), rel=1e-12)


def test_what_a_course_refuses():
    cost = Cost()
    for word, value, said in (
        ("schedule", "square", "schedule must be one of constant, .* got 'square'"),
        ("batch_size", 0, "batch_size must be at least 1, got 0"),
        ("epochs", 0, "epochs must be at least 1"),
        ("patience", 0, "patience must be at least 1"),
        ("max_iter", 0, "max_iter must be at least 1"),
        ("eta0", 0.0, "eta0 must be finite and > 0"),
        ("eta0", np.inf, "eta0 must be finite and > 0"),
        ("tol", -1.0, "tol must be at least 0 and below 1"),
        ("tol", 1.0, "tol must be at least 0 and below 1"),
    ):
        with pytest.raises(ValueError, match=said):
            Course(cost, **{word: value})
    with pytest.raises(ValueError, match="needs a penalty, got ρ = 0"):
        Course(Cost(rho=0.0), schedule="pegasos")
    for word, value in (("rho", -1.0), ("kappa", np.inf), ("kappa", np.nan)):
        with pytest.raises(ValueError, match=f"{word} must be finite and >= 0"):
            Cost(**{word: value})
    for start in ((np.full((2, 2), np.nan), np.zeros(2)), (np.zeros((2, 2)), [0.0, 1e200])):
        with pytest.raises(ValueError, match="start must hold finite numbers"):
            descend(Coordinates(np.eye(2)), [0, 1], 2, Course(cost), start=start)
    with pytest.raises(ValueError, match="at least one point"):
        descend(Coordinates(np.empty((0, 2))), [], 2, Course(cost))
    with pytest.raises(ValueError, match="must be finite numbers"):
        descend(Kernels(np.diag([1.0, np.nan])), [0, 1], 2, Course(cost))
    with pytest.raises(ValueError, match="from 0 to 1, got 2"):
        descend(Coordinates(np.eye(2)), [0, 2], 2, Course(cost))
