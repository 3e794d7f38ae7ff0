"""Every solver on every problem that it says it can solve, against proofs and scikit-learn."""

import numpy as np
import pytest

from svmcore.kernels import RBF, Sigmoid
from svmcore.losses import LOSSES, SquaredHinge
from svmcore.problems import DualProblem, PrimalProblem, certify
from svmcore.problems.separation import separation
from svmcore.solvers import SMO, SOLVERS, InteriorPoint, Newton, ProjectedGradient, Status, solve
from svmcore.solvers.base import Iterate
from svmcore.solvers.interior_point import FINISH_TOL, exactly
from svmcore.solvers.stochastic import Subgradient
from tests.helpers.grids import grid
from tests.helpers.refusals import refuses
from tests.helpers.samples import (
    EXACT,
    KERNELS,
    SMOOTH,
    every_kernel,
    every_smooth_loss,
    problem_for,
    reference,
    run,
    sample,
    xor,
)


class TestAgreement:
    @pytest.mark.parametrize(("kind", "C"), [(SMO, 0.1), (SMO, 100.0), (ProjectedGradient, 1.0)])
    def test_with_scikit_learn_on_a_kernel_that_is_not_positive(self, kind, C):
        """Its smallest eigenvalue is -0.1 % of the largest: all end in one stationary point."""
        kernel = Sigmoid(gamma=0.1, coef0=0.0)
        X, y = sample("circles", 150)
        K = kernel(X, X)
        eigenvalues = np.linalg.eigvalsh(K)
        assert -2e-3 < eigenvalues[0] / eigenvalues[-1] < -5e-4
        found = run(DualProblem(K, y, np.full(len(y), C)), kind, tol=1e-7, convex=False)
        assert found.status is Status.STATIONARY
        np.testing.assert_allclose(
            K @ found.coef + found.intercept, reference(kernel, C, X, y), atol=1e-4
        )

    @pytest.mark.parametrize(
        ("name", "kernel", "C"), grid(["moons", "blobs", "xor"], KERNELS, [0.01, 1.0, 50.0])
    )
    def test_with_each_other(self, name, kernel, C):
        X, y = xor(90) if name == "xor" else sample(name, 90)
        K, costs = kernel(X, X), np.full(90, C) * np.linspace(0.5, 1.5, 90)
        optimum = run(DualProblem(K, y, costs), InteriorPoint).certificate.dual
        for kind in EXACT:
            found = run(DualProblem(K, y, costs), kind)
            assert found.status is Status.OPTIMAL
            assert found.certificate.dual == pytest.approx(optimum, rel=1e-6)
            alpha = found.coef * y
            assert (alpha >= 0.0).all()
            assert (alpha <= costs).all()
            assert abs(y @ alpha) <= 1e-9


class TestHardMargin:
    @pytest.mark.parametrize(
        "kind", [kind for kind in EXACT if kind.hard], ids=lambda kind: kind.__name__
    )
    @every_kernel
    def test_all_find_the_widest_street(self, kind, kernel):
        X, y = sample("apart")
        K = kernel(X, X)
        found = run(DualProblem(K, y, np.full(120, np.inf)), kind, tol=1e-8)
        assert found.status is Status.OPTIMAL
        assert (y * (K @ found.coef + found.intercept)).min() >= 1.0 - 1e-6
        width = 2.0 / np.sqrt(2.0 * found.certificate.margin_term)
        assert width == pytest.approx(separation(K, y).distance, rel=1e-5)


class TestBudget:
    @pytest.mark.parametrize(("kind", "max_iter"), grid(SOLVERS.values(), [0, 1, 3]))
    def test_a_starved_run_says_so(self, kind, max_iter):
        X, y = sample("moons")
        found = run(problem_for(kind, RBF()(X, X), y, np.full(120, 1e4)), kind, max_iter=max_iter)
        assert found.status is Status.MAX_ITER
        assert found.n_iter == max_iter
        assert found.certificate.violation > 1e-6

    def test_so_does_a_run_without_time(self):
        X, y = sample("moons")
        found = run(DualProblem(X @ X.T, y, np.full(120, 1e4)), SMO, max_seconds=0.0)
        assert found.status is Status.TIMEOUT

    def test_a_solver_that_believes_in_itself_is_not_believed(self):
        class Boasts:
            title, unit = "Boasts", "step"

            def iterates(self, problem):
                for _ in range(5):
                    yield Iterate(np.zeros(len(problem.y)), 0.0)

        X, y = sample("moons")
        found = solve(DualProblem(X @ X.T, y, np.ones(120)), Boasts())
        assert found.status is Status.STALLED
        assert found.n_iter == 4


class TestSubgradient:
    @pytest.mark.parametrize("scale", [1e5, 1e150])
    def test_a_rate_that_is_too_large_ends_with_finite_numbers(self, scale):
        X, y = sample("blobs")
        X = scale * X
        found = solve(
            PrimalProblem(X @ X.T, y, np.ones(120)), Subgradient(learning_rate=10.0), max_iter=50
        )
        assert found.status in (Status.MAX_ITER, Status.DIVERGED)
        assert np.isfinite(found.coef).all()
        assert np.isfinite(found.intercept)
        assert np.isfinite(found.trace.coef).all()


@pytest.mark.parametrize("kind", SOLVERS.values(), ids=SOLVERS)
def test_the_losses_a_solver_names_are_those_it_takes(kind):
    X, y = sample("blobs", 12)
    K, C = X @ X.T, np.ones(12)
    for name in kind.losses if "primal" in kind.formulations else ():
        problem = PrimalProblem(K, y, C, LOSSES[name]())
        optimum = run(problem, InteriorPoint).certificate.dual
        assert run(problem, kind).certificate.primal == pytest.approx(optimum, rel=1e-2)
    if "hinge" not in kind.losses:
        refuses("a loss without a kink, got Hinge", lambda: run(PrimalProblem(K, y, C), kind))


@pytest.mark.parametrize(("loss", "kernel", "C"), grid(SMOOTH, KERNELS, [1e-2, 1.0, 1e4]))
def test_as_the_interior_point(loss, kernel, C):
    X, y = sample("moons")
    problem = PrimalProblem(kernel(X, X), y, C * np.linspace(0.5, 1.5, 120), loss)
    found, other = run(problem, Newton), run(problem, InteriorPoint)
    assert found.status is other.status is Status.OPTIMAL
    assert found.certificate.primal == pytest.approx(other.certificate.primal, rel=1e-8)
    scores = problem.K @ found.coef + found.intercept
    np.testing.assert_allclose(
        scores, problem.K @ other.coef + other.intercept, atol=1e-5 * np.abs(scores).max()
    )


@every_smooth_loss
def test_a_penalised_intercept_is_a_feature(loss):
    X, y = sample("moons")
    K, C = RBF()(X, X), np.full(120, 2.0)
    found = run(PrimalProblem(K, y, C, loss, bias_inside=True), Newton, tol=1e-9)
    assert found.status is Status.OPTIMAL
    slope = C * y * loss.slope(y * (K @ found.coef + found.intercept))
    np.testing.assert_allclose(found.coef, -slope, atol=1e-8)
    assert found.intercept == pytest.approx(-slope.sum(), abs=1e-8)


def test_what_is_refused():
    X, y = sample("moons")
    K = KERNELS[0](X, X)
    for problem, word in [
        (DualProblem(K, y, np.ones(120)), "needs the primal, got DualProblem"),
        (PrimalProblem(K, y, np.ones(120)), "needs a loss without a kink, got Hinge"),
        (PrimalProblem(K, y, np.full(120, np.inf), SquaredHinge()), "needs a soft margin"),
    ]:
        with pytest.raises(ValueError, match=word):
            run(problem, Newton)


class TestInteriorPoint:
    def test_hard_margin_that_does_not_exist(self):
        X, y = sample("blobs")
        found = run(DualProblem(X @ X.T, y, np.full(120, np.inf)), InteriorPoint)
        assert found.status is Status.STALLED
        assert np.isfinite(found.coef).all()
        found = run(DualProblem(np.ones((4, 4)), y[:4], np.full(4, np.inf)), InteriorPoint)
        assert found.status is Status.STALLED
        assert np.isfinite(found.coef).all()
        assert np.isfinite(found.intercept)

    def test_what_is_refused(self):
        X, y = sample("moons")
        K, C = X @ X.T, np.ones(120)
        with pytest.raises(ValueError, match="needs the bias outside"):
            run(PrimalProblem(K, y, C, bias_inside=True), InteriorPoint)
        with pytest.raises(ValueError, match="must be positive semi-definite"):
            run(DualProblem(Sigmoid()(X, X), y, C), InteriorPoint)


class TestExactly:
    def problem(self, C=2.0):
        X, y = sample("moons")
        return RBF()(X, X), y, np.full(120, C)

    def test_makes_a_rough_answer_exact(self):
        K, y, C = self.problem()
        dual = DualProblem(K, y, C)
        rough = run(dual, SMO, tol=1e-4)
        alpha, b = exactly(dual, rough.coef * y, rough.intercept)
        assert dual.certify(alpha).violation < 1e-12 < 1e-6 < rough.certificate.violation
        assert abs(dual.certify(alpha).gap) < 1e-10
        assert b == pytest.approx(dual.intercept(alpha))

    def test_declines_to_make_it_worse(self):
        K, y, C = self.problem()
        exact = run(DualProblem(K, y, C), InteriorPoint)
        nonsense = np.random.default_rng(0).uniform(0.0, 2.0, 120)
        for alpha, b in ((exact.coef * y, exact.intercept), (nonsense, 0.0)):
            better = exactly(DualProblem(K, y, C), alpha, b)
            before = certify(K, y, C, alpha, b).violation
            assert certify(K, y, C, *better).violation <= max(before, FINISH_TOL)
