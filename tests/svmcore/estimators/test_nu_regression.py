"""The tube whose width is found: its task, against conic solvers, LIBSVM and its own proof."""

from __future__ import annotations

import cvxpy as cp
import numpy as np
import pytest
from sklearn.svm import NuSVR

from svmcore.engine import nu_regression, regression, space_of, train
from svmcore.kernels import RBF
from svmcore.problems.certificate import Status
from tests.helpers.samples import KERNELS

every_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.title)


def curve(n=50, seed=2):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-2.5, 2.5, n)
    return x[:, None], np.sin(2.0 * x) + 0.3 * rng.normal(size=n) + 0.7


def parts(kernel, X, z, nu, C):
    """alpha - alpha*, b, epsilon, the sums of both kinds, the answer."""
    task = nu_regression(z, nu, C)
    answer = train(space_of(kernel, X), task)
    above, below = np.split(answer.a, 2)
    v = answer.v
    return above, below, 0.5 * (v[0] - v[1]), 0.5 * (v[0] + v[1]), answer


def primal(kernel, X, z, coef, b, epsilon, nu, C):
    g = kernel(X, X) @ coef
    loss = np.maximum(0.0, np.abs(z - g - b) - epsilon)
    return 0.5 * coef @ g + nu * epsilon * C.sum() + C @ loss


@every_kernel
@pytest.mark.parametrize("nu", [0.1, 0.5, 0.9])
def test_its_value_is_the_least_there_is(kernel, nu):
    X, z = curve()
    C = np.random.default_rng(0).uniform(0.5, 2.0, len(z))
    above, below, b, epsilon, answer = parts(kernel, X, z, nu, C)
    values, vectors = np.linalg.eigh(kernel(X, X))
    kept = values > 1e-13 * values.max()
    phi = vectors[:, kept] * np.sqrt(values[kept])
    w, shift, width = cp.Variable(phi.shape[1]), cp.Variable(), cp.Variable(nonneg=True)
    off = cp.abs(z - phi @ w - shift)
    loss = nu * float(C.sum()) * width + C @ cp.pos(off - width)
    least = cp.Problem(cp.Minimize(0.5 * cp.sum_squares(w) + loss)).solve(
        solver=cp.CLARABEL, tol_gap_abs=1e-10, tol_gap_rel=1e-10, tol_feas=1e-10
    )
    assert answer.status is Status.OPTIMAL
    assert epsilon > 0.0
    assert above.sum() == pytest.approx(0.5 * nu * C.sum())
    assert below.sum() == pytest.approx(0.5 * nu * C.sum())
    found = primal(kernel, X, z, above - below, b, epsilon, nu, C)
    assert found == pytest.approx(least, rel=1e-6)
    assert answer.certificate.primal == pytest.approx(found, rel=1e-9)
    assert answer.certificate.dual == pytest.approx(least, rel=1e-6)


@pytest.mark.parametrize("nu", [0.2, 0.6])
def test_it_is_the_machine_of_libsvm(nu):
    X, z = curve(80)
    above, below, b, _, _ = parts(RBF(gamma=1.0), X, z, nu, np.full(80, 3.0))
    other = NuSVR(kernel="rbf", gamma=1.0, C=3.0, nu=nu, tol=1e-9).fit(X, z)
    f = RBF(gamma=1.0)(X, X) @ (above - below) + b
    np.testing.assert_allclose(f, other.predict(X), atol=1e-6)


@every_kernel
def test_the_tube_of_the_found_width_has_the_same_machine(kernel):
    X, z = curve()
    C = np.full(len(z), 2.0)
    above, below, b, epsilon, _ = parts(kernel, X, z, 0.4, C)
    again = train(space_of(kernel, X), regression(z, C, epsilon))
    up, down = np.split(again.a, 2)
    K = kernel(X, X)
    np.testing.assert_allclose(K @ (up - down) + again.v[0], K @ (above - below) + b, atol=1e-6)


def test_moving_all_points_moves_the_machine_alone():
    X, z = curve()
    assert nu_regression(z, 0.3, np.ones(50)).shiftable
    one = parts(KERNELS[0], X, z, 0.3, np.ones(50))
    two = parts(KERNELS[0], X + 7.0, z - 100.0, 0.3, np.ones(50))
    np.testing.assert_allclose((one[0] - one[1]) @ X, (two[0] - two[1]) @ X, atol=1e-8)
    assert two[3] == pytest.approx(one[3], rel=1e-9)


def test_equal_points_share_what_one_of_them_with_their_c_would_have():
    X, z = curve(30)
    once = parts(RBF(gamma=1.0), X, z, 0.4, np.full(30, 2.0))
    twice = parts(RBF(gamma=1.0), np.vstack([X, X]), np.tile(z, 2), 0.4, np.ones(60))
    np.testing.assert_allclose(twice[0][:30] + twice[0][30:], once[0], atol=1e-8)
    assert twice[3] == pytest.approx(once[3], abs=1e-9)
