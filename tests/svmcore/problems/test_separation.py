"""Separability is decided, and the verdict agrees with a linear program."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

from svmcore.kernels import RBF, Polynomial, Sigmoid
from svmcore.problems.separation import Separability, Separation, separation
from tests.helpers.refusals import refuses


def linear_program_separates(X, y):
    """Is there (w, b) with y_i (<w, x_i> + b) >= 1?"""
    A = -y[:, None] * np.column_stack([X, np.ones(len(X))])
    found = linprog(
        np.zeros(X.shape[1] + 1), A_ub=A, b_ub=-np.ones(len(X)), bounds=(None, None), method="highs"
    )
    return found.status == 0


def check(found: Separation, K, y):
    """Everything that a verdict promises, from K alone."""
    a = found.weights
    scale = np.sqrt(np.abs(K).max()) or 1.0
    assert (a >= 0.0).all()
    assert a[y > 0].sum() == pytest.approx(1.0)
    assert a[y < 0].sum() == pytest.approx(1.0)
    f = K @ (a * y)
    if found.separable:
        assert f[y > 0].min() > f[y < 0].max()
        width = (f[y > 0].min() - f[y < 0].max()) / found.distance
        rounding = len(y) * 2e-16 * np.abs(K).max() / found.distance
        assert width == pytest.approx(found.distance, rel=1e-4, abs=rounding)
        np.testing.assert_allclose(found.alpha, 2.0 * a / found.distance**2)
    else:
        assert np.sqrt(max((a * y) @ f, 0.0)) <= 1e-6 * scale
        with pytest.raises(ValueError, match="hard margin needs separable classes"):
            _ = found.alpha


def sample(kind, seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 70))
    X = rng.normal(size=(n, 2))
    direction = rng.normal(size=2)
    y = np.where(X @ direction > 0.3 * rng.normal(), 1.0, -1.0)
    match kind:
        case "one wrong label":
            y[0] *= -1.0
        case "random labels":
            y = rng.choice([-1.0, 1.0], n)
        case "on a coarse lattice":
            X = np.round(X)
        case "on a line":
            X = np.array([5.0, 3.0]) + np.outer(X[:, 0], direction)
        case "small and far away":
            X = 1e-3 * X + 10.0 * rng.normal(size=2)
    y[1], y[2] = 1.0, -1.0
    return X, y


@pytest.mark.parametrize(
    "kind",
    [
        "clean",
        "one wrong label",
        "random labels",
        "on a coarse lattice",
        "on a line",
        "small and far away",
    ],
)
def test_same_verdict_as_a_linear_program(kind):
    verdicts = set()
    for seed in range(20):
        X, y = sample(kind, seed)
        found = separation(X @ X.T, y)
        assert found.verdict is not Separability.TOO_CLOSE
        assert found.separable == linear_program_separates(X - X.mean(0), y)
        check(found, X @ X.T, y)
        if not found.separable:
            a = found.weights
            np.testing.assert_allclose(a[y > 0] @ X[y > 0], a[y < 0] @ X[y < 0], atol=1e-9)
        verdicts.add(found.verdict)
    if kind != "random labels":
        assert Separability.SEPARABLE in verdicts


def test_by_hand():
    """(1, 2)+ and (3, 4)-: distance sqrt(8), hard-margin alpha 1/4."""
    X = np.array([[1.0, 2.0], [3.0, 4.0]])
    found = separation(X @ X.T, np.array([1.0, -1.0]))
    assert found.distance == pytest.approx(np.sqrt(8.0))
    np.testing.assert_allclose(found.alpha, 0.25)
    square = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])
    labels = np.array([-1.0, 1.0, 1.0, -1.0])
    found = separation(square @ square.T, labels)  # XOR: the diagonals cross at the origin
    assert found.verdict is Separability.INSEPARABLE
    np.testing.assert_allclose(found.weights, 0.5)
    found = separation(Polynomial(degree=2, gamma=1.0)(square, square), labels)
    np.testing.assert_allclose(found.alpha, 0.125, rtol=1e-6)


def test_a_wide_rbf_is_too_close_to_tell():
    """In exact arithmetic it separates; 16 digits of K do not show it, and the verdict says so."""
    rng = np.random.default_rng(2)
    X = rng.normal(size=(150, 2))
    K = RBF(gamma=0.01)(X, X)
    found = separation(K, rng.choice([-1.0, 1.0], 150))
    assert found.verdict is Separability.TOO_CLOSE
    assert not found.separable
    assert 0.0 < found.distance < 1e-4


def test_all_points_equal():
    K = np.ones((6, 6))
    assert separation(K, np.array([1.0, 1, 1, -1, -1, -1])).verdict is Separability.INSEPARABLE
    assert separation(np.zeros((2, 2)), np.array([1.0, -1.0])).verdict is Separability.INSEPARABLE


def test_what_is_refused():
    refuses("both classes must have points", lambda: separation(np.eye(3), np.ones(3)))
    X = np.random.default_rng(0).normal(size=(20, 2))
    y = np.where(X[:, 0] > 0.0, 1.0, -1.0)
    refuses("K must be positive semi-definite", lambda: separation(Sigmoid()(X, X), y))
