"""The four schemes for many classes: every number again from coef, intercept and the kernel."""

from __future__ import annotations

import cvxpy as cp
import numpy as np
import pytest

from pages.model_selection.multiclass_model import SCHEMES, MulticlassModel, train_many
from svmcore.kernels import RBF, Linear, Sigmoid
from svmcore.multiclass import JOINT, Joint, JointPoint
from svmcore.problems.certificate import Status
from tests.helpers.grids import diagonals, grid
from tests.helpers.multiclass_samples import KERNELS, around, primal_of, values_of
from tests.helpers.refusals import refuses

TIGHT = {"tol_gap_abs": 1e-10, "tol_gap_rel": 1e-10, "tol_feas": 1e-10}


def proof_of(machine: MulticlassModel, C):
    """Primal, dual and how far the multipliers are from what is allowed, all by definition."""
    K = machine.kernel(machine.X, machine.X)
    y = np.searchsorted(machine.classes, machine.labels)
    coef = machine.coef
    square = sum(row @ K @ row for row in coef)
    own = coef[y, np.arange(len(y))]
    others = -coef[np.arange(machine.k)[:, None] != y]
    primal, dual = primal_of(machine), machine.delta * own.sum() - 0.5 * square
    limit = own if machine.scheme == "crammer_singer" else -coef.min(0)
    off = max(-others.min(), (limit - C).max(), np.abs(coef.sum(0)).max())
    if machine.bias_inside:
        dual -= 0.5 * np.square(coef.sum(1)).sum()
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


@pytest.mark.parametrize(("kernel", "inside", "scheme"), grid(KERNELS, [False, True], JOINT))
def test_joint_optimum_is_that_of_a_conic_solver(kernel, inside, scheme):
    X, labels, Z = around(21, 3)
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
    f, decision = values_of(machine, Z), machine.decide(Z)
    np.testing.assert_allclose(machine.values(Z), f, atol=1e-9)
    np.testing.assert_array_equal(machine.predict(Z), f.argmax(1))
    np.testing.assert_array_equal(decision.scores, machine.values(Z))


@pytest.mark.parametrize(("scheme", "inside"), grid(JOINT, [False, True]))
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
    refuses("positive semi-definite", lambda: train_many(Sigmoid(), X, labels, "crammer_singer"))


CHOICES = [(scheme, False) for scheme in SCHEMES] + [(scheme, True) for scheme in JOINT]
every_choice = pytest.mark.parametrize(("scheme", "inside"), CHOICES)


@pytest.mark.parametrize(("kernel", "choice"), grid(KERNELS, CHOICES))
def test_samples_with_little_to_learn_are_solved(kernel, choice):
    (scheme, inside), (X, labels, _) = choice, around(40, 4)
    rng = np.random.default_rng(5)
    samples = {
        "repeated with other labels": (np.tile(X, (3, 1)), np.r_[labels, labels, (labels + 1) % 4]),
        "a class of one point": (X, np.where(np.arange(40) == 0, 3, labels % 3)),
        "all points equal": (np.ones((12, 2)), np.repeat([0, 1, 2], [6, 4, 2])),
        "all points at 0": (np.zeros((12, 2)), np.arange(12) % 3),
        "ten classes": (rng.normal(size=(30, 2)), np.arange(30) % 10),
        "one point a class": (rng.normal(size=(3, 2)), np.arange(3)),
    }
    for name, (points, numbers) in samples.items():
        machine = train_many(kernel, points, numbers, scheme, bias_inside=inside)
        assert machine.status is Status.OPTIMAL, name
        assert machine.certificate.relative_gap <= 1e-9, name
        if scheme in JOINT:
            assert machine.certificate.primal == pytest.approx(primal_of(machine), rel=1e-9), name


@every_choice
def test_a_class_number_without_points_takes_no_part(scheme, inside):
    X, labels, _ = around(30, 3)
    gaps = np.array([1, 4, 7])[labels]
    one = train_many(RBF(gamma=1.0), X, labels, scheme, bias_inside=inside)
    other = train_many(RBF(gamma=1.0), X, gaps, scheme, bias_inside=inside)
    assert other.classes.tolist() == [1, 4, 7]
    assert other.k == 3
    np.testing.assert_array_equal(one.coef, other.coef)
    np.testing.assert_array_equal(np.array([1, 4, 7])[one.predict(X)], other.predict(X))
    named = {"ovr": "7 vs. rest", "ovo": "4 vs. 7"}
    assert other.names[-1] == named.get(scheme, "class 7")


@pytest.mark.parametrize(
    ("kernel", "choice", "where"), diagonals(KERNELS, CHOICES, ["large", "far"])
)
def test_coordinates_of_a_million_end_in_an_honest_status(kernel, choice, where):
    """Optimal only if the proof, made again from coef and b, says so; never without numbers."""
    (scheme, inside), (X, labels, _) = choice, around(40, 4)
    X = 1e6 * X if where == "large" else X + 1e6
    machine = train_many(kernel, X, labels, scheme, bias_inside=inside, max_iter=2000)
    proof = machine.certificate
    assert np.isfinite(machine.coef).all()
    assert np.isfinite(machine.intercept).all()
    assert (machine.status is Status.OPTIMAL) == (proof.relative_gap <= 1e-6)
    if scheme in JOINT:
        # another order of summation: a few rounding errors of the terms of f, at each point
        weight = np.abs(machine.coef).sum() * np.abs(kernel(X, X)).max()
        rounding = 40 * 3 * 16 * np.finfo(float).eps * weight
        assert proof.primal == pytest.approx(primal_of(machine), abs=rounding, rel=1e-9)
        nobody = (40.0 if scheme == "crammer_singer" else 120.0) * (1.0 + 1e-12)
        assert proof.primal <= nobody


@pytest.mark.parametrize("scheme", SCHEMES)
def test_eleven_classes_are_told_apart(scheme):
    X, labels, _ = around(44, 11)
    model = train_many(RBF(gamma=10.0), X, labels, scheme, C=100.0)
    np.testing.assert_array_equal(model.predict(X), labels)


X, LABELS, _ = around(12, 3)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"labels": np.zeros(12, int)}, "at least 2 classes must have points, got 1"),
        ({"labels": LABELS[:5]}, r"labels must have shape \(12,\), got \(5,\)"),
        ({"labels": LABELS - 1}, "labels must be whole numbers >= 0"),
        ({"labels": LABELS + 0.5}, "labels must be whole numbers >= 0"),
        ({"scheme": "all"}, "scheme must be one of ovr, ovo, .*, got 'all'"),
        ({"C": 0.0}, "C must be > 0 and finite"),
        ({"C": np.inf}, "C must be > 0 and finite"),
        ({"C": np.nan}, "C must be > 0 and finite"),
        ({"C": np.ones(5)}, r"C must be one number or have shape \(12,\), got \(5,\)"),
        ({"delta": 0.0}, "delta must be > 0 and finite, got 0"),
        ({"delta": 2.0, "scheme": "ovr"}, "belong to the joint schemes, not to ovr"),
        ({"bias_inside": True, "scheme": "ovo"}, "belong to the joint schemes, not to ovo"),
        ({"X": np.full((12, 2), np.nan)}, "X must hold finite numbers"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(arguments, words):
    given = {"kernel": Linear(), "X": X, "labels": LABELS, "scheme": "crammer_singer"} | arguments
    with pytest.raises(ValueError, match=words):
        train_many(**given)
