"""What the estimators make of the models of their parts."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from svmcore import SVC, SVR, NuSVC, Status
from svmcore.estimators.checks import symmetric
from svmcore.estimators.fitting import Part, set_status
from svmcore.problems.certificate import Certificate


def part(status: Status, gap: float) -> Part:
    return Part(np.zeros(1), 0.0, Certificate(1.0, 1.0, 2.0 - gap, gap, 0.0), status, 1)


def test_the_status_is_that_of_the_worst_part():
    machine = SimpleNamespace(tol=1e-6)
    with pytest.warns(ConvergenceWarning, match="budget used up, relative gap 2.7e-01"):
        set_status(machine, [part(Status.OPTIMAL, 0.0), part(Status.MAX_ITER, 0.84)])
    assert (machine.status_, machine.fit_status_) == (Status.MAX_ITER, 1)
    assert machine.certificate_.violation == 0.84
    set_status(machine, [part(Status.STATIONARY, 0.1), part(Status.OPTIMAL, 0.0)])
    assert (machine.status_, machine.fit_status_) == (Status.STATIONARY, 0)


def test_rounding_leaves_a_gram_matrix_symmetric():
    K = np.array([[1.0, 0.5 + 1e-9], [0.5, 1.0]])
    even = symmetric(K, "K")
    np.testing.assert_array_equal(even, even.T)
    assert even[0, 1] == 0.5 + 0.5e-9


def test_the_largest_nu_exists_whatever_rounding_makes_of_the_weights():
    y = np.repeat([0, 1], [2, 3])
    X = np.random.default_rng(0).normal(size=(5, 2)) + 3.0 * y[:, None]
    machine = NuSVC(nu=0.8).fit(X, y, np.full(5, 0.3))
    assert machine.status_ is Status.OPTIMAL


@pytest.mark.parametrize("kind", [SVC, SVR])
def test_warnings_of_an_own_kernel_reach_the_caller(kind):
    def kernel(A, B):
        np.ones(1) / np.zeros(1)  # as the caller of `fit` has set it
        return A @ B.T

    X, y = np.array([[0.0], [1.0], [3.0]]), [0, 0, 1]
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        machine = kind(kernel=kernel).fit(X, y)
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        machine.predict(X)
    with np.errstate(divide="ignore"):
        kind(kernel=kernel).fit(X, y).predict(X)
