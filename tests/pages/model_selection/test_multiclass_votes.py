"""The four schemes for many classes: every number again from coef, intercept and the kernel."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import SVC

from pages.model_selection.multiclass_model import (
    SCHEMES,
    ComponentProof,
    Decision,
    MulticlassModel,
    train_many,
)
from svmcore.kernels import RBF, Linear, Polynomial
from svmcore.problems.certificate import Certificate, Status
from tests.helpers.grids import grid
from tests.helpers.multiclass_samples import KERNELS, around, values_of
from tests.helpers.refusals import refuses

NAMES = {Linear: "linear", RBF: "rbf", Polynomial: "poly"}


def svc(kernel, C):
    return SVC(kernel=NAMES[type(kernel)], C=C, tol=1e-9, **vars(kernel))


@pytest.mark.parametrize(("kernel", "k"), grid(KERNELS, [3, 5]))
def test_binary_schemes_are_those_of_scikit_learn(kernel, k):
    X, labels, Z = around(100, k)
    machine = train_many(kernel, X, labels, "ovo", C=2.0)
    theirs = svc(kernel, 2.0).set_params(decision_function_shape="ovo").fit(X, labels)
    np.testing.assert_allclose(machine.values(Z), theirs.decision_function(Z), atol=1e-4)
    np.testing.assert_array_equal(machine.predict(Z), theirs.predict(Z))
    theirs.set_params(decision_function_shape="ovr", break_ties=True)
    np.testing.assert_allclose(machine.decide(Z).scores, theirs.decision_function(Z), atol=1e-4)
    np.testing.assert_array_equal(machine.decide(Z).scores.argmax(1), theirs.predict(Z))
    machine = train_many(kernel, X, labels, "ovr", C=2.0)
    theirs = OneVsRestClassifier(svc(kernel, 2.0)).fit(X, labels)
    there = theirs.decision_function(Z)
    np.testing.assert_allclose(machine.values(Z), there, atol=1e-4)
    np.testing.assert_array_equal(machine.predict(Z), theirs.predict(Z))


@pytest.mark.parametrize(("kernel", "scheme"), grid(KERNELS, ["ovr", "ovo"]))
def test_the_proof_of_binary_schemes_adds_up(kernel, scheme):
    X, labels, _ = around(60, 3)
    C = np.random.default_rng(1).uniform(0.5, 2.0, 60)
    machine = train_many(kernel, X, labels, scheme, C=C)
    K, primal, dual = kernel(X, X), 0.0, 0.0
    pairs = list(combinations(range(3), 2))
    for j, coef in enumerate(machine.coef):
        first = labels == (j if scheme == "ovr" else pairs[j][0])
        part = np.ones(60, bool) if scheme == "ovr" else first | (labels == pairs[j][1])
        y = np.where(first, 1.0, -1.0)
        square = coef @ K @ coef
        short = np.maximum(0.0, 1.0 - y * (K @ coef + machine.intercept[j]))
        primal += 0.5 * square + (C * short)[part].sum()
        dual += np.abs(coef).sum() - 0.5 * square
        assert not coef[~part].any()
        assert (y * coef >= 0.0).all()
        assert (np.abs(coef) <= C).all()
        assert abs(coef.sum()) <= 1e-12
    assert machine.certificate.primal == pytest.approx(primal, rel=1e-10)
    assert machine.certificate.dual == pytest.approx(dual, rel=1e-10)
    assert primal == pytest.approx(dual, rel=1e-9)
    assert machine.status is Status.OPTIMAL


def test_votes_and_ties_are_counted_one_by_one():
    X, labels, _ = around(60, 4, noise=0.9)
    machine = train_many(RBF(gamma=2.0), X, labels, "ovo")
    axis = np.linspace(-3.0, 3.0, 41)
    Z = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    votes, scores = machine.decide(Z).votes, machine.decide(Z).scores
    predicted, pairs, ties = machine.predict(Z), list(combinations(range(4), 2)), 0
    for z, f in enumerate(values_of(machine, Z)):
        count, sure = [0] * 4, [0.0] * 4
        for (i, j), value in zip(pairs, f, strict=True):
            count[i if value > 0.0 else j] += 1
            sure[i] += value
            sure[j] -= value
        best = [c for c in range(4) if count[c] == max(count)]
        assert votes[z].tolist() == count
        ties += len(best) > 1
        assert predicted[z] == best[0]
        expected = [v + s / (3.0 * (abs(s) + 1.0)) for v, s in zip(count, sure, strict=True)]
        np.testing.assert_allclose(scores[z], expected, atol=1e-9)
    assert 0 < ties < len(Z)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_parts_are_models_and_grids_are_points(scheme):
    X, labels, Z = around(45, 3)
    machine = train_many(RBF(gamma=0.5), X, labels, scheme)
    f = values_of(machine, Z)
    for j in range(len(machine.coef)):
        np.testing.assert_allclose(machine.model(j)(Z), f[:, j], atol=1e-12)
    for m, (i, j) in enumerate(machine.pairs):
        there = f[:, m] if scheme == "ovo" else f[:, i] - f[:, j]
        np.testing.assert_allclose(machine.pair(i, j)(Z), there, atol=1e-12)
        np.testing.assert_allclose(machine.pair(j, i)(Z), -there, atol=1e-12)
    xs, ys = np.linspace(-2.0, 2.0, 7), np.linspace(-1.0, 1.0, 5)
    nodes = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    grid = machine.on_grid(xs, ys)
    assert grid.shape == (5, 7, len(machine.coef))
    verdict = machine.judge(grid)
    np.testing.assert_allclose(verdict.values, machine.values(nodes), atol=1e-12)
    np.testing.assert_array_equal(verdict.predicted, machine.predict(nodes))
    assert len(machine.names) == len(machine.coef) == len(machine.intercept)
    for array in (machine.coef, machine.intercept, machine.X, machine.labels, machine.C):
        assert not array.flags.writeable
    refuses("two classes", lambda: machine.pair(1, 1))


def test_a_value_of_zero_is_the_second_ones_vote_as_in_libsvm():
    """Two equal points of two classes make f = 0 everywhere. Pairs: 0-1, 0-2, 1-2."""
    verdict = Decision(np.array([[0.0, 0.0, 0.0], [0.0, 1.0, 1.0]]), np.array([2, 5, 7]), "ovo")
    assert verdict.votes.tolist() == [[0, 1, 2], [1, 2, 0]]
    assert verdict.predicted.tolist() == [7, 5]
    of_equal_scores = Decision(np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0]]), np.arange(3), "ovr")
    assert of_equal_scores.predicted.tolist() == [0, 1]


def test_several_proofs_are_one_of_sums_and_of_the_worst():
    """Values and iterations add up; errors and the way it ended are those of the worst."""
    parts = (
        ComponentProof(Certificate(1.0, 2.0, 2.5, 0.25, 0.125), Status.OPTIMAL, 3),
        ComponentProof(Certificate(4.0, 8.0, 11.0, 0.5, 0.0625), Status.STALLED, 5),
        ComponentProof(Certificate(0.5, 0.25, 0.5, 0.375, 0.0), Status.MAX_ITER, 7),
    )
    X, coef = np.zeros((3, 2)), np.zeros((3, 3))
    C, b = np.ones(3), np.zeros(3)
    classes = np.arange(3)
    many = MulticlassModel(Linear(), X, classes, classes, "ovo", coef, b, C, 1.0, False, parts)
    assert many.names == ("0 vs. 1", "0 vs. 2", "1 vs. 2")
    proof = many.certificate
    assert (proof.margin_term, proof.loss_term, proof.dual) == (5.5, 10.25, 14.0)
    assert (proof.violation, proof.infeasibility) == (0.5, 0.125)
    assert many.n_iter == 15
    assert many.status is Status.STALLED
