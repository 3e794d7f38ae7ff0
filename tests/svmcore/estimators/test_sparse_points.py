"""Models of sparse X, which is multiplied and never written out, against those of arrays."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

import svmcore
from svmcore import LinearSVC, LinearSVR, NuSVC, NuSVR, OneClassSVM, Status, SubgradientSVC
from svmcore.engine import sparse_fit
from svmcore.estimators import linear, subgradient, training_data
from svmcore.optim import sparse_system

WEIGHTS = np.random.default_rng(3).uniform(0.2, 3.0, 300)
WEIGHTS[::9] = 0.0
SVC, SVR = {"loss": "hinge"}, {"loss": "squared_epsilon_insensitive"}
FREE = {"intercept_scaling": np.inf}
LARGE = [LinearSVC(), LinearSVC(**SVC), LinearSVR(epsilon=0.5), LinearSVR(**SVR)]


def data(n, d, density):
    """A sparse matrix, noisy targets, and three classes of about the same size."""
    rng = np.random.default_rng(4)
    X = sp.random(n, d, density, format="csr", random_state=rng)
    z = X @ rng.normal(size=d) + 0.3 * rng.normal(size=n)
    return X, z, np.digitize(z, np.quantile(z, [0.3, 0.7]))


@pytest.mark.parametrize("shape", [(300, 80), (80, 300)])
@pytest.mark.parametrize(
    "machine",
    [
        LinearSVC(),
        LinearSVC(fit_intercept=False, C=100.0),
        LinearSVC(class_weight="balanced", **FREE),
        LinearSVC(**SVC),
        LinearSVC(**SVC, C=100.0, intercept_scaling=5.0),
        LinearSVC(**SVC, C=0.01, fit_intercept=False),
        LinearSVR(**SVR),
        LinearSVR(**SVR, epsilon=0.5, **FREE),
        LinearSVR(C=10.0),
        LinearSVR(epsilon=0.5, fit_intercept=False),
    ],
    ids=str,
)
def test_the_model_is_that_of_an_array(machine, shape, monkeypatch):
    X, z, y = data(*shape, 0.1)
    y = y if isinstance(machine, LinearSVC) else z
    machine.set_params(tol=1e-9)
    weight = WEIGHTS[: shape[0]]
    values = getattr(machine, "decision_function", machine.predict)
    dense = machine.fit(X.toarray(), y, weight).certificate_
    scores = values(X)
    monkeypatch.setattr(linear, "SMALL", 0)
    monkeypatch.setattr(linear, "written_out", None)  # is not called
    sparse = machine.fit(X, y, weight).certificate_
    assert machine.status_ is Status.OPTIMAL
    assert sparse.primal == pytest.approx(dense.primal, rel=2e-9)
    np.testing.assert_allclose(values(X), scores, atol=2e-3)


@pytest.mark.parametrize("machine", LARGE)
def test_a_matrix_too_large_for_an_array_is_trained_on(machine):
    X, z, y = data(6000, 10_000, 0.01)
    size = X.data.nbytes + X.indices.nbytes + X.indptr.nbytes
    tracemalloc.start()
    try:
        machine.fit(X, (y > 0) if isinstance(machine, LinearSVC) else z)
        machine.predict(X)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert machine.status_ is Status.OPTIMAL
    assert machine.certificate_.relative_gap <= 1e-6
    assert peak < 4 * size


@pytest.mark.parametrize(
    "machine",
    [
        *(svmcore.SVC(kernel=kernel) for kernel in ("linear", "poly", "rbf", "sigmoid")),
        svmcore.SVC(kernel="linear", C=np.inf),
        svmcore.SVC(probability=True, random_state=0, gamma="weighted_scale"),
        NuSVC(nu=0.1),
        NuSVR(),
        OneClassSVM(nu=0.3),
    ],
    ids=str,
)
def test_kernels_multiply_sparse_points(machine, monkeypatch):
    twice = np.r_[:250, :50]  # equal points are one
    X, z, y = (values[twice] for values in data(300, 2000, 0.01))
    weight = None if machine.get_params().get("C") == np.inf else WEIGHTS
    y = z if isinstance(machine, NuSVR) else y
    values = getattr(machine, "decision_function", machine.predict)
    dense = machine.fit(X.toarray(), y, weight).certificate_
    scores = values(X[:40])
    monkeypatch.setattr(training_data, "SMALL", 0)
    sparse = machine.fit(X, y, weight).certificate_
    assert sparse.primal == pytest.approx(dense.primal, rel=1e-12)
    for points in (X[:40], X[:40].toarray()):
        np.testing.assert_allclose(values(points), scores, atol=1e-9)


@pytest.mark.parametrize("average", [False, True])
@pytest.mark.parametrize("loss", ["hinge", "squared_hinge", "perceptron"])
@pytest.mark.parametrize("batch_size", [1, 7])
def test_a_descent_on_sparse_points(loss, batch_size, average, monkeypatch):
    X, _, y = data(300, 1000, 0.05)
    machine = SubgradientSVC(loss=loss, batch_size=batch_size, average=average)
    machine.set_params(random_state=0, max_iter=4, C=10.0, learning_rate="inverse_sqrt")
    dense = clone(machine).fit(X, y, WEIGHTS)
    monkeypatch.setattr(subgradient, "SMALL", 0)
    monkeypatch.setattr(subgradient, "written_out", None)  # is not called
    sparse = machine.fit(X, y, WEIGHTS)
    np.testing.assert_allclose(sparse.cost_curve_, dense.cost_curve_, rtol=1e-10)
    np.testing.assert_allclose(sparse.coef_, dense.coef_, rtol=0.0, atol=1e-10)


def test_a_descent_that_diverges_on_sparse_points_keeps_the_model_before(monkeypatch):
    X, _, y = data(300, 1000, 0.05)
    machine = SubgradientSVC(loss="squared_hinge", learning_rate="constant", eta0=1e3)
    updates = []
    for small in (subgradient.SMALL, 0):
        monkeypatch.setattr(subgradient, "SMALL", small)
        with pytest.warns(ConvergenceWarning, match="no finite model") as caught:
            machine.set_params(random_state=0).fit(X, y)
        updates.append(str(caught[0].message))
        assert np.isfinite(machine.coef_).all()
    assert updates[0] == updates[1]


def test_kernels_take_the_memory_of_their_rows():
    X, z, _ = data(600, 100_000, 1e-3)
    size = X.data.nbytes + X.indices.nbytes + X.indptr.nbytes
    tracemalloc.start()
    try:
        svmcore.SVC().fit(X, z > 0.0).predict(X)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 4 * size + 2 * 8 * 600**2  # of an array it would be 480 MB


@pytest.mark.parametrize(
    ("module", "name", "value"),
    [(sparse_system, "EXACT_SHARE", 0.5), (sparse_fit, "BETA_STEPS", 3)],
    ids=["not exact enough", "too many"],
)
def test_where_steps_for_beta_fail_steps_for_w_follow(module, name, value, monkeypatch):
    X, z, _ = data(300, 2000, 0.05)
    monkeypatch.setattr(module, name, value)
    machine = LinearSVC(**SVC).fit(X, z > np.median(z))
    assert machine.status_ is Status.OPTIMAL
    assert machine.n_iter_ > value


def test_a_constant_regression_of_sparse_points_has_no_support_vectors():
    X = sp.random(60, 100_000, 2e-4, format="csr", random_state=0)
    model = svmcore.SVR().fit(X, np.full(60, 2.5))
    assert len(model.support_) == 0
    np.testing.assert_array_equal(model.predict(X), np.full(60, 2.5))
