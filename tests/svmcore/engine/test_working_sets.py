"""Decomposition from a sample is exact, spares most of K, and declines what it is not for."""

import numpy as np
import pytest
from sklearn.datasets import make_moons

from svmcore.engine import (
    KernelSpace,
    classification,
    one_class,
    regression,
    space_of,
    working_sets,
)
from svmcore.engine import train as trained
from svmcore.engine.active_set import finish, prove
from svmcore.engine.decomposition import refine
from svmcore.engine.interior_point import InteriorPointRun
from svmcore.engine.pivoted_cholesky import pivoted_cholesky
from svmcore.engine.tasks import State
from svmcore.engine.working_sets import FEW_POINTS, solve
from svmcore.kernels import RBF
from tests.helpers.counted import Counted
from tests.helpers.grids import grid
from tests.helpers.samples import sample

N = 1500


def circles(n=N):
    X, y = sample("circles", n)
    return X, np.where(y > 0, 1.0, -1.0)


def moons(n=N, noise=0.1):
    X, y = make_moons(n, noise=noise, random_state=1)
    return X, 2.0 * y - 1.0


class TestExact:
    @pytest.mark.parametrize(("data", "C"), grid([circles, moons], [1.0, 100.0, 1e4]))
    def test_agrees_with_the_interior_point_and_proves_it(self, data, C):
        X, y = data()
        space, C = KernelSpace(RBF(gamma=10.0), X), C * np.linspace(0.5, 1.5, N)
        task = classification(y, C)
        (state, proof), n_iter = solve(space, task)
        a, scores, v = state
        K = space.kernel(X, X)
        np.testing.assert_allclose(scores, K @ (y * a), atol=1e-9 * (1.0 + a.max()))
        assert task.certify(a, K @ (y * a), v).relative_gap <= 1e-9
        assert (a >= 0.0).all()
        assert (a <= C).all()
        assert abs(y @ a) <= 1e-9 * a.max()
        exact = trained(space, task, solver="interior_point")
        assert proof.dual == pytest.approx(exact.certificate.dual, rel=1e-8)
        assert 0 < n_iter < 200

    def test_points_that_the_sample_knows_nothing_of_are_found(self):
        X, y = moons()
        X[:4] = [5.0, 5.0] + 0.1 * np.arange(4.0)[:, None]
        y[:4] = [1.0, -1.0, 1.0, -1.0]
        space, task = KernelSpace(RBF(gamma=10.0), X), classification(y, np.full(N, 1.0))
        found = solve(space, task)
        assert found is not None
        assert (found[0].state.a[:4] > 0.0).all()
        exact = trained(space, task, solver="interior_point")
        assert found[0].certificate.dual == pytest.approx(exact.certificate.dual, rel=1e-8)

    def test_an_answer_that_is_not_good_enough_is_not_the_last(self, monkeypatch):
        X, y = circles()
        space, task = KernelSpace(RBF(gamma=10.0), X), classification(y, np.full(N, 1e4))
        first = solve(space, task, tol=np.inf)
        assert first[0].certificate.relative_gap > 1.0
        monkeypatch.setattr(working_sets, "solve", lambda *_, **__: first)
        assert trained(space, task).certificate.relative_gap <= 1e-9


def test_most_of_K_is_never_computed():
    X, y = moons(3000)
    kernel = Counted(RBF(gamma=10.0))
    space, task = KernelSpace(kernel, X), classification(y, np.full(3000, 100.0))
    assert solve(space, task) is not None
    assert kernel.entries < 0.15 * 3000**2


class TestDeclines:
    def test_few_points(self):
        X, y = circles(FEW_POINTS)
        space = KernelSpace(RBF(gamma=10.0), X)
        assert solve(space, classification(y, np.ones(FEW_POINTS))) is None

    def test_a_kernel_with_a_thin_factor(self):
        X, y = moons()
        kernel = Counted(RBF(gamma=0.3))
        assert solve(KernelSpace(kernel, X), classification(y, np.ones(N))) is None
        assert kernel.entries <= 2 * 200**2 + N

    def test_classes_that_overlap_before_any_model_is_trained(self):
        X, y = moons(noise=0.4)
        kernel = Counted(RBF(gamma=10.0))
        assert solve(KernelSpace(kernel, X), classification(y, np.ones(N))) is None
        assert kernel.entries <= 200**2

    def test_tasks_of_other_kinds(self):
        X, y = circles()
        kernel = Counted(RBF(gamma=10.0))
        space = KernelSpace(kernel, X)
        assert solve(space, one_class(0.2, np.ones(N))) is None
        assert solve(space, regression(y, np.ones(N), 0.1)) is None
        assert kernel.entries == 0

    def test_too_few_iterations(self):
        X, y = circles()
        space, task = KernelSpace(RBF(gamma=10.0), X), classification(y, np.full(N, 100.0))
        assert solve(space, task, max_iter=2) is None


def test_working_sets_mend_what_a_coarse_factor_gets_wrong():
    X, y = sample("moons", 400)
    space = space_of(RBF(gamma=2.0), X)
    task = classification(y, np.where(y > 0.0, 10.0, 3.0))  # those at C do not balance
    L = pivoted_cholesky(space, 1e-2, 400)
    L = L - L.mean(0)
    inner = InteriorPointRun(task, L).until(1e-5, 100)
    guess = State(inner.a, L @ inner.w, inner.v)
    rough = task.certify(task.feasible(inner.a), space.scores(task.coef(inner.a)), inner.v)
    state, _ = refine(space, task, guess, 20, 1e-6)
    assert rough.relative_gap > 1e-4
    assert abs(task.certify(*state).relative_gap) < 1e-8
    proof = finish(space, task, prove(task, state), 1e-11).certificate
    assert proof.violation < 1e-11
