"""Optimal values against a conic solver that shares nothing with this project.

Each machine is written down as its primal over w, b and slacks, with phi from a factor of the Gram
matrix, and solved by Clarabel; its value must be that of the machine and of its certificate.
"""

from __future__ import annotations

import cvxpy as cp
import numpy as np
import pytest

from svmcore import SVC, SVR, NuSVC, OneClassSVM, Status
from svmcore.kernels import RBF, Linear, Polynomial
from tests.helpers.samples import sample, xor

RTOL = 1e-6
TIGHT = {"tol_gap_abs": 1e-10, "tol_gap_rel": 1e-10, "tol_feas": 1e-10}
NAMES = {Linear: "linear", Polynomial: "poly", RBF: "rbf"}
CUBIC = Polynomial(degree=3, gamma=0.5, coef0=1.0)


def factor(K):
    """phi with K = phi phi'."""
    values, vectors = np.linalg.eigh(K)
    kept = values > 1e-13 * values.max()
    return vectors[:, kept] * np.sqrt(values[kept])


def value(objective, constraints=()):
    """The least value of the objective."""
    return cp.Problem(cp.Minimize(objective), list(constraints)).solve(solver=cp.CLARABEL, **TIGHT)


def named(kernel):
    return {"kernel": NAMES[type(kernel)], **vars(kernel)}


def unknowns(X, kernel):
    """w, b and <w, phi(x_i)>."""
    phi = factor(kernel(X, X))
    w = cp.Variable(phi.shape[1])
    return w, cp.Variable(), phi @ w


def scores(machine, X):
    """<w, phi(x_i)> and |w|^2 from the attributes."""
    at_points = machine._kernel(X, X[machine.support_]) @ machine.dual_coef_[0]
    return at_points, float(machine.dual_coef_[0] @ at_points[machine.support_])


@pytest.mark.parametrize(
    ("name", "kernel", "C"),
    [
        ("moons", RBF(gamma=1.0), 10.0),
        ("circles", CUBIC, 1.0),
        ("blobs", Linear(), 100.0),
        ("apart", Linear(), np.inf),
    ],
    ids=str,
)
def test_svc(name, kernel, C):
    X, y = sample(name, 60)
    machine = SVC(C=C, **named(kernel)).fit(X, y)
    w, b, g = unknowns(X, kernel)
    margins = cp.multiply(y, g + b)
    half = 0.5 * cp.sum_squares(w)
    if np.isinf(C):
        best = value(half, [margins >= 1.0])
    else:
        best = value(half + C * cp.sum(cp.pos(1.0 - margins)))
    assert machine.status_ is Status.OPTIMAL
    at_points, square = scores(machine, X)
    short = np.maximum(1.0 - y * (at_points + machine.intercept_[0]), 0.0)
    loss = short.max() <= 1e-9 and 0.0 if np.isinf(C) else C * short.sum()
    assert 0.5 * square + loss == pytest.approx(best, rel=RTOL)
    assert machine.certificate_.primal == pytest.approx(best, rel=RTOL)
    assert machine.certificate_.dual == pytest.approx(best, rel=RTOL)


@pytest.mark.parametrize("kernel", [RBF(gamma=2.0), CUBIC], ids=str)
def test_svr(kernel):
    X, _ = xor(50)
    z = np.sin(3.0 * X[:, 0]) + 0.3 * np.random.default_rng(2).normal(size=50)
    machine = SVR(C=5.0, epsilon=0.1, **named(kernel)).fit(X, z)
    w, b, g = unknowns(X, kernel)
    best = value(0.5 * cp.sum_squares(w) + 5.0 * cp.sum(cp.pos(cp.abs(z - g - b) - 0.1)))
    at_points, square = scores(machine, X)
    off = np.abs(z - at_points - machine.intercept_[0])
    assert 0.5 * square + 5.0 * np.maximum(off - 0.1, 0.0).sum() == pytest.approx(best, rel=RTOL)
    assert machine.certificate_.dual == pytest.approx(best, rel=RTOL)


@pytest.mark.parametrize(("kernel", "nu"), [(RBF(gamma=1.0), 0.3), (Linear(), 0.5)], ids=str)
def test_nu_svc(kernel, nu):
    """min 1/2 |w|^2 - nu rho n + sum max(0, rho - y f); the machine handed out is f / rho."""
    X, y = sample("blobs", 60)
    machine = NuSVC(nu=nu, **named(kernel)).fit(X, y)
    w, b, g = unknowns(X, kernel)
    rho = cp.Variable()
    slack = cp.sum(cp.pos(rho - cp.multiply(y, g + b)))
    best = value(0.5 * cp.sum_squares(w) - nu * rho * len(y) + slack)
    at_points, square = scores(machine, X)
    width = 1.0 / np.abs(machine.dual_coef_).max()  # rho: some point is at the bound 1
    short = np.maximum(1.0 - y * (at_points + machine.intercept_[0]), 0.0).sum()
    found = 0.5 * square * width**2 + width * (short - nu * len(y))
    assert found == pytest.approx(best, rel=RTOL)
    assert machine.certificate_.dual == pytest.approx(best, rel=RTOL)


@pytest.mark.parametrize(("kernel", "nu"), [(RBF(gamma=1.0), 0.2), (Linear(), 0.6)], ids=str)
def test_one_class(kernel, nu):
    X = sample("moons", 60)[0] + 1.5
    machine = OneClassSVM(nu=nu, **named(kernel)).fit(X)
    w, rho, g = unknowns(X, kernel)
    loss = cp.sum(cp.pos(rho - g))
    best = value(0.5 * cp.sum_squares(w) - nu * len(X) * rho + loss)
    at_points, square = scores(machine, X)
    offset = machine.offset_[0]
    short = np.maximum(offset - at_points, 0.0).sum()
    assert 0.5 * square - nu * len(X) * offset + short == pytest.approx(best, rel=RTOL)
    assert machine.certificate_.dual == pytest.approx(best, rel=RTOL)
