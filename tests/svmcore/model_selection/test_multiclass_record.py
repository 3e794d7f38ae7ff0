"""A candidate's record says what the trained candidate says."""

from __future__ import annotations

import numpy as np
import pytest

from svmcore.model_selection.candidate import ESTIMATORS, Candidate, fitted
from svmcore.model_selection.multiclass_record import multiclass_record
from svmcore.multiclass import JOINT

RNG = np.random.default_rng(1)
Y = np.repeat([0, 1, 2], [12, 15, 9])
X = RNG.normal(size=(36, 2)) + 1.5 * np.eye(3, 2)[Y]
W = RNG.uniform(0.5, 2.0, 36)
W[::6] = 0.0
NAMES = {
    ("svc", 2): ("0 vs. 1",),
    ("svc", 3): ("0 vs. 1", "0 vs. 2", "1 vs. 2"),
    ("ovr", 2): ("0 vs. rest", "1 vs. rest"),
}


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("scheme", ESTIMATORS)
def test_it_says_what_the_candidate_says(scheme, k):
    x, y, w = X[k > Y], Y[k > Y], W[k > Y]
    machine = Candidate(scheme, C=2.0, weights=(2.0, 0.5, 1.0)[:k], scaling="inside")
    found = fitted(machine, x, y, w)
    record = multiclass_record(machine, found, x, y, w)
    Z = RNG.normal(size=(50, 2))
    there = found.scale(Z)
    np.testing.assert_array_equal(record.predict(there), found.predict(Z))
    values = record.values(there)
    if k == 2:  # f of class 1, and where each class has its own, less that of class 0
        f = -values[:, 0] if scheme == "svc" else values[:, 1] - values[:, 0] * (scheme in JOINT)
        np.testing.assert_allclose(f, found.scores(Z), atol=1e-12)
    elif scheme == "svc":
        votes = found.estimator.set_params(decision_function_shape="ovo")
        np.testing.assert_allclose(values, votes.decision_function(there), atol=1e-12)
    else:
        np.testing.assert_allclose(values, found.scores(Z), atol=1e-12)
    np.testing.assert_allclose(record.C, 2.0 * np.array([2.0, 0.5, 1.0])[y] * w)
    assert record.names == NAMES.get((scheme, k), tuple(record.names))
    assert record.certificate.relative_gap <= 1e-6
    assert (np.abs(record.coef) <= record.C * (1.0 + 1e-9)).all() or scheme in JOINT
