"""Newton's method as a solver of the Playground's problems."""

import numpy as np
import pytest

from svmcore.kernels import RBF
from svmcore.losses import SquaredHinge
from svmcore.problems import DualProblem, PrimalProblem
from svmcore.solvers import InteriorPoint, Newton, Status
from tests.helpers.grids import grid
from tests.helpers.samples import KERNELS, SMOOTH, every_smooth_loss, run, sample


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
