"""The tube that finds its own width: NuSVR and its task, against scikit-learn and Clarabel."""

from __future__ import annotations

import numpy as np
import pytest
import sklearn.svm

from svmcore import NuSVR, Status
from svmcore.kernels import RBF, Linear, Polynomial, Sigmoid
from tests.helpers.grids import grid
from tests.helpers.samples import KERNELS

NAMES = {Linear: "linear", Polynomial: "poly", RBF: "rbf", Sigmoid: "sigmoid"}
every_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.title)
# nu n is no even number for any of them: then both edges of the tube hold a free point, b is unique
NUS = [0.03, 0.31, 0.77]
every_nu = pytest.mark.parametrize("nu", NUS)


def targets(n=61, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    return X, np.sin(2.0 * X[:, 0]) + 0.3 * rng.normal(size=n)


def named(kernel):
    return {"kernel": NAMES[type(kernel)], **vars(kernel)}


def recomputed(machine, kernel, X):
    """f at X and |w|^2 from dual_coef_, intercept_ and the kernel alone."""
    coef, held = machine.dual_coef_[0], machine.support_vectors_
    square = coef @ kernel(held, held) @ coef
    return kernel(X, held) @ coef + machine.intercept_[0], float(square)


@pytest.mark.parametrize(("kernel", "nu", "C"), grid(KERNELS, NUS, [0.1, 10.0]))
def test_it_is_scikit_learns_machine(kernel, nu, C):
    X, z = targets()
    ours = NuSVR(nu=nu, C=C, **named(kernel)).fit(X, z)
    theirs = sklearn.svm.NuSVR(nu=nu, C=C, tol=1e-10, **named(kernel)).fit(X, z)
    assert ours.status_ is Status.OPTIMAL
    there = np.random.default_rng(5).normal(size=(40, 2))
    # LIBSVM keeps K in single precision, and its digits are those of the largest sum
    sums = np.abs(kernel(there, ours.support_vectors_)) @ np.abs(ours.dual_coef_[0])
    digits = float(np.finfo(np.float32).eps) * float(sums.max())
    np.testing.assert_allclose(ours.predict(there), theirs.predict(there), rtol=0.0, atol=digits)
    weights = [np.zeros(len(z)), np.zeros(len(z))]
    for alpha, machine in zip(weights, (ours, theirs), strict=True):
        alpha[machine.support_] = machine.dual_coef_[0]
    if isinstance(kernel, RBF):  # with few coordinates many alpha make the same w
        np.testing.assert_allclose(*weights, atol=1e-4 * C)
    if isinstance(kernel, Linear):
        np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=0.0, atol=digits)


@every_kernel
@every_nu
def test_the_tube_holds_as_many_as_nu_says(kernel, nu):
    X, z = targets()
    machine = NuSVR(nu=nu, C=2.0, **named(kernel)).fit(X, z)
    f, _ = recomputed(machine, kernel, X)
    np.testing.assert_allclose(machine.predict(X), f, atol=1e-12)
    alpha = np.zeros(len(z))
    alpha[machine.support_] = machine.dual_coef_[0]
    off = z - f
    size = np.abs(off) - machine.epsilon_
    outside, held = size > 1e-9, np.abs(alpha) > 0.0
    assert outside.mean() <= nu <= held.mean()
    np.testing.assert_allclose(alpha[outside], 2.0 * np.sign(off[outside]), atol=1e-12)
    assert (np.abs(size[held & ~outside]) <= 1e-9).all()
    assert alpha.sum() == pytest.approx(0.0, abs=1e-10)
    assert np.abs(alpha).sum() == pytest.approx(nu * 2.0 * len(z), rel=1e-10)


@pytest.mark.parametrize("level", [0.0, 3.0, -1e9])
def test_a_constant_is_learnt_as_it_is(level):
    X, _ = targets(20)
    machine = NuSVR().fit(X, np.full(20, level))
    assert machine.status_ is Status.OPTIMAL
    assert machine.certificate_.gap == machine.epsilon_ == 0.0
    np.testing.assert_array_equal(machine.predict(X), level)
    assert len(machine.support_) == 0
