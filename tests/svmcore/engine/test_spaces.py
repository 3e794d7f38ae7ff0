"""Where points live: all spaces say the same."""

import math

import numpy as np

from svmcore.engine import FeatureSpace, GramSpace, KernelSpace
from svmcore.engine import spaces as module
from svmcore.engine.spaces import gram_of, whole
from svmcore.engine.train import WALK_MATRICES, most_columns
from svmcore.kernels import RBF, Polynomial
from tests.helpers.samples import sample


def test_spaces_agree():
    X, _ = sample("moons", 60)
    kernel = Polynomial(3, 0.5, 1.0)
    K = kernel(X, X)
    coef = np.random.default_rng(0).normal(size=60)
    rows, columns = np.array([3, 5]), np.array([1, 2, 3])
    for space in (GramSpace(K), KernelSpace(kernel, X), FeatureSpace(kernel.features(X))):
        np.testing.assert_allclose(space.diagonal, K.diagonal())
        np.testing.assert_allclose(space.block(rows, columns), K[np.ix_(rows, columns)])
        np.testing.assert_allclose(space.rows(rows), K[rows])
        np.testing.assert_allclose(space.scores(coef), K @ coef)
        product = np.linalg.multi_dot([*space.columns(columns), np.eye(3)])
        np.testing.assert_allclose(product, K[:, columns])


def test_scores_are_the_same_whatever_is_held_at_a_time(monkeypatch):
    X, _ = sample("moons", 60)
    coef = np.random.default_rng(0).normal(size=60) * (np.arange(60) % 3 > 0)
    space = KernelSpace(RBF(2.0), X)
    monkeypatch.setattr(module, "TILE", 7)
    np.testing.assert_allclose(space.scores(coef), RBF(2.0)(X, X) @ coef, rtol=1e-12)


def test_some_of_the_points_are_a_space_of_their_own():
    X, _ = sample("moons", 60)
    kernel, rows = RBF(2.0), np.array([4, 1, 59])
    K = kernel(X, X)[np.ix_(rows, rows)]
    everyone = np.arange(3)
    for space in (GramSpace(kernel(X, X)), KernelSpace(kernel, X), gram_of(kernel, X)):
        there = space.at(rows)
        np.testing.assert_allclose(there.block(everyone, everyone), K, rtol=1e-12)
        np.testing.assert_allclose(whole(there).K, K, rtol=1e-12)
    phi = Polynomial(2, 1.0, 1.0).features(X)
    np.testing.assert_array_equal(FeatureSpace(phi).at(rows).points, phi[rows])


def test_a_factor_of_many_points_has_as_many_columns_as_fit_into_memory():
    spare = 900_000_000
    for n in (3001, 8000, 12_000, 60_000):
        columns = most_columns(n, spare)
        assert 100 < columns <= most_columns(n, math.inf) == n // 4
        assert 8 * n * columns * WALK_MATRICES <= spare
