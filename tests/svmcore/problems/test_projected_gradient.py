"""What the projected gradient promises of every iterate, and its awkward corners."""

from itertools import islice

import numpy as np
import pytest

from svmcore.kernels import Polynomial
from svmcore.problems import DualProblem
from svmcore.solvers import ProjectedGradient, Status
from tests.helpers.grids import grid
from tests.helpers.samples import KERNELS, run, sample


def iterates(problem, count):
    return [iterate.x.copy() for iterate in islice(ProjectedGradient().iterates(problem), count)]


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


@pytest.mark.parametrize(
    ("kernel", "C"),
    grid([*KERNELS, Polynomial(degree=8, gamma=0.1)], [0.1, 1.0 / 3.0, 1e4, np.inf]),
)
def test_every_iterate_is_feasible(kernel, C):
    for name, n in (("moons", 60), ("blobs", 10), ("apart", 60)):
        X, y = sample(name, n)
        problem = DualProblem(kernel(X, X), y, np.full(n, C))
        for alpha in iterates(problem, 200):
            assert (alpha >= 0.0).all()
            assert (alpha <= C).all()
            size = C if np.inf > C else alpha.max()  # the longest steps cost digits of y'alpha
            assert abs(problem.y @ alpha) <= 1e-8 * size
