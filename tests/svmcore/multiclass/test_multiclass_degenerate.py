"""Many classes where the data leave little to learn, or are no data: an honest answer or a word."""

from __future__ import annotations

import numpy as np
import pytest

from svmcore.kernels import RBF, Linear, Polynomial
from svmcore.multiclass import JOINT, SCHEMES, train_many
from svmcore.problems.certificate import Status
from tests.helpers.grids import diagonals

KERNELS = [Linear(), RBF(gamma=1.0), Polynomial(degree=3, gamma=0.5, coef0=1.0)]
CHOICES = [(scheme, False) for scheme in SCHEMES] + [(scheme, True) for scheme in JOINT]
every_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.title)
every_choice = pytest.mark.parametrize(("scheme", "inside"), CHOICES)


def square(n=40, k=4, seed=0):
    rng = np.random.default_rng(seed)
    labels = np.arange(n) % k
    angles = 2.0 * np.pi * labels / k
    return np.column_stack([np.cos(angles), np.sin(angles)]) + rng.normal(size=(n, 2)) / 2, labels


def cost(machine):
    """The value of the primal of a joint machine, from coef, intercept and the kernel."""
    K, y = machine.kernel(machine.X, machine.X), np.searchsorted(machine.classes, machine.labels)
    f = machine.coef @ K + machine.intercept[:, None]
    short = f - f[y, np.arange(len(y))] + machine.delta
    short[y, np.arange(len(y))] = 0.0
    missing = np.maximum(short, 0.0)
    loss = missing.max(0) if machine.scheme == "crammer_singer" else missing.sum(0)
    inside = 0.5 * machine.intercept @ machine.intercept if machine.bias_inside else 0.0
    return 0.5 * np.vdot(machine.coef, machine.coef @ K) + inside + machine.C @ loss


@every_kernel
@every_choice
def test_samples_with_little_to_learn_are_solved(kernel, scheme, inside):
    X, labels = square()
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
            assert machine.certificate.primal == pytest.approx(cost(machine), rel=1e-9), name


@pytest.mark.parametrize("inside", [False, True])
def test_equal_points_cost_what_can_be_counted(inside):
    """6, 4 and 2 equal points at 0: K = 0, so that only b is left.

    Free biases: f_0 - f_1 = t etc. cost sum_i C loss_i, least for Crammer-Singer at 12 (all equal,
    or anything between), for Weston-Watkins where the largest class wins by delta: 18 of 24.
    """
    X, labels = np.zeros((12, 2)), np.repeat([0, 1, 2], [6, 4, 2])
    found = {s: train_many(Linear(), X, labels, s, bias_inside=inside) for s in JOINT}
    assert found["crammer_singer"].certificate.primal == pytest.approx(12.0, rel=1e-9)
    b = np.linspace(-2.0, 2.0, 81)
    b0, b1, b2 = np.meshgrid(b, b, b, indexing="ij")
    f = [b0, b1, b2]
    total = 0.5 * (b0**2 + b1**2 + b2**2) if inside else np.zeros_like(b0)
    for y, size in enumerate([6, 4, 2]):
        total += size * sum(np.maximum(0.0, f[j] - f[y] + 1.0) for j in range(3) if j != y)
    assert found["weston_watkins"].certificate.primal == pytest.approx(total.min(), rel=1e-9)


@every_choice
def test_a_class_number_without_points_takes_no_part(scheme, inside):
    X, labels = square(30, 3)
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
    ("kernel", "scheme", "inside", "where"),
    [
        (kernel, *choice, where)
        for kernel, choice, where in diagonals(KERNELS, CHOICES, ["large", "far"])
    ],
)
def test_coordinates_of_a_million_end_in_an_honest_status(kernel, scheme, inside, where):
    """Optimal only if the proof, made again from coef and b, says so; never without numbers."""
    X, labels = square()
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
        assert proof.primal == pytest.approx(cost(machine), abs=rounding, rel=1e-9)
        nobody = (40.0 if scheme == "crammer_singer" else 120.0) * (1.0 + 1e-12)
        assert proof.primal <= nobody


X, LABELS = square(12, 3)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"labels": np.zeros(12, int)}, "at least 2 classes must have points, got 1"),
        ({"labels": np.arange(12)}, "at most 10 classes can have points, got 12"),
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
