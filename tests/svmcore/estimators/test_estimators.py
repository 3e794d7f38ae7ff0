"""The estimators against scikit-learn's at a small tolerance."""

from __future__ import annotations

import itertools
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn import datasets, svm
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.preprocessing import StandardScaler
from sklearn.utils import get_tags

import svmcore
from svmcore import SVC, SVR, LinearSVC, LinearSVR, NuSVC, NuSVR, Status
from svmcore.engine import spaces
from svmcore.estimators.base import set_status
from svmcore.estimators.checks import symmetric
from svmcore.multiclass import JOINT
from svmcore.optim import budget, rows
from svmcore.problems.certificate import Certificate
from svmcore.problems.result import Result
from tests.helpers.grids import few, grid
from tests.helpers.refusals import refuses


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


def noisy(n, d):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d))
    return X, 3.0 * np.sin(X[:, 0]) + 0.3 * rng.normal(size=n)


def test_a_feasible_alpha_proves_that_classes_touch_where_training_stalls():
    X, _ = noisy(60, 6)
    with pytest.warns(ConvergenceWarning, match="raise nu"):
        machine = NuSVC(kernel="linear", nu=0.005).fit(X, X[:, 0] + 0.5 * X[:, 1] ** 2 > 0.3)
    certificate = machine.certificate_
    assert machine.status_ is Status.DIVERGED
    assert certificate.relative_gap > 1e-6
    assert certificate.infeasibility < 1e-15
    assert -1e-20 < certificate.dual <= 0.0


@pytest.mark.parametrize(
    "machine",
    [SVR(kernel="poly", gamma=1e3, C=1e3), NuSVR(kernel="poly", gamma=20.0, C=0.5, nu=0.05)],
)
def test_a_loss_that_is_rounding_error_leaves_the_optimum(machine):
    X, z = noisy(50, 14)
    assert machine.fit(X, z).status_ is Status.OPTIMAL


def test_a_tube_without_width_is_that_of_epsilon_0():
    X, z = noisy(300, 8)
    machine, flat = NuSVR(nu=0.8, C=1e3).fit(X, z), SVR(epsilon=0.0, C=1e3).fit(X, z)
    assert machine.epsilon_ == 0.0
    assert machine.n_iter_ <= 2 * flat.n_iter_
    assert np.abs(machine.dual_coef_).sum() <= 0.8 * 1e3 * 300
    np.testing.assert_allclose(machine.predict(X), flat.predict(X), rtol=0.0, atol=1e-9)


@pytest.mark.parametrize("scale", [1e-6, 1e6])
def test_a_nu_margin_has_a_width_in_any_unit(scale):
    X, y = data("iris")
    ours, scaled = (NuSVC(nu=0.3, kernel="linear").fit(unit * X, y) for unit in (1.0, scale))
    assert scaled.status_ is Status.OPTIMAL
    there = scaled.decision_function(scale * X)
    np.testing.assert_allclose(there, ours.decision_function(X), atol=1e-6)


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
        words = "class_weight does not change the model of NuSVC"
        with pytest.warns(UserWarning, match=words) as caught:
            ours.fit(X, y, weight)
        assert caught[0].filename == __file__
        theirs = svm.NuSVC(nu=0.2, class_weight=asked, tol=1e-10).fit(X, y, weight)
        np.testing.assert_allclose(ours.class_weight_, theirs.class_weight_)
        np.testing.assert_allclose(f(ours, X), f(theirs, X), atol=1e-5)
        np.testing.assert_allclose(ours.dual_coef_, theirs.dual_coef_, atol=2e-5)
    refuses("class_weight must be a dict", lambda: NuSVC(class_weight="even").fit(X, Y))


def part(status: Status, gap: float) -> Result:
    zero, certificate = np.zeros(1), Certificate(1.0, 1.0, 2.0 - gap, gap, 0.0)
    model = {"coef": zero, "intercept": 0.0, "alpha": zero, "v": zero, "scores": zero}
    return Result(certificate=certificate, status=status, n_iter=1, **model)


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


class Clock:
    """A clock that goes on by a second whenever it is looked at."""

    def __init__(self) -> None:
        self.seconds = 0

    def monotonic(self) -> float:
        self.seconds += 1
        return float(self.seconds)


LINE = np.column_stack([np.linspace(-1.0, 1.0, 300), np.tile([0.1, -0.3, 0.2], 100)])
WAVE = np.sin(7.0 * LINE[:, 0]) + LINE[:, 1]
SIDES = (WAVE > 0.0).astype(int)
THIRDS = np.digitize(WAVE, [-0.4, 0.4])
LIMITED = [
    *((SVC(C=1e4, gamma=g, solver=s), SIDES) for g, s in ((1.0, "auto"), (1.0, "smo"))),
    (SVC(C=1e4, solver="interior_point"), SIDES),
    (SVC(C=1e4, gamma=1.0, probability=True, random_state=0), SIDES),
    (SVC(C=100.0, kernel="poly"), SIDES),
    (NuSVC(nu=0.2), SIDES),
    (SVR(C=1e3, gamma=3.0), WAVE),
    (SVR(C=np.inf, gamma=9.0, epsilon=0.2), WAVE),
    (NuSVR(nu=0.3), WAVE),
    (svmcore.OneClassSVM(nu=0.2), None),
    (svmcore.OneVsRestSVC(C=1e4), THIRDS),
    *((svmcore.JointSVC(C=1e3, loss=loss), THIRDS) for loss in JOINT),
    *((LinearSVC(**words), SIDES) for words in ({}, {"loss": "hinge"}, {"penalty": "l1"})),
    (LinearSVC(multi_class="crammer_singer"), THIRDS),
    (LinearSVR(C=10.0, epsilon=0.1), WAVE),
    (LinearSVR(loss="squared_epsilon_insensitive"), WAVE),
]


@pytest.mark.parametrize(("estimator", "y"), LIMITED, ids=lambda one: str(one)[:60])
def test_a_time_limit_ends_every_method_with_a_model_and_one_warning(estimator, y, monkeypatch):
    calls: list[tuple[int, float]] = []
    clone(estimator).set_params(callback=lambda *call: calls.append(call)).fit(LINE, y)
    counted, errors = zip(*calls, strict=True)
    assert counted == tuple(range(1, len(calls) + 1))
    assert np.isfinite(errors).all()
    for seconds in (0.5, len(calls) / 2):
        clock = Clock()
        monkeypatch.setattr(budget, "time", clock)
        limited = clone(estimator).set_params(time_limit=seconds)
        with pytest.warns(ConvergenceWarning, match="out of time.*raise time_limit=") as caught:
            limited.fit(LINE, y)
        assert [one.filename for one in caught] == [__file__]
        assert (limited.status_, limited.fit_status_) == (Status.TIMEOUT, 1)
        assert np.isfinite(limited.predict(LINE)).all()
        assert clock.seconds < seconds + 100, "all loops end when the time is over"


def test_a_hard_margin_out_of_time_is_not_called_inseparable(monkeypatch):
    monkeypatch.setattr(budget, "time", Clock())
    apart = SVC(C=np.inf, gamma=50.0, time_limit=0.5)
    refuses("out of time before the hard margin was found", lambda: apart.fit(LINE, SIDES))


def test_a_callback_may_end_training():
    def stop(n_iter, error):
        raise KeyboardInterrupt

    machine = SVC(callback=stop)
    with pytest.raises(KeyboardInterrupt):
        machine.fit(X, Y)
    refuses("not fitted", lambda: machine.predict(X), NotFittedError)


@pytest.mark.parametrize(("n", "megabytes"), [(300, 0.1), (300, 0.5), (500, 1.0), (500, 100.0)])
@pytest.mark.parametrize("solver", ["auto", "smo"])
def test_what_is_kept_of_the_kernel_matrix_is_within_the_cache(n, megabytes, solver, monkeypatch):
    kept: list[int] = []

    def bytes_of(arrays):
        owners = [row if row.base is None else row.base for row in arrays.values()]
        return sum({id(owner): owner.nbytes for owner in owners}.values())

    class Watched(rows.CachedRows):
        def _computed(self, numbers):
            block = super()._computed(numbers)
            kept.append(bytes_of(self.rows) + bytes_of(self.inverse_roots))
            return block

    class Whole(rows.KnownRows):
        def __init__(self, K):
            super().__init__(K)
            kept.append(2 * K.nbytes)  # with the inverse roots

    monkeypatch.setattr(spaces, "CachedRows", Watched)
    monkeypatch.setattr(spaces, "KnownRows", Whole)
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 2))
    y = (X[:, 0] + rng.normal(size=n) > 0.0).astype(int)
    words = {"gamma": 50.0, "C": 10.0, "solver": solver}
    machine = SVC(**words, cache_size=megabytes).fit(X, y)
    assert machine.status_ is Status.OPTIMAL
    assert 0 < max(kept) <= 1e6 * megabytes
    there = SVC(**words).fit(X, y).decision_function(X)
    np.testing.assert_allclose(machine.decision_function(X), there, atol=1e-5)
