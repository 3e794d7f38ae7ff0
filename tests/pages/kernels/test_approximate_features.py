"""Random Fourier features and Nyström against scikit-learn's, the kernel, and the known rate."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.kernel_approximation import Nystroem, RBFSampler

from pages.kernels.model.approximation import (
    FourierFeatures,
    fourier_features,
    kernel_error,
    nystrom_features,
)
from svmcore.kernels import RBF, Sigmoid
from tests.helpers.refusals import refuses

X = np.random.default_rng(2).uniform(-2.0, 2.0, (60, 2))
GAMMA = 0.7
K = RBF(GAMMA)(X, X)


def test_the_formula_is_that_of_scikit_learn_for_the_same_random_weights():
    sampler = RBFSampler(gamma=GAMMA, n_components=37, random_state=4).fit(X)
    ours = FourierFeatures(sampler.random_weights_.T, sampler.random_offset_)
    np.testing.assert_allclose(ours(X), sampler.transform(X), rtol=1e-13, atol=1e-13)


def test_weights_and_phases_have_the_distribution_that_makes_the_kernel():
    drawn = fourier_features(GAMMA, 2, 40_000, np.random.default_rng(0))
    covariance = drawn.weights.T @ drawn.weights / 40_000
    np.testing.assert_allclose(covariance, 2.0 * GAMMA * np.eye(2), atol=0.03)
    assert 0.0 <= drawn.phases.min() < 0.001
    assert 2.0 * np.pi - 0.001 < drawn.phases.max() < 2.0 * np.pi
    np.testing.assert_allclose(drawn(X) @ drawn(X).T, K, atol=0.03)


def test_the_nystrom_matrix_is_that_of_scikit_learn_on_the_same_landmarks():
    ours = nystrom_features(RBF(8.0), X, 12, np.random.default_rng(1))
    theirs = Nystroem(gamma=8.0, n_components=12).fit(ours.landmarks)
    Z, W = ours(X), theirs.transform(X)
    np.testing.assert_allclose(Z @ Z.T, W @ W.T, atol=1e-9)
    assert 0.01 < kernel_error(RBF(8.0)(X, X), Z) < 0.9


def test_nystrom_is_exact_at_its_landmarks_and_never_too_large():
    found = nystrom_features(RBF(GAMMA), X, 15, np.random.default_rng(0))
    Z = found(X)
    np.testing.assert_allclose((Z @ Z.T)[found.chosen], K[found.chosen], atol=1e-6)
    assert np.linalg.eigvalsh(K - Z @ Z.T).min() > -1e-9
    errors = [
        kernel_error(K, nystrom_features(RBF(GAMMA), X, D, np.random.default_rng(0))(X))
        for D in (5, 15, 40)
    ]
    assert errors[0] > errors[1] > errors[2]


@pytest.mark.parametrize(
    "features",
    [
        fourier_features(GAMMA, 2, 20, np.random.default_rng(1)),
        nystrom_features(RBF(GAMMA), X, 20, np.random.default_rng(1)),
    ],
    ids=["fourier", "nystrom"],
)
def test_a_grid_is_the_same_function_point_by_point(features):
    xs, ys = np.linspace(-2.0, 2.0, 7), np.linspace(-1.0, 3.0, 5)
    w = np.random.default_rng(0).standard_normal(features(X).shape[1])
    a, b = np.meshgrid(xs, ys)
    expected = (features(np.column_stack([a.ravel(), b.ravel()])) @ w).reshape(5, 7)
    np.testing.assert_allclose(
        features.grid(xs, ys, w), expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max()
    )


def test_what_makes_no_sense_is_refused_and_no_points_have_no_error():
    rng = np.random.default_rng(0)
    refuses("n_components must be >= 1", lambda: fourier_features(GAMMA, 2, 0, rng))
    refuses("gamma must be >= 0", lambda: fourier_features(-1.0, 2, 5, rng))
    refuses("n_components must be >= 1", lambda: nystrom_features(RBF(), X, 0, rng))
    refuses("positive semi-definite", lambda: nystrom_features(Sigmoid(), X, 5, rng))
    assert kernel_error(np.empty((0, 0)), np.empty((0, 3))) == 0.0
    assert nystrom_features(RBF(), X[:0], 5, rng)(X[:0]).shape == (0, 0)


POINTS = np.random.default_rng(3).normal(scale=2.0, size=(40, 2))
