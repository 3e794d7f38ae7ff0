"""Every registered kernel: symmetric, positive semi-definite if it says so, and scikit-learn's."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import pairwise

from svmcore.kernels import (
    KERNELS,
    RBF,
    Kernel,
    Laplacian,
    Linear,
    Polynomial,
    Sigmoid,
    prepared,
)
from svmcore.params import parameters

rng = np.random.default_rng(20)
X = rng.normal(size=(40, 2)) * [1.0, 1.5]
Z = rng.normal(0.3, 1.0, size=(17, 2))


TAME = {"gamma": (0.05, 3.0), "degree": (1, 5), "coef0": (-1.0, 2.0)}  # no overflow, no 1e-300


def variants(kind: type[Kernel]) -> list[Kernel]:
    """The kernel with its defaults, and with each parameter moved to either side."""
    moved = [
        kind(**{p.name: value})
        for p in parameters(kind)
        for value in TAME.get(p.name, (p.low, p.high))
    ]
    return [kind(), *moved]


VARIANTS = [kernel for kind in KERNELS.values() for kernel in variants(kind)]
every_kernel = pytest.mark.parametrize("kernel", VARIANTS, ids=repr)

# a kernel that scikit-learn does not have is tested by everything else in this file
REFERENCE = {
    Linear: lambda k, A, B: pairwise.linear_kernel(A, B),
    Polynomial: lambda k, A, B: pairwise.polynomial_kernel(
        A, B, degree=k.degree, gamma=k.gamma, coef0=k.coef0
    ),
    RBF: lambda k, A, B: pairwise.rbf_kernel(A, B, gamma=k.gamma),
    Laplacian: lambda k, A, B: pairwise.laplacian_kernel(A, B, gamma=k.gamma),
    Sigmoid: lambda k, A, B: pairwise.sigmoid_kernel(A, B, gamma=k.gamma, coef0=k.coef0),
}


def smallest_eigenvalue(K):
    """Relative to the largest."""
    eigenvalues = np.linalg.eigvalsh(K)
    return eigenvalues[0] / np.abs(eigenvalues).max()


@every_kernel
def test_symmetric_and_positive_semidefinite_if_it_says_so(kernel):
    K = kernel(X, X)
    np.testing.assert_allclose(K, K.T, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(kernel(X, Z), kernel(Z, X).T, rtol=1e-12, atol=1e-12)
    assert not kernel.psd or smallest_eigenvalue(K) > -1e-13


def test_the_sigmoid_is_not_positive_semidefinite():
    """tanh(-0.5) < 0 would be the square norm of a point at the origin."""
    assert not Sigmoid().psd
    assert not Polynomial(degree=3, gamma=1.0, coef0=-1.0).psd  # K(0, 0) = -1
    assert Polynomial(degree=3, gamma=1.0, coef0=0.0).psd
    origin = np.zeros((1, 2))
    assert Sigmoid(gamma=1.0, coef0=-0.5)(origin, origin)[0, 0] < 0.0
    assert smallest_eigenvalue(Sigmoid(gamma=0.5, coef0=1.0)(X, X)) < -1e-3


@pytest.mark.parametrize("kernel", [k for k in VARIANTS if type(k) in REFERENCE], ids=repr)
def test_equals_scikit_learn(kernel):
    theirs = REFERENCE[type(kernel)](kernel, X, Z)
    np.testing.assert_allclose(kernel(X, Z), theirs, rtol=1e-11, atol=1e-12)


@every_kernel
def test_a_kernel_that_is_prepared_for_some_points_is_the_same(kernel):
    for points in (Z, Z + 1e3):
        np.testing.assert_allclose(prepared(kernel, points)(X), kernel(X, points), rtol=1e-9)
        np.testing.assert_allclose(prepared(kernel, points)(points[:3]), kernel(points[:3], points))


def test_rbf_is_at_most_one():
    """Also where |x|^2 + |z|^2 - 2<x, z> comes out below 0."""
    points = np.random.default_rng(0).normal(1e3, 1.0, size=(50, 2))
    assert RBF(gamma=100.0)(points, points).max() <= 1.0


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: RBF(gamma=-1.0), "gamma must be >= 0, got -1.0"),
        (lambda: Polynomial(degree=2.5), "degree must be a whole number, got 2.5"),
        (lambda: Sigmoid(coef0=float("nan")), "coef0 must be finite, got nan"),
    ],
)
def test_a_wrong_parameter_is_refused_with_one_sentence(build, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        build()
