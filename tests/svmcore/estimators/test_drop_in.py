"""Where scikit-learn's users expect what scikit-learn does, compared with it in numbers."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn import svm
from sklearn.exceptions import ConvergenceWarning

import svmcore
from svmcore import SVC, SVR, LinearSVC, LinearSVR, NuSVC, Status
from svmcore.estimators.checks import symmetric
from svmcore.estimators.fitting import Part, set_status
from svmcore.problems.certificate import Certificate
from tests.helpers.grids import few
from tests.helpers.refusals import refuses

NAMES = ["SVC", "NuSVC", "SVR", "NuSVR", "OneClassSVM"]
RNG = np.random.default_rng(3)
X = RNG.normal(size=(40, 3))
Y = (X[:, 0] + 0.5 * RNG.normal(size=40) > 0.0).astype(int)
W = RNG.uniform(0.2, 3.0, 40)
W[::5] = -1.0
W[1] = 0.0


def f(machine, Z):
    return getattr(machine, "decision_function", machine.predict)(Z)


def test_balanced_counts_no_weights():
    ours = SVC(class_weight="balanced").fit(X, Y, sample_weight=W)
    theirs = svm.SVC(class_weight="balanced", tol=1e-9).fit(X, Y, sample_weight=W)
    np.testing.assert_allclose(ours.class_weight_, theirs.class_weight_)
    np.testing.assert_allclose(f(ours, X), f(theirs, X), atol=2e-5)
    three = np.digitize(X[:, 0], [-0.5, 0.5])
    left = np.where(three == 0, 0.0, 1.0)  # the first class is counted, and is no class
    found = SVC(class_weight="balanced").fit(X, three, left).class_weight_
    np.testing.assert_allclose(found, 40.0 / (3.0 * np.bincount(three)[1:]))
    counted = SVC(class_weight="weighted_balanced").fit(X, Y, sample_weight=W)
    sums = np.bincount(Y, np.maximum(W, 0.0))
    np.testing.assert_allclose(counted.class_weight_, sums.sum() / (2.0 * sums))


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_iterations_keep_below_their_limit():
    for solver in ("auto", "smo", "interior_point"):
        for name in NAMES:
            machine = getattr(svmcore, name)(max_iter=1, solver=solver)
            assert np.max(machine.fit(X, Y).n_iter_) <= 1, (solver, name)
    for words in ({}, {"penalty": "l1"}, {"loss": "hinge"}, {"multi_class": "crammer_singer"}):
        machine = LinearSVC(C=100.0, max_iter=1, **words).fit(X, Y)
        assert (machine.n_iter_, machine.fit_status_) == (1, 1), words
    for loss in ("epsilon_insensitive", "squared_epsilon_insensitive"):
        machine = LinearSVR(C=100.0, epsilon=0.1, loss=loss, max_iter=1).fit(X, X.sum(1) ** 2)
        assert (machine.n_iter_, machine.fit_status_) == (1, 1), loss


def test_numbers_of_numpy_are_numbers():
    ours = SVC(C=np.float32(2.0), gamma=np.float16(0.5), degree=np.int8(2), tol=np.float32(1e-6))
    same = SVC(C=2.0, gamma=0.5).fit(X, Y)
    np.testing.assert_array_equal(f(ours.fit(X, Y), X), f(same, X))


def test_infinite_price_is_a_hard_tube():
    z = np.sin(X[:, 0]) + X[:, 1]
    hard, soft = SVR(C=np.inf, gamma=0.3).fit(X, z), svm.SVR(C=1e8, gamma=0.3, tol=1e-8).fit(X, z)
    assert np.abs(hard.predict(X) - z).max() <= 0.1 + 1e-6
    np.testing.assert_allclose(hard.predict(X), soft.predict(X), atol=1e-5)
    with pytest.raises(ValueError, match="C=inf needs targets within epsilon of some f"):
        SVR(C=np.inf, kernel="linear").fit(X, z**2)


@pytest.mark.parametrize("format", few("csr", "dok", "bsr", "coo", "csc", "dia", "lil", first=2))
def test_every_sparse_format(format):
    for array in (sp.csr_matrix(X), sp.csr_array(X)):
        ours, dense = SVC(kernel="linear").fit(array.asformat(format), Y), SVC(kernel="linear")
        assert all(sp.issparse(v) for v in (ours.coef_, ours.dual_coef_, ours.support_vectors_))
        np.testing.assert_allclose(ours.coef_.toarray(), dense.fit(X, Y).coef_)
        assert not dense.coef_.flags.writeable
        assert not ours.coef_.data.flags.writeable
        np.testing.assert_allclose(f(ours, array.asformat(format)), f(dense, X))


def shared(A, B):
    return np.array([[float(len(set(a) & set(b))) for b in B] for a in A])


@pytest.mark.parametrize("hold", [list, np.array, lambda words: np.array(words, dtype=object)])
def test_a_kernel_on_strings(hold):
    words = ["abc", "abd", "xyz", "xyw", "ab", "yz"]
    labels, weight = np.array([0, 0, 1, 1, 0, 1]), np.array([1.0, 2.0, 1.0, 0.0, 1.0, -1.0])
    ours = SVC(kernel=shared).fit(hold(words), labels, weight)
    theirs = svm.SVC(kernel=shared, tol=1e-9).fit(hold(words), labels, weight)
    np.testing.assert_allclose(
        f(ours, hold(["ax", "zz"])), f(theirs, hold(["ax", "zz"])), atol=1e-6
    )
    assert not hasattr(ours, "n_features_in_")


@pytest.mark.parametrize("weight", [None, W])
def test_class_weights_of_a_nu_machine_are_written_and_change_nothing(weight):
    labels = np.digitize(X[:, 0], [-0.5, 0.5])
    for y, asked in ((Y, {0: 5.0}), (labels, "balanced"), (labels, {1: 0.1, 2: 7.0})):
        ours = NuSVC(nu=0.2, class_weight=asked)
        with pytest.warns(UserWarning, match="class_weight does not change the model of NuSVC"):
            ours.fit(X, y, weight)
        theirs = svm.NuSVC(nu=0.2, class_weight=asked, tol=1e-10).fit(X, y, weight)
        np.testing.assert_allclose(ours.class_weight_, theirs.class_weight_)
        np.testing.assert_allclose(f(ours, X), f(theirs, X), atol=1e-5)
        np.testing.assert_allclose(ours.dual_coef_, theirs.dual_coef_, atol=2e-5)
    refuses("class_weight must be a dict", lambda: NuSVC(class_weight="even").fit(X, Y))


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
