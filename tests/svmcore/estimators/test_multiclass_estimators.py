"""The estimators for many classes: scikit-learn's machines, and the definitions."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import clone

from svmcore import SVC, JointSVC, OneVsRestSVC
from svmcore.estimators import one_vs_one
from svmcore.kernels import RBF
from svmcore.multiclass import JOINT, Joint, solve_joint
from svmcore.multiclass.together import train_together


def sample(n=90, k=3):
    rng = np.random.default_rng(4)
    labels = np.arange(n) % k
    angles = 2.0 * np.pi * labels / k
    X = np.column_stack([np.cos(angles), np.sin(angles)]) + 0.5 * rng.normal(size=(n, 2))
    return X, np.array(["a", "b", "c", "d"])[labels], rng.uniform(-2.0, 2.0, (50, 2))


def uneven(copies):
    """Five classes of one, 12, 60, 60 and 200 points; some rows twice, or both labels alike."""
    rng = np.random.default_rng(8)
    y = np.repeat(np.arange(5), [1, 12, 60, 60, 200])
    X = np.round(rng.normal(size=(len(y), 3)) + 1.5 * rng.normal(size=(5, 3))[y], 1)
    X[60:80], X[100:110] = X[40:60], X[20:30]  # within a class; in two classes
    weight = np.where(np.arange(len(y)) % 7 == 3, copies, 1.0)
    return X, y, weight


@pytest.mark.parametrize("kernel", ["rbf", "laplacian"])
@pytest.mark.parametrize(("C", "copies"), [(0.01, 0.0), (1.0, 3.0), (3.0, 0.5)])
def test_machines_trained_in_lockstep_are_those_trained_alone(monkeypatch, kernel, C, copies):
    X, y, weight = uneven(copies)
    solved = []

    def train(*args):
        solved.extend(train_together(*args))
        return solved

    monkeypatch.setattr(one_vs_one, "train_together", train)
    machine = SVC(kernel=kernel, C=C).fit(X, y, weight)
    assert len(solved) == 10
    assert solved.count(None) <= 1  # trained alone
    assert machine.certificate_.violation < 1e-9
    monkeypatch.setattr(one_vs_one, "FEWEST_CLASSES", np.inf)
    alone = clone(machine).fit(X, y, weight)
    assert len(solved) == 10
    assert alone.status_ is machine.status_
    np.testing.assert_allclose(machine.certificate_.primal, alone.certificate_.primal, rtol=1e-8)
    Z = X + 0.3
    machine.decision_function_shape = alone.decision_function_shape = "ovo"
    np.testing.assert_allclose(machine.decision_function(Z), alone.decision_function(Z), atol=1e-6)


def values_of(result, X, Z):
    return RBF(gamma=0.7)(Z, X) @ result.coef + result.intercept


@pytest.mark.parametrize("loss", JOINT)
@pytest.mark.parametrize("inside", [False, True])
def test_joint_machines_are_those_of_the_engine(loss, inside):
    X, y, Z = sample()
    given = {"delta": 1.5, "bias_inside": inside, "C": 2.0}
    machine = JointSVC(loss=loss, gamma=0.7, **given).fit(X, y)
    index = np.searchsorted(machine.classes_, y)
    C = np.full(len(X), given["C"])
    asked = Joint(index, 3, C, loss, given["delta"], inside)
    optimum = solve_joint(RBF(gamma=0.7), X, asked)
    f = np.exp(-0.7 * ((Z[:, None] - machine.support_vectors_) ** 2).sum(2)) @ machine.dual_coef_.T
    f += machine.intercept_
    np.testing.assert_allclose(f, values_of(optimum, X, Z), atol=1e-9)
    np.testing.assert_allclose(machine.decision_function(Z), f, atol=1e-12)
    np.testing.assert_array_equal(machine.predict(Z), machine.classes_[f.argmax(1)])
    assert machine.n_support_.sum() == len(machine.support_)
    K = np.exp(-0.7 * ((X[:, None] - X) ** 2).sum(2))
    given_away = clone(machine).set_params(kernel="precomputed").fit(K, y)
    at_points = machine.decision_function(X)
    np.testing.assert_allclose(given_away.decision_function(K), at_points, atol=1e-8)
    single = clone(given_away).fit(K.astype(np.float32), y)  # which rounding makes indefinite
    assert np.linalg.eigvalsh(K.astype(np.float32).astype(float))[0] < -1e-9
    np.testing.assert_allclose(single.decision_function(K), at_points, atol=1e-3)


@pytest.mark.parametrize("loss", JOINT)
def test_weights_are_factors_of_the_price(loss):
    X, y, Z = sample()
    weights = np.random.default_rng(2).uniform(0.5, 2.0, len(X))
    asked = {"a": 3.0, "b": 0.5}
    machine = JointSVC(loss=loss, gamma=0.7, class_weight=asked).fit(X, y, sample_weight=weights)
    C = weights * np.array([asked.get(label, 1.0) for label in y])
    index = np.searchsorted(machine.classes_, y)
    values = values_of(solve_joint(RBF(gamma=0.7), X, Joint(index, 3, C, loss)), X, Z)
    np.testing.assert_allclose(machine.decision_function(Z), values, atol=1e-9)


@pytest.mark.parametrize("loss", JOINT)
def test_two_classes_are_those_of_svc(loss):
    X, y, Z = sample(60, 2)
    joint = JointSVC(loss=loss, delta=2.0, C=3.0, kernel="linear").fit(X, y)
    one, rest = SVC(C=3.0, kernel="linear").fit(X, y), OneVsRestSVC(C=3.0, kernel="linear")
    values = one.decision_function(Z)
    np.testing.assert_allclose(joint.decision_function(Z), 2.0 * values, atol=1e-8)
    np.testing.assert_allclose(rest.fit(X, y).decision_function(Z), values, atol=1e-8)
    np.testing.assert_allclose(joint.coef_[1], one.coef_[0], atol=1e-8)
    np.testing.assert_array_equal(joint.predict(Z), one.predict(Z))


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"loss": "hinge"}, "loss must be one of 'weston_watkins', 'crammer_singer', got 'hinge'"),
        ({"delta": 0.0}, "delta must be > 0 and finite, got 0.0"),
        ({"bias_inside": 2}, "bias_inside must be one of False, True, got 2"),
        ({"C": np.inf}, "C must be > 0 and finite, got inf"),
        ({"kernel": lambda A, B: -(A @ B.T)}, "a joint scheme needs a positive semi-definite"),
        ({"kernel": "sigmoid"}, "a joint scheme needs a positive semi-definite kernel"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(parameters, words):
    X, y, _ = sample()
    with pytest.raises(ValueError, match=words):
        JointSVC(**parameters).fit(X, y)
