"""The interior point is exact, and so is its last step."""

import numpy as np
import pytest

from svmcore.kernels import RBF, Sigmoid
from svmcore.problems import DualProblem, PrimalProblem, certify
from svmcore.solvers import SMO, InteriorPoint, Status
from svmcore.solvers.interior_point import FINISH_TOL, exactly
from tests.helpers.grids import grid
from tests.helpers.samples import KERNELS, run, sample, xor


class TestInteriorPoint:
    @pytest.mark.parametrize(
        ("formulation", "name", "kernel", "C"),
        grid(
            [DualProblem, PrimalProblem],
            ["moons", "circles", "blobs", "xor"],
            [*KERNELS, RBF(gamma=0.1), RBF(gamma=50.0)],
            [1e-2, 1.0, 1e2, 1e4],
        ),
    )
    def test_exact_in_25_iterations(self, formulation, name, kernel, C):
        X, y = xor() if name == "xor" else sample(name)
        found = run(formulation(kernel(X, X), y, np.full(120, C)), InteriorPoint)
        assert found.status is Status.OPTIMAL
        assert found.certificate.violation <= 1e-6
        assert abs(found.certificate.relative_gap) <= 1e-9
        assert 5 <= found.n_iter <= 25

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
