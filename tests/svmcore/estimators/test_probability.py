"""`predict_proba` of SVC and NuSVC, compared with scikit-learn's on the same folds."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest
from sklearn import svm
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.svm._newrand import bounded_rand_int_wrap, set_seed_wrap

import svmcore
from svmcore import SVC, NuSVC
from svmcore.estimators.probabilities import swaps
from tests.helpers.refusals import refuses

RNG = np.random.default_rng(4)
Y = np.repeat([0, 1, 2], [40, 35, 25])
X = RNG.normal(size=(100, 2)) + np.array([[0.0, 0.0], [1.5, 0.0], [0.0, 2.0]])[Y]
TWO = Y < 2
W = RNG.uniform(0.5, 2.0, 100)
W[::9] = 0.0
Z = RNG.normal(size=(30, 2))
SEED = 5


def inner(A: Any, B: Any) -> Any:
    return A @ B.T


CASES: dict[str, tuple[str, dict[str, Any], Any]] = {
    "rbf": ("SVC", {"C": 2.0}, None),
    "weights": ("SVC", {"class_weight": "balanced"}, W),
    "callable": ("SVC", {"kernel": inner}, None),
    # its weights are above 0: scikit-learn takes the wrong columns of K otherwise
    "precomputed": ("SVC", {"kernel": "precomputed"}, W + 0.1),
    "nu": ("NuSVC", {"nu": 0.4}, W),
}


def both(case: str, rows: Any) -> tuple[Any, Any, Any]:
    """Ours, scikit-learn's, and the points of `Z` as this case takes them."""
    name, parameters, w = CASES[case]
    gram = parameters.get("kernel") == "precomputed"
    x = X[rows]
    data, there = (x @ x.T, Z @ x.T) if gram else (x, Z)
    weight = None if w is None else w[rows]
    given = {**parameters, "probability": True, "random_state": SEED}
    ours = getattr(svmcore, name)(**given).fit(data, Y[rows], weight)
    theirs = getattr(svm, name)(**given, tol=1e-9).fit(data, Y[rows], weight)
    return ours, theirs, there


@pytest.mark.filterwarnings("ignore::FutureWarning")
@pytest.mark.parametrize("rows", [TWO, slice(None)], ids=["two", "three"])
@pytest.mark.parametrize("case", CASES)
def test_the_same_folds_give_the_same_probabilities(case: str, rows: Any):
    ours, theirs, there = both(case, rows)
    np.testing.assert_allclose(ours.probA_, theirs.probA_, atol=1e-4)
    np.testing.assert_allclose(ours.probB_, theirs.probB_, atol=1e-4)
    # LIBSVM's coupling stops when it is as near as this
    k = len(ours.classes_)
    np.testing.assert_allclose(
        ours.predict_proba(there), theirs.predict_proba(there), atol=0.01 / k
    )
    np.testing.assert_allclose(ours.predict_proba(there).sum(1), 1.0)
    np.testing.assert_array_equal(ours.predict_log_proba(there), np.log(ours.predict_proba(there)))


def test_numbers_that_would_favour_some_rows_are_drawn_again():
    """Every fourth, where the number of rows is three quarters of the words."""
    many = 3 * 2**30
    set_seed_wrap(7)
    wanted = [i + bounded_rand_int_wrap(many - i) for i in range(30)]
    assert list(islice(swaps(many, 7), 30)) == wanted


@pytest.mark.filterwarnings("ignore::FutureWarning")
@pytest.mark.parametrize("counts", [(1, 1), (2, 2), (1, 9), (2, 30)])
def test_few_points_of_a_class(counts: tuple[int, int]):
    y = np.repeat([0, 1], counts)
    x = X[TWO][: len(y)] + 2.0 * y[:, None]
    given = {"probability": True, "random_state": SEED, "kernel": "linear"}
    ours, theirs = SVC(**given).fit(x, y), svm.SVC(**given, tol=1e-9).fit(x, y)
    np.testing.assert_allclose(ours.probA_, theirs.probA_, rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(ours.predict_proba(Z), theirs.predict_proba(Z), atol=5e-3)


def test_a_fold_without_enough_points_for_nu_has_the_largest_nu():
    y, x = np.repeat([0, 1], [4, 16]), X[TWO][:20]
    ours = NuSVC(nu=0.4, probability=True, random_state=0, gamma=1.0)
    assert np.isfinite(ours.fit(x, y).predict_proba(Z)).all()


def test_a_seed_is_a_result():
    first, same, other = (
        SVC(probability=True, random_state=seed).fit(X, Y).probA_ for seed in (1, 1, 2)
    )
    np.testing.assert_array_equal(first, same)
    assert np.abs(first - other).max() > 1e-3


def test_it_is_there_only_if_asked_for():
    for words in ({}, {"probability": False}, {"probability": "deprecated"}):
        plain = SVC(**words).fit(X, Y)
        assert not hasattr(plain, "predict_proba")
        assert not hasattr(plain, "predict_log_proba")
        assert plain.probA_.size == 0
    plain.probability = True
    with pytest.raises(NotFittedError, match="not available when fitted with probability=False"):
        plain.predict_proba(X)
    assert clone(plain).probability is True
    refuses("probability must be one of False, True", lambda: SVC(probability="yes").fit(X, Y))
    with pytest.raises(NotFittedError, match="not fitted yet"):
        SVC(probability=True).predict_proba(X)


def test_models_of_folds_that_end_early_are_counted():
    machine = SVC(probability=True, max_iter=1, solver="smo", random_state=0)
    with pytest.warns(ConvergenceWarning) as caught:
        machine.fit(X[TWO], Y[TWO])
    assert "5 of 5 models for probability=True ended before" in str(caught[0].message)
    assert len(caught) == 2
