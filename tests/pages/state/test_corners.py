"""The corners of what a visitor can ask for: every parameter at the ends of its slider.

pytest turns warnings into errors here as everywhere, so "no warning" is part of each test.
"""

from itertools import product

import numpy as np
import pytest

from pages.datasets.two_class import DATASETS, sample
from pages.state.board.experiment import FORMULATIONS, MARGINS, Experiment, possible_solvers
from svmcore.params import parameters
from svmcore.problems import DualProblem, PrimalProblem
from svmcore.solvers import SOLVERS, InteriorPoint, Status, solve
from svmcore.solvers.stochastic import SGD, MiniBatch, Pegasos
from tests.helpers.grids import diagonals, few
from tests.helpers.samples import EVERY_CORNER, corners

PROBLEMS = {"dual": DualProblem, "primal": PrimalProblem}
C = next(p for p in parameters(Experiment) if p.name == "C")
COSTS = {"soft": (C.low, C.default, C.high), "hard": (np.inf,)}
SAMPLES = [("blobs", 2), ("moons", 3), ("xor", 10), ("spirals", 40)]


@pytest.mark.parametrize("choose", few(diagonals, product))
@pytest.mark.parametrize("margin", MARGINS)
@pytest.mark.parametrize("kernel", EVERY_CORNER, ids=repr)
def test_every_solver_answers_without_a_warning(kernel, margin, choose):
    for formulation in FORMULATIONS:
        if not kernel.psd and (margin == "hard" or formulation == "primal"):
            continue
        solvers = possible_solvers(formulation, margin, kernel.psd)
        machines = [machine for name in solvers for machine in corners(SOLVERS[name])]
        for (name, n), cost, machine in choose(SAMPLES, COSTS[margin], machines):
            X, y = sample(DATASETS[name](), n, 0.5, 1)
            problem = PROBLEMS[formulation](kernel(X, X), y, np.full(n, cost))
            epochs = isinstance(machine, (SGD, MiniBatch, Pegasos))  # each of n updates
            most = 5 if epochs else 30
            found = solve(problem, machine, max_iter=most, convex=kernel.psd)
            assert np.isfinite(found.coef).all()
            assert np.isfinite(found.intercept)
            assert np.isfinite(found.trace.dual).all()
            assert not np.isnan(found.trace.primal).any()
            if margin == "soft":
                assert np.isfinite(found.trace.primal).all()


@pytest.mark.parametrize("kernel", [k for k in EVERY_CORNER if k.psd], ids=repr)
def test_two_points_are_solved_by_the_interior_point_at_every_scale(kernel):
    """K from 1e-20 to 1e30: the start is a point inside the bounds, whatever its size."""
    X, y = np.array([[1.0, 0.5], [-0.5, -1.0]]), np.array([1.0, -1.0])
    for cost in (*COSTS["soft"], np.inf):
        problem = DualProblem(kernel(X, X), y, np.full(2, cost))
        solution = solve(problem, InteriorPoint(), max_iter=100)
        assert solution.status is Status.OPTIMAL, cost


@pytest.mark.parametrize("n", [2, 12])
def test_the_interior_point_starts_inside_where_no_point_has_slack(n):
    """Points at g and -g, C = 1 / (n g^2): twice the least-squares machine has margins of 1.

    The start's mu is measured on the slacks; where rounding leaves exactly none (n = 12 has such
    g), 0 would be no point inside. Without the driver, whose errstate would hide it.
    """
    y = np.tile([1.0, -1.0], n // 2)
    for g in np.arange(1, 41) / 8.0:
        C = np.full(n, 1.0 / (n * g**2))
        problem = DualProblem(np.outer(g * y, g * y), y, C)
        *inner, last = (iterate.x for iterate in InteriorPoint().iterates(problem))
        assert 1 <= len(inner) <= 10
        np.testing.assert_allclose(last, C)
