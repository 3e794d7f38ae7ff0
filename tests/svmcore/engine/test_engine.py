"""Tasks, spaces and the ways to their optimum, judged by the certificate alone."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from svmcore.engine import (
    FeatureSpace,
    GramSpace,
    KernelSpace,
    classification,
    nu_classification,
    nu_regression,
    one_class,
    regression,
    space_of,
    train,
)
from svmcore.engine import spaces as module
from svmcore.engine.certified import certified
from svmcore.engine.methods.decomposition import refine
from svmcore.engine.methods.interior_point import solved
from svmcore.engine.methods.low_rank import FACTORS, most_columns
from svmcore.engine.methods.pivoted_cholesky import pivoted_cholesky
from svmcore.engine.methods.polish import polish
from svmcore.engine.smoothed import smoothed
from svmcore.engine.spaces import gram_of, whole
from svmcore.engine.tasks import State
from svmcore.kernels import RBF, Linear, Polynomial
from svmcore.problems import DualProblem
from svmcore.problems.certificate import Status
from svmcore.solvers import SMO, Auto, solve
from tests.helpers.grids import few, grid
from tests.helpers.samples import every_kernel, sample

TASKS = {
    "soft": lambda y, z, w: classification(y, 10.0 * w),
    "tube": lambda y, z, w: regression(z, 5.0 * w, 0.1),
    "nu": lambda y, z, w: nu_classification(y, 0.4, w),
    "nu tube": lambda y, z, w: nu_regression(z, 0.31, 5.0 * w),
    "one": lambda y, z, w: one_class(0.3, w),
}
every_task = pytest.mark.parametrize("name", TASKS)


def problem(name, kernel, n=120):
    X, y = sample("moons", n)
    rng = np.random.default_rng(3)
    z = np.sin(X[:, 0]) + 0.1 * rng.normal(size=n)
    return space_of(kernel, X), TASKS[name](y, z, rng.uniform(0.5, 2.0, n))


def primal(task, scores, square, v):
    f = task.forward(scores) + task.balance * v[task.group]
    return 0.5 * square + v @ task.total + task.C @ np.maximum(0.0, task.q - f)


class TestTask:
    @every_task
    @every_kernel
    def test_the_gap_is_primal_minus_dual_and_never_negative(self, name, kernel):
        space, task = problem(name, kernel)
        rng = np.random.default_rng(0)
        for _ in range(20):
            a = task.feasible(rng.uniform(0.0, 1.0, len(task.sign)) * task.C)
            np.testing.assert_allclose(task.sums(a), task.total, atol=1e-10 * task.C.sum())
            coef = task.coef(a)
            scores = space.scores(coef)
            v = rng.normal(size=len(task.total))
            proof = task.certify(a, scores, v)
            square = coef @ scores
            assert proof.primal == pytest.approx(primal(task, scores, square, v))
            assert proof.dual == pytest.approx(task.q @ a - 0.5 * square)
            assert proof.gap > 0.0

    @every_task
    def test_best_multipliers_minimise_the_primal(self, name):
        space, task = problem(name, RBF())
        a = task.feasible(0.3 * task.C)
        scores = space.scores(task.coef(a))
        v = task.best_multipliers(scores)
        for g in range(len(v)):

            def along(t, g=g):
                moved = v.copy()
                moved[g] = t
                return primal(task, scores, 0.0, moved)

            best = minimize_scalar(along, bounds=(v[g] - 5.0, v[g] + 5.0), method="bounded")
            assert along(v[g]) <= best.fun + 1e-9 * abs(best.fun)


class TestTrain:
    @every_task
    @every_kernel
    def test_every_machine_to_nine_digits(self, name, kernel):
        space, task = problem(name, kernel)
        answer = train(space, task)
        assert answer.status is Status.OPTIMAL
        scores = space.scores(task.coef(answer.alpha))
        proof = task.certify(answer.alpha, scores, answer.v)
        assert abs(proof.gap) <= 1e-9 * abs(proof.dual) + 1e-10  # the linear half-space: 0
        assert proof.infeasibility <= 1e-12 * task.C.sum()
        np.testing.assert_allclose(answer.scores, scores, atol=1e-9 * np.abs(scores).max())

    @pytest.mark.parametrize(
        ("kernel", "C"),
        few((RBF(gamma=0.5), 1.0), (Polynomial(3, 0.5, 1.0), 100.0), (Linear(), 1.0), first=2),
    )
    def test_many_points_are_solved_for_from_a_sample(self, kernel, C):
        X, y = sample("moons", 3500)
        task = classification(y, np.full(3500, C))
        space = space_of(kernel, X)
        answer = train(space, task)
        scores = space.scores(task.coef(answer.alpha))
        assert abs(task.certify(answer.alpha, scores, answer.v).relative_gap) <= 1e-9
        if isinstance(space, FeatureSpace):
            whole = solved(task, space.phi - space.phi.mean(0), 1e-10, 100)
            at_once = task.q @ whole.a - 0.5 * whole.w @ whole.w
            assert answer.certificate.dual == pytest.approx(at_once, rel=1e-8)

    def test_where_no_variable_is_free_v_is_the_middle_of_its_interval(self):
        """w = (2, 0): -6 <= v <= -2 is optimal for the class whose one vertex is at its bound."""
        X = np.array([[-1.0, 0.0], [-3.0, 0.0], [1.0, 0.3], [1.0, -0.3], [4.0, 0.0]])
        y = np.array([-1.0, -1.0, 1.0, 1.0, 1.0])
        answer = train(FeatureSpace(X), nu_classification(y, 0.4, np.ones(5)))
        np.testing.assert_allclose(answer.alpha, [1.0, 0.0, 0.5, 0.5, 0.0], rtol=1e-15)
        np.testing.assert_allclose(answer.v, [-2.0, -4.0], rtol=1e-12)

    def test_an_optimum_of_nothing(self):
        X, y = sample("moons")
        flat = train(space_of(RBF(), X), regression(np.ones(120), np.ones(120), 0.1))
        assert flat.status is Status.OPTIMAL
        assert not flat.alpha.any()
        zero = train(GramSpace(np.zeros((120, 120))), classification(y, np.ones(120)))
        assert zero.status is Status.OPTIMAL
        assert zero.certificate.dual == pytest.approx(120.0)


class TestParts:
    @pytest.mark.parametrize(("tol", "n"), [(1e-2, 700), (1e-12, 150)])
    def test_a_thin_factor_leaves_out_what_it_may(self, n, tol):
        X, _ = sample("moons", n)
        space = KernelSpace(RBF(gamma=0.5), X)
        L = pivoted_cholesky(space, tol, n)
        rest = RBF(gamma=0.5)(X, X) - L @ L.T
        assert rest.diagonal().max() <= 1.001 * tol
        assert np.linalg.eigvalsh(rest).min() >= -1e-11
        assert L.shape[1] < {1e-2: 40, 1e-12: 150}[tol]
        assert pivoted_cholesky(space, tol, L.shape[1] - 1) is None


Y = np.array([1.0, -1.0, 1.0])
POINTS = GramSpace(np.eye(3))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: classification([0, 1, 1], np.ones(3)), r"y must hold -1 and \+1 only, got 0"),
        (lambda: classification(Y, np.ones(2)), r"C must have shape \(3,\)"),
        (lambda: classification(Y, np.array([1.0, 0.0, 1.0])), "C must be > 0, got 0"),
        (lambda: classification(Y, np.array([1.0, np.nan, 1.0])), "C must be > 0, got nan"),
        (lambda: regression(np.array([1.0, np.nan]), np.ones(2), 0.1), "targets must be finite"),
        (lambda: regression(Y, np.full(3, np.inf), 0.1), "C must be > 0 and finite, got inf"),
        (lambda: regression(Y, np.ones(3), -0.1), "epsilon must be >= 0 and finite, got -0.1"),
        (lambda: nu_classification(Y, 1.5, np.ones(3)), "nu must be > 0 and <= 1, got 1.5"),
        (lambda: one_class(0.0, np.ones(3)), "nu must be > 0 and <= 1, got 0"),
        (lambda: one_class(0.5, np.ones(0)), "at least one point"),
        (lambda: train(GramSpace(np.eye(2)), classification(Y, np.ones(3))), "has 2 points, the"),
        (lambda: train(GramSpace(np.eye(3) * np.nan), classification(Y, np.ones(3))), "got NaN"),
        (lambda: train(POINTS, classification(Y, np.ones(3)), tol=0.0), "tol must be > 0"),
        (lambda: train(POINTS, classification(Y, np.ones(3)), max_iter=0), "max_iter must be >= 1"),
        (lambda: train(POINTS, classification(Y, np.ones(3)), solver="best"), "solver must be one"),
    ],
)
def test_what_is_no_problem_is_refused_in_a_sentence(wrong, sentence):
    with pytest.raises(ValueError, match=sentence):
        wrong()


@pytest.mark.parametrize(
    ("kernel", "solver", "first"), grid([Linear(), RBF(1.0)], ["auto", "smo"], ["hard", "soft"])
)
def test_some_points_may_allow_no_loss(kernel, solver, first):
    """Against a finite C that none of their multipliers reaches."""
    X, y = sample("moons", 60)
    hard = np.zeros(60, dtype=bool)
    hard[[3, 11, 20, 40, 58]] = True
    order = np.argsort(hard != (first == "hard"), kind="stable")  # C[0] is infinite or not
    X, y, hard = X[order], y[order], hard[order]
    C = np.where(hard, np.inf, 1.0)
    space = space_of(kernel, X)
    answer = train(space, classification(y, C), solver=solver)
    assert answer.status is Status.OPTIMAL
    f = y * (answer.scores + answer.v[0])
    assert f[hard].min() >= 1.0 - 1e-5
    loss = np.maximum(1.0 - f[~hard], 0.0).sum()
    assert loss > 0.0
    finite = train(space, classification(y, np.where(hard, 1e6, 1.0)), tol=1e-9)
    assert finite.alpha[hard].max() < 1e5
    assert answer.certificate.primal == pytest.approx(finite.certificate.primal, rel=1e-5)
    np.testing.assert_allclose(answer.scores, finite.scores, atol=1e-3)
    problem = DualProblem(kernel(X, X), y, C)
    for method in (SMO(), Auto()):
        solution = solve(problem, method, tol=1e-6, max_seconds=60.0)
        assert solution.status is Status.OPTIMAL
        assert solution.certificate.primal == pytest.approx(finite.certificate.primal, rel=1e-5)


def test_points_without_loss_that_cannot_be_separated_are_not_optimal():
    X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([1.0, -1.0, 1.0, -1.0])
    answer = train(
        space_of(Linear(), X), classification(y, np.array([np.inf, np.inf, np.inf, 1.0]))
    )
    assert answer.status is not Status.OPTIMAL
    assert answer.certificate.primal == np.inf


def test_spaces_agree():
    X, _ = sample("moons", 60)
    kernel = Polynomial(3, 0.5, 1.0)
    K = kernel(X, X)
    coef = np.random.default_rng(0).normal(size=60)
    rows, columns = np.array([3, 5]), np.array([1, 2, 3])
    for space in (GramSpace(K), KernelSpace(kernel, X), FeatureSpace(kernel.features(X))):
        np.testing.assert_allclose(space.diagonal, K.diagonal())
        np.testing.assert_allclose(space.block(rows, columns), K[np.ix_(rows, columns)])
        np.testing.assert_allclose(space.rows(rows), K[rows])
        np.testing.assert_allclose(space.scores(coef), K @ coef)
        for share in (0.1, 1.0):  # of points with a weight: few rows of K are picked out
            several = np.column_stack([coef, -2.0 * coef]) * (np.arange(60) < 60 * share)[:, None]
            np.testing.assert_allclose(space.scores(several), K @ several)
        product = np.linalg.multi_dot([*space.columns(columns), np.eye(3)])
        np.testing.assert_allclose(product, K[:, columns])


def test_scores_are_the_same_whatever_is_held_at_a_time(monkeypatch):
    X, _ = sample("moons", 60)
    coef = np.random.default_rng(0).normal(size=60) * (np.arange(60) % 3 > 0)
    space = KernelSpace(RBF(2.0), X)
    monkeypatch.setattr(module, "TILE", 7)
    np.testing.assert_allclose(space.scores(coef), RBF(2.0)(X, X) @ coef, rtol=1e-12)


def test_some_of_the_points_are_a_space_of_their_own():
    X, _ = sample("moons", 60)
    kernel, rows = RBF(2.0), np.array([4, 1, 59])
    K = kernel(X, X)[np.ix_(rows, rows)]
    everyone = np.arange(3)
    for space in (GramSpace(kernel(X, X)), KernelSpace(kernel, X), gram_of(kernel, X)):
        there = space.at(rows)
        np.testing.assert_allclose(there.block(everyone, everyone), K, rtol=1e-12)
        np.testing.assert_allclose(whole(there).K, K, rtol=1e-12)
    phi = Polynomial(2, 1.0, 1.0).features(X)
    np.testing.assert_array_equal(FeatureSpace(phi).at(rows).points, phi[rows])


def test_a_factor_of_many_points_has_as_many_columns_as_fit_into_memory():
    spare = 900_000_000
    for n in (3001, 8000, 12_000, 60_000):
        columns = most_columns(n, spare)
        assert 100 < columns <= most_columns(n, math.inf) == n // 4
        assert 8 * n * columns * FACTORS <= spare


N = 4000


def tasks():
    X, y = sample("moons", N)
    C = np.full(N, 1.0)
    z = X @ [1.0, -2.0] + 0.3 * np.random.default_rng(0).normal(size=N)
    of_y = [classification(y, c * C) for c in (1e-2, 1.0, 1e4)]
    return X, [*of_y, regression(z, C, 0.1), nu_classification(y, 0.4, C)]


@pytest.mark.parametrize("kind", range(5))
def test_the_model_is_nearly_the_best_and_its_multipliers_say_which_points_are_undecided(kind):
    X, of_kinds = tasks()
    space, task = FeatureSpace(X), of_kinds[kind]
    state, used = smoothed(space, task, 1000)
    assert 4 <= used <= 40
    w = np.linalg.lstsq(X, state.scores, rcond=None)[0]

    def primal(w, v):
        short = np.maximum(task.q - task.values(X @ w, v), 0.0)
        return float(0.5 * w @ w + task.total @ v + task.C @ short)

    best = train(space, task)
    nothing = primal(np.zeros(2), task.best_multipliers(np.zeros(N)))
    gained = nothing - best.certificate.primal
    assert primal(w, state.v) - best.certificate.primal <= 1e-3 * gained
    undecided = (state.a > 0.0) & (state.a < task.C)
    assert undecided.mean() < 0.05
    decided = ~undecided & ((best.alpha == 0.0) | (best.alpha == task.C))
    assert (state.a == best.alpha)[decided].mean() > 0.995


def test_decomposition_mends_what_a_coarse_factor_gets_wrong():
    X, y = sample("moons", 400)
    space = space_of(RBF(gamma=2.0), X)
    task = classification(y, np.where(y > 0.0, 10.0, 3.0))  # those at C do not balance
    L = pivoted_cholesky(space, 1e-2, 400)
    L = L - L.mean(0)
    inner = solved(task, L, 1e-5, 100)
    guess = State(inner.a, L @ inner.w, inner.v)
    rough = task.certify(task.feasible(inner.a), space.scores(task.coef(inner.a)), inner.v)
    state, _ = refine(space, task, guess, 20, 1e-6)
    assert rough.relative_gap > 1e-4
    assert abs(task.certify(*state).relative_gap) < 1e-8
    polished = polish(space, task, certified(task, state), 1e-11).certificate
    assert polished.violation < 1e-11
