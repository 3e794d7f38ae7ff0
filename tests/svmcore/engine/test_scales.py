"""Linear machines on unscaled data: C |x|^2 up to 1e22, where sum alpha y x says nothing of w."""

import numpy as np
import pytest

from svmcore import SVR, Status
from svmcore.engine import FeatureSpace, classification
from svmcore.engine.answer import ProvedState, with_status
from svmcore.engine.tasks import State
from svmcore.problems.certificate import Certificate
from tests.helpers.grids import grid
from tests.helpers.samples import sample

SCALES = [1e-8, 1e-3, 1e4, 1e8]
COSTS = [1e-3, 1.0, 1e6]
LONG = np.longdouble


def gap(machine, X, loss, linear):
    """Relative, from the attributes alone: the primal value of coef_, the dual value of dual_coef_.

    loss takes f at the points, linear takes the coefficients of the support vectors.
    """
    w, coef = machine.coef_[0].astype(LONG), machine.dual_coef_[0].astype(LONG)
    of_coef = coef @ (X[machine.support_].astype(LONG) - X.mean(0))
    primal = 0.5 * w @ w + loss(X.astype(LONG) @ w + machine.intercept_[0])
    dual = linear(coef) - 0.5 * of_coef @ of_coef
    return float((primal - dual) / abs(dual))


@pytest.mark.parametrize(("offset", "scale", "C"), grid([0.0, 1e6], SCALES, COSTS))
def test_regression(scale, offset, C):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(100, 2))
    z = X[:, 0] + 0.3 * rng.normal(size=100)
    X = scale * (X + offset) if scale > 1.0 else scale * X
    machine = SVR(kernel="linear", C=C).fit(X, z)
    assert machine.status_ is Status.OPTIMAL
    there = z[machine.support_]

    def loss(f):
        return C * np.maximum(0.0, np.abs(z - f) - 0.1).sum()

    found = gap(machine, X, loss, lambda coef: there @ coef - 0.1 * np.abs(coef).sum())
    assert abs(found) <= 1e-6


@pytest.mark.parametrize("scale", [1.0, 1e10])
def test_a_value_is_not_0_because_the_data_are_large(scale):
    """Half of the cost is not proved: no rounding error of K excuses that."""
    X, y = sample("blobs", 80)
    task = classification(y, np.ones(80))
    a = task.feasible(np.full(80, 0.5))
    half = Certificate(0.0, 1.0, 0.5, violation=1e-9, infeasibility=0.0)
    found = ProvedState(State(a, np.zeros(80), np.zeros(1)), half)
    answer = with_status(FeatureSpace(scale * X), task, found, 1e-6, 1, budget_used=False)
    assert answer.status is Status.STALLED
