"""Identical points made one: the same machine, whoever asks for it."""

import numpy as np
import pytest
import sklearn.svm

import svmcore
from svmcore.engine import classification, space_of, train
from svmcore.engine.duplicates import merged
from svmcore.kernels import RBF
from tests.helpers.samples import every_kernel, sample


def repeated(n=90, times=4, seed=0):
    """Points, each up to `times` times in any order, with weights of their own; `of`: of which."""
    X, y = sample("moons", n)
    rng = np.random.default_rng(seed)
    of = rng.permutation(np.repeat(np.arange(n), rng.integers(1, times + 1, n)))
    return X, y, of, rng.uniform(0.5, 2.0, len(of))


@every_kernel
def test_the_machine_is_that_of_the_points_with_all_their_weight(kernel):
    X, y, of, C = repeated()
    each = train(space_of(kernel, X[of]), classification(y[of], C), tol=1e-10)
    together = np.bincount(of, C)
    once = train(space_of(kernel, X), classification(y, together), tol=1e-10)
    np.testing.assert_allclose(each.scores, once.scores[of], atol=1e-8)
    np.testing.assert_allclose(each.v, once.v, atol=1e-8)
    np.testing.assert_allclose(np.bincount(of, each.alpha), once.alpha, atol=1e-8 * C.max())
    assert (each.alpha <= C).all()
    free = (each.alpha > 0.0) & (each.alpha < C)
    assert np.bincount(of[free]).max() == 1
    K = kernel(X[of], X[of])
    task = classification(y[of], C)
    proof = task.certify(each.alpha, K @ (y[of] * each.alpha), each.v)
    assert proof.relative_gap <= 1e-10
    assert proof.violation <= 1e-8


def test_only_what_agrees_in_everything_is_one():
    X, y, of, C = repeated()
    space = space_of(RBF(1.0), X[of])
    few = merged(space, classification(y[of], C))
    assert len(few.space) == 90
    assert few.task.C.sum() == pytest.approx(C.sum())
    flipped = y[of].copy()
    first = np.flatnonzero(of == np.flatnonzero(np.bincount(of) == 3)[0])
    flipped[first[0]] *= -1.0  # one of three stands on the same place with the other label
    assert len(merged(space, classification(flipped, C)).space) == 91
    assert merged(space_of(RBF(1.0), X), classification(y, np.ones(90))) is None


@pytest.mark.parametrize(
    ("name", "words"),
    [("SVC", {}), ("SVC", {"C": np.inf}), ("SVR", {}), ("OneClassSVM", {"nu": 0.3})],
)
def test_rows_that_repeat_do_not_inflate_the_support_vectors(name, words):
    rng = np.random.default_rng(0)
    X = rng.integers(0, 4, (387, 2)).astype(float)
    noise = 0.0 if words.get("C") == np.inf else rng.normal(size=387)
    y = np.where(X.sum(1) + noise > 3.0, 1, 0)
    target = X[:, 0] - X[:, 1] if name.endswith("R") else y
    ours = getattr(svmcore, name)(**words).fit(X, target)
    theirs = getattr(sklearn.svm, name)(tol=1e-8, **words | ({"C": 1e9} if "C" in words else {}))
    theirs.fit(X, target)
    if words.get("C") == np.inf:  # one copy of a point bears it all; which points is not unique
        assert len(np.unique(ours.support_vectors_, axis=0)) == ours.n_support_.sum()
    else:
        assert ours.n_support_.sum() <= theirs.n_support_.sum()
    ask = "predict" if name.endswith("R") else "decision_function"
    np.testing.assert_allclose(getattr(ours, ask)(X), getattr(theirs, ask)(X), atol=1e-6)
    assert ours.status_ is svmcore.Status.OPTIMAL


def test_no_copy_is_a_support_vector_by_a_rounding_error():
    """0.9 - 0.3 - 0.3 - 0.3 is not 0 in floating point."""
    X = np.array([[0.0, 0.0]] * 4 + [[1.0, 1.0]] * 4 + [[2.0, 0.0], [-1.0, 1.0], [0.2, 0.9]])
    y = np.array([-1.0] * 4 + [1.0] * 5 + [-1.0] * 2)
    alpha = train(space_of(RBF(0.5), X), classification(y, np.full(11, 0.3))).alpha
    np.testing.assert_array_equal(alpha[:4], [0.3, 0.3, 0.3, 0.0])
