"""A run in pieces, which can be given up between them."""

from __future__ import annotations

import numpy as np

from svmcore.problems import DualProblem
from svmcore.solvers import SMO, base, solve
from svmcore.solvers.base import Iterate
from tests.helpers.samples import sample


def test_in_pieces_it_is_the_same_run(monkeypatch):
    X, y = sample("moons")
    problem = DualProblem(X @ X.T, y, np.ones(120))
    whole = solve(problem, SMO())
    monkeypatch.setattr(base, "PIECE", -1.0)
    assert sum(1 for _ in base.solving(problem, SMO())) == whole.n_iter > 10
    found = solve(problem, SMO())
    np.testing.assert_array_equal(found.coef, whole.coef)
    assert found.certificate == whole.certificate


def test_a_run_that_is_given_up_takes_no_further_step(monkeypatch):
    monkeypatch.setattr(base, "PIECE", -1.0)
    taken = []

    class Counts:
        title, unit = "Counts", "step"

        def iterates(self, problem):
            for k in range(9):
                taken.append(k)
                yield Iterate(np.zeros(len(problem.y)), 1.0)

    work = base.solving(DualProblem(np.eye(2), np.array([1.0, -1.0]), np.ones(2)), Counts())
    next(work)
    work.close()
    assert taken == [0]
