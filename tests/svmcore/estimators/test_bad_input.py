"""Whatever is handed in: a machine, or one sentence that says what is wrong."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.exceptions import NotFittedError

from svmcore import SVC, SVR, LinearSVC, LinearSVR, NuSVC, NuSVR, OneClassSVM, SubgradientSVC
from tests.helpers.grids import grid
from tests.helpers.refusals import refuses

ALL = [SVC, LinearSVC, SVR, LinearSVR, NuSVC, NuSVR, OneClassSVM]
CLASSIFIERS = [SVC, LinearSVC, NuSVC]
RNG = np.random.default_rng(3)
X = RNG.normal(size=(30, 3))
Y = np.where(X[:, 0] > 0.0, 1, -1)
W = np.ones(30)


def with_entry(array, value, at=0):
    changed = np.array(array, dtype=float)
    changed.flat[at] = value
    return changed


BAD_X = {
    "nan": (with_entry(X, np.nan), "NaN"),
    "inf": (with_entry(X, np.inf), "infinity"),
    "complex": (X + 1j, "Complex data"),
    "no rows": (np.empty((0, 3)), "0 sample"),
    "no columns": (np.empty((30, 0)), "0 feature"),
    "one dimension": (X[:, 0], "Reshape your data"),
    "three dimensions": (X[None], "dim 3"),
    "strings": (np.full((30, 3), "a"), "X must be numbers"),
    "a word": ("abc", "X must be numbers"),
    "nothing": (None, "2D"),
    "ragged": ([[1.0, 2.0], [3.0]], "rows of equal length"),
    "overflow": (X * 1e300, "too large"),
    "sparse and huge": (sp.csr_matrix((30, 10**7)), "50000000 entries"),
}
WRITTEN_OUT = {  # where a linear model takes sparse X as it is, others do not
    LinearSVC: {"loss": "squared_hinge", "penalty": "l1", "dual": False},
    LinearSVR: {"intercept_scaling": np.inf},
    **{name: {"kernel": "laplacian"} for name in (SVC, SVR, NuSVC, NuSVR, OneClassSVM)},
}
BAD_Y = {
    "missing": (None, "requires y"),
    "short": (Y[:-1], "as many rows, got 30 and 29"),
    "two columns": (np.c_[Y, Y], "1d array"),
    "nan": (with_entry(Y, np.nan), "NaN"),
    "inf": (with_entry(Y, np.inf), "infinity"),
    "complex": (Y * 1j, "Complex data"),
    "scalar": (3, "1d array"),
    "sparse": (sp.csr_matrix(Y), "dense"),
}
BAD_CLASSES = {
    "one class": (np.ones(30), "at least 2 classes, got 1 class: 1"),
    "one string": (["a"] * 30, "at least 2 classes, got 1 class: a"),
    "continuous": (X[:, 0], "continuous"),
    "mixed": (np.array(["a", 1] * 15, dtype=object), "one kind, got int, str"),
    "with None": (np.array(["a", None] * 15, dtype=object), "one kind"),
}
BAD_WEIGHTS = {
    "negative": (-W, "all samples have zero or negative weights"),
    "nan": (with_entry(W, np.nan), "NaN"),
    "inf": (with_entry(W, np.inf), "infinity"),
    "all zero": (0.0 * W, "all samples have zero or negative weights"),
    "short": (W[:5], "sample_weight"),
    "strings": (["a"] * 30, "sample_weight must be numbers"),
    "tiny": (1e-320 * W, "must be from"),
    "huge": (1e305 * W, "must be from"),
}
FREE = {"penalty": None, "learning_rate": "constant"}
BAD_PARAMETERS = [
    (ALL, {"tol": 0.0}, "tol must be > 0 and finite, got 0.0"),
    (ALL, {"tol": np.nan}, "tol must be > 0"),
    (ALL, {"max_iter": 0}, "max_iter must be a whole number >= 1 or -1 (no limit), got 0"),
    (ALL, {"max_iter": 2.5}, "got 2.5"),
    (ALL, {"solver": "magic"}, "solver must be one of 'auto', 'smo', 'interior_point', got"),
    (ALL, {"time_limit": 0.0}, "time_limit must be > 0 and finite, got 0.0"),
    (ALL, {"callback": "print"}, "callback must be a function or None, got 'print'"),
    ([SVC, SVR], {"C": -1.0}, "C must be > 0, got -1.0"),
    ([LinearSVC, NuSVR], {"C": -1.0}, "C must be > 0 and finite, got -1.0"),
    ([SVC, LinearSVC, SVR, LinearSVR, NuSVR], {"C": np.nan}, "C must be > 0"),
    ([SVC, LinearSVC, SVR, NuSVR], {"C": "1"}, "C must be > 0"),
    ([LinearSVC, NuSVR], {"C": np.inf}, "C must be > 0 and finite, got inf"),
    ([SVC, SVR, NuSVC, NuSVR, OneClassSVM], {"kernel": "cosine"}, "kernel must be one of"),
    ([SVC, SVR, NuSVC, NuSVR, OneClassSVM], {"gamma": -1}, "gamma must be >= 0 and finite, got -1"),
    ([SVC, SVR, NuSVC, NuSVR, OneClassSVM], {"gamma": "wide"}, "gamma must be one of"),
    ([SVC, SVR, NuSVC, NuSVR, OneClassSVM], {"degree": 1.5}, "degree must be a whole number"),
    ([SVC, SVR, NuSVC, NuSVR, OneClassSVM], {"coef0": np.inf}, "coef0 must be"),
    ([NuSVC, NuSVR, OneClassSVM], {"nu": 0.0}, "nu must be > 0 and <= 1, got 0.0"),
    ([NuSVC, NuSVR, OneClassSVM], {"nu": 1.5}, "nu must be > 0 and <= 1, got 1.5"),
    ([SVR, LinearSVR], {"epsilon": -0.1}, "epsilon must be >= 0"),
    ([LinearSVC, LinearSVR], {"loss": "log"}, "loss must be one of"),
    ([LinearSVC], {"penalty": "l3"}, "penalty must be one of 'l2', 'l1', got 'l3'"),
    ([LinearSVC], {"multi_class": "ovo"}, "multi_class must be one of 'ovr', 'crammer_singer'"),
    ([LinearSVC, LinearSVR], {"dual": "yes"}, "dual must be one of 'auto', True, False, got 'yes'"),
    ([LinearSVC, LinearSVR], {"fit_intercept": 2}, "fit_intercept must be one of True, False"),
    ([LinearSVC, LinearSVR], {"intercept_scaling": 9e-9}, "from 1e-08 to 1e+08, or infinite, got"),
    ([LinearSVC, LinearSVR], {"intercept_scaling": 2e8}, "from 1e-08 to 1e+08, or infinite, got"),
    ([SVC, LinearSVC, LinearSVR], {"verbose": -1}, "verbose must be a whole number >= 0, got -1"),
    ([SVC, LinearSVC], {"class_weight": "even"}, "class_weight must be"),
    ([SVC, LinearSVC], {"class_weight": {1: -1.0}}, "class_weight of 1 must be > 0"),
    ([SVC, LinearSVC], {"class_weight": {1: 1.0, 7: 1.0}}, "name the classes of y, got 7"),
    ([SVC, NuSVC], {"decision_function_shape": "all"}, "decision_function_shape must be one of"),
    ([SVC, NuSVC], {"break_ties": 2}, "break_ties must be one of"),
    ([SubgradientSVC], {"loss": "log"}, "loss must be one of 'hinge', 'squared_hinge', 'huber"),
    ([SubgradientSVC], {"penalty": "l1"}, "penalty must be one of 'l2', got 'l1'"),
    ([SubgradientSVC], {"objective": "mean"}, "objective must be one of 'sum', 'average'"),
    ([SubgradientSVC], {"learning_rate": "optimal"}, "learning_rate must be one of 'constant'"),
    ([SubgradientSVC], {"C": 0.0}, "C must be > 0 and finite, got 0.0"),
    ([SubgradientSVC], {"eta0": np.nan}, "eta0 must be > 0 and finite, got nan"),
    ([SubgradientSVC], {"max_iter": 0}, "max_iter must be a whole number >= 1, got 0"),
    ([SubgradientSVC], {"tol": 0.0}, "tol must be > 0 and <= 1, got 0.0"),
    ([SubgradientSVC], {"n_iter_no_change": 0}, "n_iter_no_change must be a whole number >= 1"),
    ([SubgradientSVC], {"batch_size": 0}, "batch_size must be a whole number >= 1, got 0"),
    ([SubgradientSVC], {"shuffle": 2}, "shuffle must be one of True, False, got 2"),
    ([SubgradientSVC], {"random_state": "a"}, "cannot be used to seed"),
    ([SubgradientSVC], {"penalty": None}, "learning_rate='pegasos' needs a penalty, got"),
    ([SubgradientSVC], {**FREE, "project": True}, "project=True needs a penalty, got penalty=None"),
]


# SubgradientSVC takes sparse X of any size
OF_ARRAYS = [(SubgradientSVC, case) for case in BAD_X if case != "sparse and huge"]


@pytest.mark.parametrize(("estimator", "case"), [*grid(ALL, BAD_X), *OF_ARRAYS])
def test_points(estimator, case):
    bad, law = BAD_X[case]
    options = WRITTEN_OUT.get(estimator, {}) if case == "sparse and huge" else {}
    refuses(law, lambda: estimator(**options).fit(bad, Y))


@pytest.mark.parametrize(
    ("estimator", "case"),
    [
        *grid([*CLASSIFIERS, SVR, LinearSVR, NuSVR, SubgradientSVC], BAD_Y),
        *grid([*CLASSIFIERS, SubgradientSVC], BAD_CLASSES),
    ],
)
def test_targets(estimator, case):
    bad, law = (BAD_Y | BAD_CLASSES)[case]
    refuses(law, lambda: estimator().fit(X, bad))


# SubgradientSVC sets no limits to the size of a weight
OF_DESCENT = [(SubgradientSVC, case) for case in BAD_WEIGHTS if case not in ("tiny", "huge")]


@pytest.mark.parametrize(("estimator", "case"), [*grid(ALL, BAD_WEIGHTS), *OF_DESCENT])
def test_weights(estimator, case):
    bad, law = BAD_WEIGHTS[case]
    refuses(law, lambda: estimator().fit(X, Y, sample_weight=bad))


@pytest.mark.parametrize(
    ("estimator", "parameters", "law"),
    [(e, p, law) for several, p, law in BAD_PARAMETERS for e in several],
)
def test_parameters(estimator, parameters, law):
    refuses(law, lambda: estimator(**parameters).fit(X, Y))


KERNELS = {
    "wrong shape": (lambda A, B: np.ones((2, 2)), "shape"),
    "nan": (lambda A, B: np.full((len(A), len(B)), np.nan), "finite"),
    "words": (lambda A, B: "abc", "numbers"),
    "complex": (lambda A, B: 1j * (A @ B.T), "must be real numbers, got complex ones"),
    "not symmetric": (lambda A, B: A @ B.T + np.arange(len(A))[:, None], "symmetric"),
    "huge": (lambda A, B: 1e200 * (A @ B.T), "too large"),
}


@pytest.mark.parametrize("case", KERNELS)
def test_what_a_callable_returns(case):
    kernel, law = KERNELS[case]
    refuses(law, lambda: SVC(kernel=kernel).fit(X, Y))


def test_precomputed():
    refuses("shape", lambda: SVC(kernel="precomputed").fit(X, Y))
    refuses("symmetric", lambda: SVC(kernel="precomputed").fit(np.triu(X @ X.T), Y))
    refuses("Sparse", lambda: SVC(kernel="precomputed").fit(sp.csr_array(X @ X.T), Y), TypeError)
    machine = SVC(kernel="precomputed").fit(X @ X.T, Y)
    refuses("30 features", lambda: machine.predict(X[:5] @ X[:7].T))


@pytest.mark.parametrize("estimator", ALL)
def test_prediction(estimator):
    refuses("not fitted", lambda: estimator().predict(X), NotFittedError)
    machine = estimator().fit(X, Y)
    refuses("NaN", lambda: machine.predict(with_entry(X, np.nan)))
    refuses("2 features", lambda: machine.predict(X[:, :2]))
    refuses("0 sample", lambda: machine.predict(X[:0]))
    refuses("NaN", lambda: machine.fit(with_entry(X, np.nan), Y))
    refuses("not fitted", lambda: machine.predict(X), NotFittedError)  # no half-fitted machines


def test_prediction_far_out():
    refuses("too large", lambda: SVC(kernel="poly").fit(X, Y).predict(X * 1e300))
    refuses("too large", lambda: LinearSVC().fit(X, Y).predict(X / np.abs(X).max() * 1.7e308))


def test_no_such_machine():
    mixed = np.where(np.arange(30) % 2, 1, -1)
    linear = SVC(kernel="linear", C=np.inf)
    refuses("these are not separable", lambda: linear.fit(X, mixed))
    twins = np.r_[X, X], np.r_[Y, -Y]
    refuses("separable", lambda: SVC(C=np.inf).fit(*twins))
    refuses("positive semi-definite", lambda: SVC(C=np.inf, kernel="sigmoid").fit(X, mixed))
    few = np.where(np.arange(30) < 3, 1, -1)
    refuses("specified nu is infeasible", lambda: NuSVC(nu=0.5).fit(X, few))
    refuses("class", lambda: SVC().fit(X, Y, sample_weight=(Y > 0) * 1.0))
    tie = SVC(break_ties=True, decision_function_shape="ovo").fit(X, Y)
    refuses("break_ties", lambda: tie.predict(X))


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize(
    ("estimator", "shape"), grid(ALL, [1e-200, 1e-20, 1e20, [1e-8, 1.0, 1e8], 0.0])
)
def test_strange_but_legal(estimator, shape):
    there = X * shape
    assert np.isfinite(estimator().fit(there, Y).predict(there)).all()


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("size", [1e-150, 1e70, 1e149])
def test_overflow_inside_is_no_warning_of_numpy(size):
    """A model, or a sentence: what overflows on the way there does not concern the caller."""
    for estimator in (SVR(kernel="linear", C=1e11), LinearSVR(), NuSVR(kernel="poly", C=1e11)):
        for points, targets in ((X * size, Y), (X, Y * size), (X * 1e-5, Y * size)):
            try:
                assert np.isfinite(estimator.fit(points, targets).predict(points)).all()
            except ValueError as error:
                assert "too large" in str(error)  # noqa: PT017
    refuses("too large for degree=3", lambda: SVC(kernel="poly", gamma=1e149).fit(X * 1e-149, Y))
