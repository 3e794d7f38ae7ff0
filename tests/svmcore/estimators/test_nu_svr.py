"""The tube that finds its own width: NuSVR and its task, against scikit-learn and Clarabel."""

from __future__ import annotations

import cvxpy as cp
import numpy as np
import pytest
import sklearn.svm

from svmcore import NuSVR, Status
from svmcore.kernels import RBF, Linear, Polynomial, Sigmoid
from tests.helpers.grids import grid
from tests.helpers.samples import KERNELS

NAMES = {Linear: "linear", Polynomial: "poly", RBF: "rbf", Sigmoid: "sigmoid"}
EXACT = {"solver": cp.CLARABEL, "tol_gap_abs": 1e-10, "tol_gap_rel": 1e-10, "tol_feas": 1e-10}
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


def cost(f, square, epsilon, z, nu, C):
    """The primal; C is a number or one for each point."""
    each = np.broadcast_to(C, z.shape)
    beyond = np.maximum(np.abs(z - f) - epsilon, 0.0)
    return 0.5 * square + nu * epsilon * each.sum() + each @ beyond


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
def test_its_value_is_that_of_a_conic_solver(kernel, nu):
    X, z = targets()
    C = np.random.default_rng(1).uniform(0.5, 8.0, len(z))
    machine = NuSVR(nu=nu, **named(kernel)).fit(X, z, sample_weight=C)
    values, vectors = np.linalg.eigh(kernel(X, X))
    kept = values > 1e-13 * values.max()
    phi = vectors[:, kept] * np.sqrt(values[kept])
    w, b, epsilon = cp.Variable(phi.shape[1]), cp.Variable(), cp.Variable()
    beyond = C @ cp.pos(cp.abs(z - phi @ w - b) - epsilon)
    value = 0.5 * cp.sum_squares(w) + nu * C.sum() * epsilon + beyond
    best = cp.Problem(cp.Minimize(value), [epsilon >= 0.0]).solve(**EXACT)
    f, square = recomputed(machine, kernel, X)
    assert cost(f, square, machine.epsilon_, z, nu, C) == pytest.approx(best, rel=1e-6)
    assert machine.certificate_.primal == pytest.approx(best, rel=1e-6)
    assert machine.certificate_.dual == pytest.approx(best, rel=1e-6)
    assert machine.epsilon_ == pytest.approx(float(epsilon.value), abs=1e-4)


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


def test_with_nu_1_the_tube_has_no_width_and_half_of_the_points_on_each_side():
    X, z = targets()
    machine = NuSVR(nu=1.0, C=0.1).fit(X, z)
    assert machine.epsilon_ == pytest.approx(0.0, abs=1e-12)
    off = z - machine.predict(X)
    assert (off > 1e-9).sum() <= 30.5
    assert (off < -1e-9).sum() <= 30.5


@pytest.mark.parametrize("level", [0.0, 3.0, -1e9])
def test_a_constant_is_learnt_as_it_is(level):
    X, _ = targets(20)
    machine = NuSVR().fit(X, np.full(20, level))
    assert machine.status_ is Status.OPTIMAL
    assert machine.certificate_.gap == machine.epsilon_ == 0.0
    np.testing.assert_array_equal(machine.predict(X), level)
    assert len(machine.support_) == 0


def test_a_shift_of_all_targets_shifts_the_machine():
    X, z = targets(41)
    near, far = (NuSVR(nu=0.3, C=5.0).fit(X, z + shift) for shift in (0.0, 1e6))
    np.testing.assert_allclose(far.predict(X) - 1e6, near.predict(X), atol=1e-7)
    assert far.epsilon_ == pytest.approx(near.epsilon_, abs=1e-8)


def test_a_kernel_without_a_feature_space_leads_to_a_stationary_point():
    X, z = targets(30)
    machine = NuSVR(nu=0.41, kernel="sigmoid", gamma=2.0, coef0=-1.0).fit(X, z)
    assert machine.status_ is Status.STATIONARY
    f, _ = recomputed(machine, Sigmoid(2.0, -1.0), X)
    size = np.abs(z - f) - machine.epsilon_
    assert (size > 1e-5).mean() <= 0.41 <= len(machine.support_) / 30
