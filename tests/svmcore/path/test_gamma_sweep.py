"""Machines along gamma against machines of their own."""

import numpy as np
import pytest
from sklearn.svm import SVC

from svmcore.kernels import RBF, Polynomial, Sigmoid
from svmcore.path import gamma_sweep
from svmcore.problems.certificate import Status
from tests.helpers.samples import sample


def test_gamma_sweep_is_each_machine():
    X, y = sample("moons", 80)
    gammas = np.geomspace(0.1, 10.0, 7)
    for gamma, swept in zip(gammas, gamma_sweep(gammas, X, y, 3.0), strict=True):
        assert swept.gamma == gamma
        assert swept.status is Status.OPTIMAL
        assert swept.certificate.violation <= 1e-9
        theirs = SVC(C=3.0, gamma=gamma, tol=1e-8).fit(X, y)
        ours = RBF(gamma)(X, X) @ (y * swept.alpha) + swept.intercept
        np.testing.assert_allclose(ours, theirs.decision_function(X), atol=2e-6)


def test_gamma_sweep_of_another_kernel():
    X, y = sample("circles", 60)
    cubic = gamma_sweep([0.5], X, y, 1.0, lambda gamma: Polynomial(2, gamma, 1.0))[0]
    theirs = SVC(C=1.0, kernel="poly", degree=2, gamma=0.5, coef0=1.0, tol=1e-8).fit(X, y)
    K = Polynomial(2, 0.5, 1.0)(X, X)
    ours = K @ (y * cubic.alpha) + cubic.intercept
    np.testing.assert_allclose(ours, theirs.decision_function(X), atol=2e-6)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"C": 0.0}, "C must be"),
        ({"C": np.inf}, "C must be"),
        ({"y": np.ones(2)}, "both classes"),
        ({"X": np.array([[np.nan], [1.0]])}, "finite"),
        ({"kernel": lambda gamma: Sigmoid(gamma, 0.0)}, "positive semi-definite"),
    ],
)
def test_gamma_sweep_refuses(changed, message):
    given_ = {"X": np.array([[1.0], [10.0]]), "y": np.array([1.0, -1.0]), "C": 1.0} | changed
    with pytest.raises(ValueError, match=message):
        gamma_sweep([1.0], **given_)
