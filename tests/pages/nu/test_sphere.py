"""Support vector data description: hand-solved spheres, the KKT conditions, a program by SciPy."""

from __future__ import annotations

import numpy as np
import pytest

from pages.state.model.nu_solution import solved, sphere_of
from svmcore.engine import data_description, space_of, train
from svmcore.kernels import RBF, Laplacian, Linear, Polynomial
from svmcore.problems.certificate import Status
from tests.helpers.grids import grid
from tests.helpers.samples import KERNELS, sample

X, _ = sample("moons", 60)


def centre_of(X, found):
    return found.a @ X / found.a.sum()


@pytest.mark.parametrize("far", [0.0, 1e6])
def test_spheres_by_hand(far):
    ends = np.array([[0.0, 0.0], [4.0, 0.0]]) + far
    found = sphere_of(space_of(Linear(), ends), 0.01)
    np.testing.assert_allclose(centre_of(ends, found), [2.0 + far, far], rtol=1e-9)
    assert found.rho == pytest.approx(4.0, rel=1e-6)
    right = np.array([[0.0, 0.0], [6.0, 0.0], [0.0, 8.0], [1.0, 1.0]]) + far  # Thales
    found = sphere_of(space_of(Linear(), right), 0.01)
    np.testing.assert_allclose(centre_of(right, found), [3.0 + far, 4.0 + far], rtol=1e-9)
    assert found.rho == pytest.approx(25.0, rel=1e-6)
    assert not found.outside.any()
    sides = np.array([[-1.0, 0.0], [1.0, 0.0], [0.0, np.sqrt(3.0)]]) + far  # equal sides of 2
    found = sphere_of(space_of(Linear(), sides), 0.01)
    np.testing.assert_allclose(found.a, found.a.sum() / 3.0, rtol=1e-6)
    assert found.rho == pytest.approx(4.0 / 3.0, rel=1e-6)


def test_one_point_is_a_sphere_of_radius_0():
    assert not sphere_of(space_of(Linear(), np.array([[1.0, 2.0]])), 0.5).real
    assert not sphere_of(space_of(RBF(), np.full((4, 2), 3.0)), 0.5).real


@pytest.mark.parametrize(("kernel", "nu"), grid(KERNELS, [0.01, 0.2, 0.55, 1.0]))
def test_the_conditions_of_the_sphere(kernel, nu):
    found = sphere_of(space_of(kernel, X), nu)
    assert found.status is Status.OPTIMAL
    K, n = kernel(X, X), len(X)
    alpha, C = found.a / found.a.sum(), 1.0 / (nu * n)
    assert alpha.sum() == pytest.approx(1.0)
    assert (alpha >= -1e-12).all()
    assert (alpha <= C + 1e-12).all()
    distance = K.diagonal() - 2.0 * K @ alpha + alpha @ K @ alpha
    tol = 1e-6 * distance.max()
    assert (distance[alpha < C * (1.0 - 1e-6)] <= found.rho + tol).all(), "below C: not outside"
    assert (distance[alpha > 1e-6 * C] >= found.rho - tol).all(), "above 0: not inside"
    assert found.outside.mean() <= nu + 1e-9
    assert found.support.mean() >= nu - 1e-9
    primal = found.rho + C * np.maximum(0.0, distance - found.rho).sum()
    dual = alpha @ K.diagonal() - alpha @ K @ alpha
    assert primal == pytest.approx(dual, rel=1e-6), "no gap"
    told = found.certificate
    assert told.relative_gap == pytest.approx(0.0, abs=1e-6)
    f = found.b - alpha @ (K.diagonal()[:, None] + K.diagonal() - 2.0 * K)
    np.testing.assert_allclose(f, found.rho - distance, atol=1e-9 * max(1.0, distance.max()))


def test_the_certificate_is_that_of_tax_and_duin_in_its_unit():
    kernel, nu, n = Polynomial(degree=2), 0.3, len(X)
    K = kernel(X, X)
    task = data_description(K.diagonal(), nu, np.ones(n))
    answer = train(space_of(kernel, X), task)
    total = nu * n
    alpha = answer.alpha / total
    dual = alpha @ K.diagonal() - alpha @ K @ alpha
    assert answer.certificate.dual == pytest.approx(0.5 * total**2 * dual, rel=1e-9)


@pytest.mark.parametrize(("kernel", "nu"), [(RBF(gamma=1.5), 0.05), (Laplacian(), 0.4)])
def test_it_is_the_one_class_svm_where_k_of_x_and_x_is_constant(kernel, nu):
    space, y = space_of(kernel, X), np.ones(len(X))
    sphere, one = solved(space, y, "sphere", nu), solved(space, y, "one_class", nu)
    np.testing.assert_allclose(sphere.a, one.a, atol=1e-7)
    np.testing.assert_array_equal(sphere.outside, one.outside)
    np.testing.assert_array_equal(sphere.support, one.support)
