"""Every solver on every problem that it says it can solve, against proofs and scikit-learn."""

import numpy as np
import pytest

from pages.state.experiment import possible_solvers
from svmcore.kernels import RBF, Sigmoid
from svmcore.losses import LOSSES
from svmcore.problems import DualProblem, PrimalProblem
from svmcore.problems.separation import separation
from svmcore.solvers import SMO, SOLVERS, InteriorPoint, ProjectedGradient, Status, solve
from svmcore.solvers.base import Iterate
from svmcore.solvers.stochastic import Subgradient
from tests.helpers.grids import grid
from tests.helpers.refusals import refuses
from tests.helpers.samples import (
    EXACT,
    KERNELS,
    every_kernel,
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


def test_a_solver_is_offered_for_the_losses_it_takes():
    kinked = ("auto", "interior_point", "subgradient", "minibatch", "sgd", "pegasos")
    assert possible_solvers("primal", "soft", True) == kinked
    smooth = (*kinked, "newton")
    assert possible_solvers("primal", "soft", True, "huber_hinge") == smooth
    curved = tuple(name for name in smooth if name != "pegasos")
    assert possible_solvers("primal", "soft", True, "squared_hinge") == curved
    assert possible_solvers("dual", "soft", True, "squared_hinge") == ()
    assert possible_solvers("primal", "hard", True, "squared_hinge") == ()


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
