"""What the projected gradient promises of every iterate, and its awkward corners."""

from itertools import islice

import numpy as np
import pytest

from svmcore.kernels import Polynomial
from svmcore.problems import DualProblem
from svmcore.solvers import ProjectedGradient, Status
from tests.helpers.samples import KERNELS, run, sample


def iterates(problem, count):
    return [iterate.x.copy() for iterate in islice(ProjectedGradient().iterates(problem), count)]


def assert_feasible(points, problem):
    """The box to the last digit; y'alpha = 0 but for the digits that the longest steps cost."""
    for alpha in points:
        assert (alpha >= 0.0).all()
        assert (alpha <= problem.C).all()
        size = problem.C[0] if problem.C[0] < np.inf else alpha.max(initial=0.0)
        assert abs(problem.y @ alpha) <= 1e-8 * size


def test_a_gradient_that_becomes_exactly_zero():
    """K = 1: one step of length 1 ends at alpha = 1, where Q alpha - 1 = 0 has no direction left.

    Its largest entry is what the next step's length is divided by.
    """
    problem = DualProblem(np.eye(2), np.array([1.0, -1.0]), np.full(2, 10.0))
    start, *_, last = iterates(problem, 10)
    np.testing.assert_array_equal(start, 0.0)
    np.testing.assert_array_equal(last, 1.0)
    np.testing.assert_array_equal(problem.gradient(last), 0.0)
    found = run(problem, ProjectedGradient)
    assert found.status is Status.OPTIMAL
    assert found.n_iter == 1


@pytest.mark.parametrize("C", [0.1, 1.0 / 3.0, 7.0, 1e4, np.inf])
@pytest.mark.parametrize("kernel", [*KERNELS, Polynomial(degree=8, gamma=0.1)], ids=repr)
def test_every_iterate_is_feasible(kernel, C):
    for name, n in (("moons", 60), ("blobs", 10), ("apart", 60)):
        X, y = sample(name, n)
        problem = DualProblem(kernel(X, X), y, np.full(n, C))
        assert_feasible(iterates(problem, 500), problem)


def test_every_iterate_is_feasible_where_Q_is_flat_and_ill_scaled():
    """Entries from 1e-4 to 1e4 and singular Q: here slope and curvature along d can both be made
    of rounding errors, and their quotient has any size and sign."""
    for seed in range(300):
        noise = np.random.default_rng(seed)
        n = int(noise.integers(2, 6))
        y = np.append([1.0, -1.0], noise.choice([-1.0, 1.0], n - 2))
        A = noise.normal(size=(n, int(noise.integers(1, n + 1)))) * 10.0 ** noise.integers(-2, 3)
        C = np.full(n, noise.choice([0.1, 0.3, 1.0 / 3.0, 10.0]))
        problem = DualProblem(A @ A.T, y, C)
        assert_feasible(iterates(problem, 40), problem)
