"""Subspace minimisation is exact where K has no thin factor, and never claims what it has not."""

import numpy as np
import pytest
from scipy.linalg import lapack

from svmcore.engine import (
    GramSpace,
    KernelSpace,
    classification,
    nu_classification,
    nu_regression,
    one_class,
    regression,
    train,
)
from svmcore.engine.methods import low_rank, subspace, working_sets
from svmcore.engine.methods.pivoted_cholesky import rank
from svmcore.engine.methods.subspace import applies, iterate, suits
from svmcore.engine.tasks import State
from svmcore.kernels import RBF
from svmcore.optim import rows
from tests.helpers.counted import Counted
from tests.helpers.grids import grid
from tests.helpers.samples import sample


def solve(space, task, max_iter=100):
    """The state at the end, and its iterations."""
    *_, last = iterate(space, task, 1e-6, max_iter)
    return last.reached.state, last.n_iter


def proved(space, task, state):
    """The certificate of a state, which holds or the test ends here."""
    a, scores, v = state
    np.testing.assert_allclose(scores, space.scores(task.coef(a)), atol=1e-9 * (1.0 + a.max()))
    assert (a >= 0.0).all()
    assert (a <= task.C).all()
    certificate = task.certify(a, scores, v)
    assert abs(certificate.relative_gap) <= 1e-9
    assert certificate.infeasibility <= 1e-9 * max(1.0, a.max())
    return certificate


def noise(n=200, share=0.5, seed=0):
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) < share * n, 1.0, -1.0)
    return rng.normal(size=(n, 2)), y


class TestExact:
    @pytest.mark.parametrize(
        ("name", "gamma", "C"),
        grid(["moons", "circles", "blobs"], [0.5, 10.0, 30.0, 100.0], [1e-2, 1.0, 100.0, 1e4]),
    )
    def test_agrees_with_the_interior_point(self, name, gamma, C):
        X, y = sample(name, 250)
        space, task = GramSpace(RBF(gamma=gamma)(X, X)), classification(y, np.full(250, C))
        state, _ = solve(space, task)
        certificate = proved(space, task, state)
        exact = train(space, task, solver="interior_point")
        assert certificate.dual == pytest.approx(exact.certificate.dual, rel=1e-8)
        # the values of f are unique, alpha is not where K is numerically flat
        np.testing.assert_allclose(
            state.scores, exact.scores, atol=3e-4 * np.abs(exact.scores).max()
        )

    @pytest.mark.parametrize(("gamma", "C"), grid([0.5, 5.0, 50.0], [0.1, 10.0, 1e3]))
    def test_regression_agrees_with_the_interior_point(self, gamma, C):
        X, _ = sample("moons", 200)
        z = np.sin(3.0 * X[:, 0]) + X[:, 1] + 0.2 * np.random.default_rng(0).normal(size=200)
        weights = np.random.default_rng(1).uniform(0.5, 2.0, 200)
        task = regression(z, C * weights, 0.1)
        for space in (GramSpace(RBF(gamma=gamma)(X, X)), KernelSpace(RBF(gamma=gamma), X)):
            state, _ = solve(space, task)
            certificate = proved(space, task, state)
            exact = train(space, task, solver="interior_point")
            assert certificate.dual == pytest.approx(exact.certificate.dual, rel=1e-8)
            both = state.a.reshape(2, -1).min(0)
            assert (both <= 1e-12).all(), "no point is above and below the tube"

    @pytest.mark.parametrize(("nu", "gamma"), grid([0.02, 0.2, 0.8, 1.0], [0.2, 5.0]))
    @pytest.mark.parametrize("points", [GramSpace, KernelSpace])
    def test_several_sums_agree_with_the_interior_point(self, points, nu, gamma):
        X, y = sample("moons", 200)
        z = np.sin(3.0 * X[:, 0]) + X[:, 1] + 0.2 * np.random.default_rng(0).normal(size=200)
        C = np.random.default_rng(1).uniform(0.5, 2.0, 200)
        order = y.argsort()[::-1]  # group after group
        X, y, C = X[order], y[order], C[order]
        C = np.where(y > 0.0, C / C[y > 0.0].sum(), C / C[y < 0.0].sum())
        kernel = RBF(gamma=gamma)
        space = GramSpace(kernel(X, X)) if points is GramSpace else KernelSpace(kernel, X)
        wide = max(nu, 0.3)  # with less, these classes have no margin, and the optimum is 0
        tubes = nu_regression(z, nu, 9.0 * C)
        for task in (nu_classification(y, wide, C), tubes, one_class(nu, C)):
            state, _ = solve(space, task)
            certificate = proved(space, task, state)
            exact = train(space, task, solver="interior_point")
            assert certificate.dual == pytest.approx(exact.certificate.dual, rel=1e-8)

    def test_one_class(self):
        (X, _), nu = noise(), 0.3
        space, task = GramSpace(RBF(gamma=5.0)(X, X)), one_class(nu, np.ones(200))
        a, scores, v = solve(space, task)[0]
        proved(space, task, State(a, scores, v))
        assert a.sum() == pytest.approx(200 * nu)
        outside = scores + v[0] < -1e-4
        assert 0 < outside.sum() <= 200 * nu
        assert (a[outside] == 1.0).all()


class TestWorkingSets:
    """Of many points with a small nu few are solved for, and the model is that of all of them."""

    @pytest.mark.parametrize("kind", ["one", "tube", "classes"])
    def test_few_points_are_solved_for(self, kind, monkeypatch):
        n, sizes, solver = 2500, [], subspace.iterate

        def counted(space, *rest):
            sizes.append(len(space))
            return solver(space, *rest)

        monkeypatch.setattr(subspace, "iterate", counted)
        rng = np.random.default_rng(0)
        X, C = rng.normal(size=(n, 3)), rng.uniform(0.5, 2.0, n)
        y = np.where(np.arange(n) < 1000, 1.0, -1.0)
        X[:, 0] += 2.0 * y
        task = {
            "one": one_class(0.02, C),
            "tube": nu_regression(np.sin(3.0 * X[:, 0]) + 0.2 * X[:, 1], 0.02, C),
            "classes": nu_classification(y, 0.1, C),
        }[kind]
        space = KernelSpace(RBF(gamma=1.0), X)
        *_, last = working_sets.iterate(space, task, 1e-6, 1000)
        proved(space, task, last.reached.state)
        assert max(sizes) < 0.5 * n
        assert len(sizes) >= 3, "a sample and at least two working sets"

    def test_a_sample_without_one_of_the_classes(self):
        n = 900
        y = np.where(np.arange(n) < 2, 1.0, -1.0)
        X = np.random.default_rng(0).normal(size=(n, 2)) + 3.0 * y[:, None]
        space, task = KernelSpace(RBF(gamma=1.0), X), nu_classification(y, 4e-3, np.ones(n))
        *_, last = working_sets.iterate(space, task, 1e-6, 1000)
        proved(space, task, last.reached.state)


class TestDeclines:
    def test_other_tasks(self):
        X, y = noise(40)
        K = RBF(gamma=10.0)(X, X)
        assert suits(GramSpace(K), classification(y, np.ones(40)))
        assert not suits(GramSpace(K), classification(y, np.full(40, np.inf)))
        assert not suits(GramSpace(K, psd=False), classification(y, np.ones(40)))

    def test_a_kernel_with_a_thin_factor(self):
        X, y = sample("moons", 1500)
        kernel = Counted(RBF(gamma=0.3))
        assert not applies(KernelSpace(kernel, X), classification(y, np.ones(1500)))
        assert kernel.entries <= 2 * 200**2


def test_a_budget_that_is_too_small_ends_with_a_feasible_model():
    X, y = noise()
    space, task = GramSpace(RBF(gamma=10.0)(X, X)), classification(y, np.full(200, 10.0))
    exact, needed = solve(space, task)
    assert needed > 2
    state, n_iter = solve(space, task, max_iter=needed - 2)
    assert n_iter == needed - 2
    early, late = task.certify(*state), task.certify(*exact)
    assert early.infeasibility <= 1e-9
    assert 0.0 < early.dual <= late.dual
    assert early.gap > late.gap


def test_many_points_need_neither_a_factor_nor_all_of_K(monkeypatch):
    def none(*_):
        raise AssertionError("a factor of K")

    monkeypatch.setattr(low_rank, "pivoted_cholesky", none)
    X, y = sample("moons", 4500)
    kernel = Counted(RBF(gamma=10.0))
    space, task = KernelSpace(kernel, X), classification(y, np.full(4500, 1.0))
    answer = train(space, task)
    certificate = task.certify(answer.alpha, space.scores(task.coef(answer.alpha)), answer.v)
    assert certificate.relative_gap <= 1e-9
    assert kernel.entries < 0.8 * 4500**2


def test_working_sets_end_where_the_optimum_is_0(monkeypatch):
    """Each point has both labels, so the model has no width, and no gap is small beside it."""
    X = np.tile(np.random.default_rng(7).normal(size=(400, 1)), (2, 1))
    task = nu_classification(np.repeat([1.0, -1.0], 400), 0.00944, np.ones(800))
    searches = []

    def counted(space, task, *args):
        searches.append(len(space))
        return iterate(space, task, *args)

    monkeypatch.setattr(subspace, "iterate", counted)
    monkeypatch.setattr(working_sets, "MAX_ROUNDS", 5)
    for _ in working_sets.iterate(KernelSpace(RBF(0.0314), X), task, 1e-6, 10_000):
        if searches[-1] == len(X):
            break
    assert len(searches) == 1 + 5 + 1  # of the sample, of the working sets, of all points


def test_with_little_memory_pairs_begin(monkeypatch):
    X, y = sample("moons", 250)
    space, task = GramSpace(RBF(gamma=10.0)(X, X)), classification(y, np.full(250, 1.0))
    monkeypatch.setattr(rows, "MAX_ENTRIES", 60**2)
    sizes, factor = [], lapack.dpotrf
    monkeypatch.setattr(lapack, "dpotrf", lambda M, **how: sizes.append(len(M)) or factor(M, **how))
    proved(space, task, solve(space, task)[0])
    assert max(sizes) <= 60


class TestRank:
    @pytest.mark.parametrize("gamma", [0.1, 5.0])
    def test_close_to_the_count_where_the_spectrum_falls(self, gamma):
        X, _ = sample("moons", 1000)
        K = RBF(gamma=gamma)(X, X)
        counted = lapack.dpstrf(K, tol=1e-4, lower=1)[2]
        assert rank(GramSpace(K)) == pytest.approx(counted, rel=0.3)
        # a last bit in K may change the order of the pivots
        there = rank(KernelSpace(RBF(gamma=gamma), X))
        assert there == pytest.approx(rank(GramSpace(K)), rel=0.05)
