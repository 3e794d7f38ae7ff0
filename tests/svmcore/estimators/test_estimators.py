"""The estimators against scikit-learn's at a small tolerance."""

from __future__ import annotations

import subprocess
import sys
from functools import cache

import numpy as np
import pytest
from sklearn import datasets, svm
from sklearn.exceptions import ConvergenceWarning
from sklearn.preprocessing import StandardScaler
from sklearn.utils import get_tags

from svmcore import SVC, SVR, NuSVC, OneClassSVM, Status


def heart():
    """A noisy sample of the shape of LIBSVM's heart_scale: 270 points of 13 coordinates."""
    rng = np.random.default_rng(270)
    X = rng.uniform(-1.0, 1.0, (270, 13))
    X[:, ::3] = np.sign(X[:, ::3])
    score = X @ rng.normal(size=13) + 0.8 * X[:, 0] * X[:, 1] + rng.normal(size=270)
    return X, np.where(score > 0.3, 1, -1)


@cache
def data(name):
    if name == "heart":
        return heart()
    X, y = getattr(datasets, f"load_{name}")(return_X_y=True)
    if name == "digits":
        return X / 16.0, y
    return StandardScaler().fit_transform(X), y


def rbf(A, B):
    return np.exp(-0.1 * ((A[:, None] - B[None]) ** 2).sum(2))


@pytest.mark.parametrize("kernel", ["linear", "rbf", "poly"])
@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer", "heart"])
def test_svc_is_that_of_scikit_learn(name, kernel):
    X, y = data(name)
    ours, theirs = SVC(kernel=kernel).fit(X, y), svm.SVC(kernel=kernel, tol=1e-8).fit(X, y)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    np.testing.assert_array_equal(ours.classes_, theirs.classes_)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-5)
    if name == "iris":  # has the same point twice: only the sum of its coefficients is unique
        assert set(ours.support_) <= set(theirs.support_)
        np.testing.assert_array_less(ours.n_support_, theirs.n_support_ + 1)
    else:
        np.testing.assert_array_equal(ours.support_, theirs.support_)
        np.testing.assert_array_equal(ours.n_support_, theirs.n_support_)
        np.testing.assert_allclose(ours.support_vectors_, theirs.support_vectors_)
        np.testing.assert_allclose(ours.dual_coef_, theirs.dual_coef_, atol=1e-4)
    if kernel == "linear":
        np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-5)
    assert ours.n_iter_.shape == theirs.n_iter_.shape
    assert (ours.shape_fit_, ours.fit_status_) == (theirs.shape_fit_, theirs.fit_status_)
    assert ours.status_ is Status.OPTIMAL
    assert ours.certificate_.relative_gap <= 1e-6
    for shape in ("ovr", "ovo"):
        ours.decision_function_shape = theirs.decision_function_shape = shape
        there = theirs.decision_function(X)
        np.testing.assert_allclose(ours.decision_function(X), there, atol=3e-5)


@pytest.mark.parametrize("C", [1e-5, 1e-3, 0.1])
def test_the_offset_where_it_is_not_unique(C):
    X, y = data("iris")  # classes of one size, all multipliers at C
    ours, theirs = SVC(C=C).fit(X, y), svm.SVC(C=C, tol=1e-9).fit(X, y)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-6)


def test_break_ties():
    X, y = data("iris")
    parameters = {"break_ties": True, "C": 0.1}
    ours, theirs = SVC(**parameters).fit(X, y), svm.SVC(tol=1e-8, **parameters).fit(X, y)
    grid = np.random.default_rng(0).uniform(-3, 3, (500, 4))
    np.testing.assert_array_equal(ours.predict(grid), theirs.predict(grid))


@pytest.mark.parametrize("kernel", ["linear", "rbf", "poly"])
def test_svr(kernel):
    X, z = datasets.load_diabetes(return_X_y=True)
    X, z = StandardScaler().fit_transform(X[:150]), z[:150] / 50.0
    ours = SVR(kernel=kernel, epsilon=0.3).fit(X, z)
    theirs = svm.SVR(kernel=kernel, epsilon=0.3, tol=1e-9).fit(X, z)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), atol=3e-5)
    np.testing.assert_array_equal(ours.support_, theirs.support_)
    np.testing.assert_allclose(ours.dual_coef_, theirs.dual_coef_, atol=3e-4)
    assert ours.intercept_.shape == (1,)
    flat = SVR(epsilon=0.5).fit(X, np.repeat([1.0, 1.5], [50, 100]))
    assert flat.status_ is Status.OPTIMAL
    assert flat.dual_coef_.shape == (1, 0)
    np.testing.assert_array_equal(flat.predict(X), 1.25)


@pytest.mark.parametrize("name", ["iris", "wine", "heart"])
def test_nu_svc(name):
    X, y = data(name)
    ours, theirs = NuSVC(nu=0.3).fit(X, y), svm.NuSVC(nu=0.3, tol=1e-9).fit(X, y)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    np.testing.assert_array_equal(ours.support_, theirs.support_)
    there = theirs.decision_function(X)
    np.testing.assert_allclose(ours.decision_function(X), there, atol=1e-5)


def test_a_nu_too_small_for_any_width_is_told():
    X = np.repeat(np.eye(2), 10, axis=0)
    y = np.tile([0, 1], 10)
    with pytest.warns(ConvergenceWarning, match="raise nu"):
        machine = NuSVC(nu=0.2).fit(X, y)
    assert machine.status_ is Status.DIVERGED
    assert np.isfinite(machine.decision_function(X)).all()


@pytest.mark.parametrize("nu", [0.05, 0.5])
def test_one_class(nu):
    X, _ = data("wine")
    ours, theirs = OneClassSVM(nu=nu).fit(X), svm.OneClassSVM(nu=nu, tol=1e-9).fit(X)
    np.testing.assert_array_equal(ours.support_, theirs.support_)
    np.testing.assert_allclose(ours.offset_, theirs.offset_, rtol=1e-7)
    np.testing.assert_allclose(ours.dual_coef_, theirs.dual_coef_, atol=1e-5)
    np.testing.assert_allclose(ours.score_samples(X), theirs.score_samples(X), atol=1e-6)
    assert (ours.predict(X) == -1).mean() <= nu  # points on the outline are not outside


def test_the_same_kernel_by_three_roads():
    X, y = data("iris")
    named = SVC(gamma=0.1).fit(X, y)
    called = SVC(kernel=rbf).fit(X, y)
    given = SVC(kernel="precomputed").fit(rbf(X, X), y)
    assert get_tags(given).input_tags.pairwise
    assert not get_tags(named).input_tags.pairwise
    there = named.decision_function(X)
    np.testing.assert_allclose(called.decision_function(X), there, atol=1e-9)
    np.testing.assert_allclose(given.decision_function(rbf(X, X)), there, atol=1e-9)
    assert called.status_ is given.status_ is Status.OPTIMAL


def test_an_indefinite_kernel_ends_in_a_stationary_point():
    X, y = data("heart")
    K = np.tanh(0.02 * X @ X.T - 0.1)
    machine = SVC(kernel="precomputed").fit(K, y)
    assert machine.status_ is Status.STATIONARY
    assert machine.fit_status_ == 0
    assert machine.certificate_.violation <= 1e-6
    named = SVC(kernel="sigmoid", gamma=0.02, coef0=-0.1).fit(X, y)
    there = machine.decision_function(K)
    np.testing.assert_allclose(named.decision_function(X), there, atol=1e-5)


def test_a_spent_budget_is_told():
    X, y = data("heart")
    with pytest.warns(ConvergenceWarning, match="SVC ended before tol=1e-06"):
        machine = SVC(solver="smo", max_iter=3, C=100.0).fit(X, y)
    assert machine.fit_status_ == 1
    assert machine.status_ not in (Status.OPTIMAL, Status.STATIONARY)
    assert np.isfinite(machine.decision_function(X)).all()


def test_scikit_learn_is_loaded_on_first_use_only():
    code = (
        "import sys, svmcore; assert 'sklearn' not in sys.modules; assert 'SVC' in dir(svmcore);"
        "svmcore.SVC(); assert 'sklearn' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
