"""Many classes where the data leave little to learn, or are no data: an honest answer or a word."""

from __future__ import annotations

import numpy as np
import pytest

from svmcore.kernels import RBF, Linear
from svmcore.multiclass import JOINT, SCHEMES, train_many
from svmcore.problems.certificate import Status
from tests.helpers.grids import diagonals, grid
from tests.helpers.multiclass_samples import KERNELS, around, primal_of

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


X, LABELS, _ = around(12, 3)


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
