"""The estimators against scikit-learn's at a small tolerance."""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np
import pytest
from sklearn import datasets, svm
from sklearn.exceptions import ConvergenceWarning
from sklearn.preprocessing import StandardScaler
from sklearn.utils import get_tags

import svmcore
from svmcore import SVC, SVR, NuSVC, NuSVR, Status
from tests.helpers.grids import grid


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
    if name == "diabetes":
        X, y = X[:150], y[:150] / 50.0
    return StandardScaler().fit_transform(X), y


def rbf(A, B):
    return np.exp(-0.1 * ((A[:, None] - B[None]) ** 2).sum(2))


CLASSES = list(itertools.product(["iris", "wine", "heart"], ["linear", "rbf", "poly"]))
MACHINES = [
    *(("SVC", {"kernel": kernel}, name) for name, kernel in CLASSES),
    *(("NuSVC", {"nu": 0.3}, name) for name in ("iris", "wine", "heart")),
    *(("SVR", {"epsilon": 0.3, "kernel": k}, "diabetes") for k in ("linear", "rbf", "poly")),
    *(("NuSVR", {"nu": nu, "C": C}, "diabetes") for nu, C in ((0.03, 10.0), (0.31, 0.1))),
    ("NuSVR", {"nu": 0.77, "C": 0.1, "kernel": "linear"}, "diabetes"),
    *(("OneClassSVM", {"nu": nu}, "wine") for nu in (0.05, 0.5)),
]


@pytest.mark.parametrize(("machine", "weighted"), grid(MACHINES, [False, True]), ids=str)
def test_it_is_that_of_scikit_learn(machine, weighted):
    name, words, sample = machine
    (X, y), weight = data(sample), None
    if weighted:
        weight = np.random.default_rng(3).uniform(0.2, 3.0, len(X))
        weight[::5], weight[1] = -1.0, 0.0
    ours = getattr(svmcore, name)(**words).fit(X, y, sample_weight=weight)
    theirs = getattr(svm, name)(**words, tol=1e-9).fit(X, y, sample_weight=weight)
    assert ours.status_ is Status.OPTIMAL
    assert ours.certificate_.relative_gap <= 1e-6
    if words.get("kernel") != "linear":
        assert ours._gamma == pytest.approx(theirs._gamma, rel=1e-12)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-5)
    # scikit-learn counts the rows that are left, svmcore those of X
    kept = np.arange(len(X)) if weight is None else np.flatnonzero(weight > 0.0)
    if sample == "iris":  # has the same point twice: only the sum of its coefficients is unique
        assert set(ours.support_) <= set(kept[theirs.support_])
        np.testing.assert_array_less(ours.n_support_, theirs.n_support_ + 1)
    else:
        np.testing.assert_array_equal(ours.support_, kept[theirs.support_])
        np.testing.assert_array_equal(ours.n_support_, theirs.n_support_)
        np.testing.assert_allclose(ours.support_vectors_, theirs.support_vectors_)
        np.testing.assert_allclose(ours.dual_coef_, theirs.dual_coef_, atol=3e-4)
    if words.get("kernel") == "linear":
        np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-5)
    assert np.shape(ours.n_iter_) == np.shape(theirs.n_iter_)
    assert ours.fit_status_ == theirs.fit_status_
    assert weighted or ours.shape_fit_ == theirs.shape_fit_
    if name.endswith("R"):
        np.testing.assert_allclose(ours.predict(X), theirs.predict(X), atol=3e-5)
        return
    np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=3e-5)
    if name == "OneClassSVM":
        np.testing.assert_allclose(ours.offset_, theirs.offset_, rtol=1e-7)
        np.testing.assert_allclose(ours.score_samples(X), theirs.score_samples(X), atol=1e-6)
        assert weighted or (ours.predict(X) == -1).mean() <= ours.nu  # the outline is not outside
        return
    np.testing.assert_array_equal(ours.classes_, theirs.classes_)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    if len(ours.classes_) > 2:
        ours.break_ties = theirs.break_ties = True
        Z = np.random.default_rng(0).uniform(-3.0, 3.0, (500, X.shape[1]))
        np.testing.assert_array_equal(ours.predict(Z), theirs.predict(Z))
        ours.set_params(break_ties=False, decision_function_shape="ovo")
        theirs.set_params(break_ties=False, decision_function_shape="ovo")
        there = theirs.decision_function(Z)
        np.testing.assert_allclose(ours.decision_function(Z), there, atol=3e-5)


@pytest.mark.parametrize("C", [1e-5, 1e-3, 0.1])
def test_the_offset_where_it_is_not_unique(C):
    X, y = data("iris")  # classes of one size, all multipliers at C
    ours, theirs = SVC(C=C).fit(X, y), svm.SVC(C=C, tol=1e-9).fit(X, y)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-6)


def test_targets_inside_the_tube_leave_a_constant():
    X = data("diabetes")[0]
    flat = SVR(epsilon=0.5).fit(X, np.repeat([1.0, 1.5], [50, 100]))
    assert flat.status_ is Status.OPTIMAL
    assert flat.dual_coef_.shape == (1, 0)
    np.testing.assert_array_equal(flat.predict(X), 1.25)
    for level in (0.0, -1e9):
        machine = NuSVR().fit(X, np.full(150, level))
        assert machine.status_ is Status.OPTIMAL
        assert machine.certificate_.gap == machine.epsilon_ == 0.0
        np.testing.assert_array_equal(machine.predict(X), level)


@pytest.mark.parametrize(("kernel", "nu"), grid(["linear", "rbf", "poly"], [0.03, 0.31, 0.77]))
def test_the_tube_holds_as_many_as_nu_says(kernel, nu):
    X, z = data("diabetes")
    machine = NuSVR(nu=nu, C=2.0, kernel=kernel).fit(X, z)
    alpha, off = np.zeros(150), z - machine.predict(X)
    alpha[machine.support_] = machine.dual_coef_[0]
    size = np.abs(off) - machine.epsilon_
    outside, held = size > 1e-9, np.abs(alpha) > 0.0
    assert outside.mean() <= nu <= held.mean()
    np.testing.assert_allclose(alpha[outside], 2.0 * np.sign(off[outside]), atol=1e-12)
    assert (np.abs(size[held & ~outside]) <= 1e-9).all()
    assert alpha.sum() == pytest.approx(0.0, abs=1e-10)
    assert np.abs(alpha).sum() == pytest.approx(nu * 2.0 * 150, rel=1e-10)


def test_a_nu_too_small_for_any_width_is_told():
    X = np.repeat(np.eye(2), 10, axis=0)
    y = np.tile([0, 1], 10)
    with pytest.warns(ConvergenceWarning, match="raise nu"):
        machine = NuSVC(nu=0.2).fit(X, y)
    assert machine.status_ is Status.DIVERGED
    assert np.isfinite(machine.decision_function(X)).all()


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
