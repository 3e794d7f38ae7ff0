"""The four schemes for many classes: every number again from coef, intercept and the kernel."""

from __future__ import annotations

import cvxpy as cp
import numpy as np
import pytest

from svmcore.kernels import RBF, Sigmoid
from svmcore.multiclass import JOINT, Joint, JointPoint, MulticlassModel, train_many
from svmcore.problems.certificate import Status
from tests.helpers.grids import few
from tests.helpers.multiclass_samples import around, every_kernel, values_of

TIGHT = {"tol_gap_abs": 1e-10, "tol_gap_rel": 1e-10, "tol_feas": 1e-10}


every_joint = pytest.mark.parametrize("scheme", JOINT)


both_biases = pytest.mark.parametrize("inside", [False, True], ids=["outside", "inside"])


def losses(f, labels, delta, scheme):
    """One point at a time, as the definitions say."""
    found = []
    for row, y in zip(f, labels, strict=True):
        missing = [row[j] - row[y] + delta for j in range(len(row)) if j != y]
        found.append(
            max(0.0, *missing) if scheme == "crammer_singer" else sum(max(0.0, m) for m in missing)
        )
    return np.array(found)


def proof_of(machine: MulticlassModel, C):
    """Primal, dual and how far the multipliers are from what is allowed, all by definition."""
    K = machine.kernel(machine.X, machine.X)
    y = np.searchsorted(machine.classes, machine.labels)
    coef, b = machine.coef, machine.intercept
    square = sum(row @ K @ row for row in coef)
    own = coef[y, np.arange(len(y))]
    others = -coef[np.arange(machine.k)[:, None] != y]
    loss = C @ losses(values_of(machine, machine.X), y, machine.delta, machine.scheme)
    primal, dual = 0.5 * square + loss, machine.delta * own.sum() - 0.5 * square
    limit = own if machine.scheme == "crammer_singer" else -coef.min(0)
    off = max(-others.min(), (limit - C).max(), np.abs(coef.sum(0)).max())
    if machine.bias_inside:
        primal, dual = primal + 0.5 * b @ b, dual - 0.5 * np.square(coef.sum(1)).sum()
    else:
        off = max(off, np.abs(coef.sum(1)).max())
    return primal, dual, off


def conic(X, labels, kernel, C, scheme, delta, inside):
    """The least value, by Clarabel from the primal with one w and b a class."""
    values, vectors = np.linalg.eigh(kernel(X, X))
    kept = values > 1e-13 * values.max()
    phi = vectors[:, kept] * np.sqrt(values[kept])
    k = labels.max() + 1
    W, b = cp.Variable((phi.shape[1], k)), cp.Variable((1, k))
    F = phi @ W + np.ones((len(X), 1)) @ b
    total = 0.5 * cp.sum_squares(W) + (0.5 * cp.sum_squares(b) if inside else 0.0)
    for i, y in enumerate(labels):
        missing = [cp.pos(F[i, j] - F[i, y] + delta) for j in range(k) if j != y]
        total += C[i] * (cp.max(cp.hstack(missing)) if scheme == "crammer_singer" else sum(missing))
    limits = [] if inside else [cp.sum(b) == 0.0]
    return cp.Problem(cp.Minimize(total), limits).solve(solver=cp.CLARABEL, **TIGHT)


@every_joint
@both_biases
@every_kernel
def test_joint_optimum_is_that_of_a_conic_solver(kernel, inside, scheme):
    X, labels, _ = around(36, 3)
    C = np.random.default_rng(1).uniform(0.2, 5.0, len(X))
    machine = train_many(kernel, X, labels, scheme, C=C, delta=1.5, bias_inside=inside)
    best = conic(X, labels, kernel, C, scheme, 1.5, inside)
    primal, dual, off = proof_of(machine, C)
    assert machine.status is Status.OPTIMAL
    assert primal == pytest.approx(best, rel=1e-6)
    assert dual == pytest.approx(best, rel=1e-6)
    assert off <= 1e-12
    assert machine.certificate.primal == pytest.approx(primal, rel=1e-12)
    assert machine.certificate.dual == pytest.approx(dual, rel=1e-12)
    assert machine.certificate.infeasibility == pytest.approx(off, abs=1e-13)


@every_joint
@both_biases
@every_kernel
@pytest.mark.parametrize(("n", "k", "C"), few((90, 3, 1e-2), (120, 4, 1.0), (90, 10, 100.0)))
def test_joint_machines_come_with_a_gap_of_rounding_errors(kernel, inside, scheme, n, k, C):
    X, labels, Z = around(n, k)
    machine = train_many(kernel, X, labels, scheme, C=C, bias_inside=inside)
    primal, dual, off = proof_of(machine, np.full(n, C))
    assert machine.status is Status.OPTIMAL
    assert abs(primal - dual) <= 1e-9 * dual
    assert off <= 1e-9 * C
    np.testing.assert_allclose(machine.coef.sum(0), 0.0, atol=1e-9 * C)
    np.testing.assert_allclose(machine.intercept.sum(), 0.0, atol=1e-9 * n * C)
    f = values_of(machine, Z)
    np.testing.assert_allclose(machine.values(Z), f, atol=1e-9)
    np.testing.assert_array_equal(machine.decide(Z).scores, machine.values(Z))
    np.testing.assert_array_equal(machine.predict(Z), f.argmax(1))
    assert not machine.decide(Z).tie.any()
    assert not machine.decide(Z).unclaimed.any()
    assert not machine.decide(Z).overclaimed.any()


@every_joint
@both_biases
def test_a_certificate_sees_a_machine_that_is_not_the_best(inside, scheme):
    """Half of the multipliers, all but those of a point, or too much of all."""
    X, labels, _ = around(40, 3)
    kernel, C = RBF(gamma=1.0), np.full(40, 2.0)
    machine = train_many(kernel, X, labels, scheme, C=C, bias_inside=inside)
    asked = Joint(labels, 3, C, scheme, 1.0, inside)
    first = np.where(np.arange(40) == np.abs(machine.coef[0]).argmax(), 0.0, 1.0)
    for share in (np.full(40, 0.5), first, np.full(40, 3.0)):
        worse = MulticlassModel(**{**vars_of(machine), "coef": share * machine.coef})
        primal, dual, off = proof_of(worse, C)
        K = kernel(X, X)
        proof = asked.certify(JointPoint(worse.coef.T, K @ worse.coef.T, worse.intercept))
        assert proof.primal == pytest.approx(primal, rel=1e-12)
        assert proof.dual == pytest.approx(dual, rel=1e-12)
        assert proof.violation > 1e-2
        assert (proof.infeasibility > 1e-2) == (off > 1e-2)
        if share is first and not inside:
            sums = np.abs(worse.coef.sum(1)).max()
            assert proof.infeasibility == pytest.approx(sums, rel=1e-12)
        if off <= 1e-12:
            assert proof.gap > 1e-2 * dual


def vars_of(machine):
    names = "kernel X labels classes scheme coef intercept C delta bias_inside proofs"
    return {name: getattr(machine, name) for name in names.split()}


def test_joint_machines_refuse_indefinite_kernels():
    X, labels, _ = around(20, 3)
    with pytest.raises(ValueError, match="positive semi-definite"):
        train_many(Sigmoid(), X, labels, "crammer_singer")


@every_joint
def test_sums_that_are_not_zero_are_a_violation_though_every_multiplier_is_right(scheme):
    """Two points of class 0 whose multipliers are at C, as f_1 - f_0 + delta = 1 > 0 asks."""
    labels, C = np.array([0, 0]), np.array([1.5, 0.5])
    coef = np.column_stack([C, -C])
    machine = JointPoint(coef, np.zeros((2, 2)), np.zeros(2))
    proof = Joint(labels, 2, C, scheme).certify(machine)
    assert proof.infeasibility == 2.0
    assert proof.violation == 2.0
