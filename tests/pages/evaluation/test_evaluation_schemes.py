"""Schemes of several classes, balanced weights and leave-one-out, against scikit-learn's fits."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from sklearn import svm
from sklearn.datasets import make_blobs, make_moons

from pages.evaluation.figures.decision import trial_figure
from pages.evaluation.model import FLAT, areas, cut, multiclass_of
from pages.model_selection.candidate import Candidate, fitted
from pages.model_selection.cross_validation import cross_validate, leaving_each_out
from pages.model_selection.curves import growing
from pages.model_selection.grid_search import Grid, sweep
from pages.model_selection.holdout import on_all, trial
from pages.model_selection.splits import k_fold, train_test
from tests.helpers.evaluation_samples import BOX, leave_each_out
from tests.helpers.multiclass_boards import holds

GAMMA = 0.5
SCHEMES = ("ovr", "weston_watkins", "crammer_singer")
X3, Y3 = make_blobs([24, 18, 15], random_state=4, cluster_std=2.0, center_box=(-3, 3))
X2, Y2 = make_moons(60, noise=0.35, random_state=3)


def rbf(**words):
    return Candidate(parameters=(("gamma", GAMMA),), C=2.0, **words)


def gram(X, Z):
    return np.exp(-GAMMA * ((X[:, None] - Z[None]) ** 2).sum(2))


def scores_of(found, Z):
    """A score a class: nothing but alpha, b and the kernel is taken."""
    machine = found.fitted.estimator
    there = found.X[found.split.train][machine.support_]
    return gram(Z, there) @ machine.dual_coef_.T + machine.intercept_


def votes(found, Z):
    """The class with most votes of all pairs, from alpha, b and the kernel."""
    machine, y = found.fitted.estimator, found.y[found.split.train]
    there, of = found.X[found.split.train][machine.support_], y[machine.support_]
    counted, pairs = np.zeros((len(Z), found.k), dtype=int), combinations(range(found.k), 2)
    for m, (i, j) in enumerate(pairs):
        first, second = of == i, of == j
        f = gram(Z, there[first]) @ machine.dual_coef_[j - 1, first] + machine.intercept_[m]
        f += gram(Z, there[second]) @ machine.dual_coef_[i, second]
        counted[:, i] += f > 0.0
        counted[:, j] += f <= 0.0
    return counted.argmax(1)


@pytest.mark.parametrize("scheme", ["svc", *SCHEMES])
def test_the_class_with_most_votes_or_the_largest_score_is_called_and_drawn_where_it_wins(scheme):
    found = trial(rbf(scheme=scheme), X3, Y3, train_test(Y3, share=0.3, seed=1))
    decided = np.ones(len(X3), dtype=bool)
    if scheme != "svc":
        np.testing.assert_allclose(found.scores, scores_of(found, X3), atol=1e-9)
        ordered = np.sort(found.scores, axis=1)
        decided = ordered[:, -1] - ordered[:, -2] > 1e-9  # a point may lie on the line itself
    called = found.called(0.7).predicted  # the threshold does not count
    assert (called == winner(scheme, found, X3))[decided].all()
    assert decided.mean() > 0.9
    box = (-8.0, 8.0, -8.0, 8.0)
    Z = np.random.default_rng(0).uniform(-7.5, 7.5, (300, 2))
    drawn, clear = areas(found, FLAT, box), np.ones(len(Z), dtype=bool)
    for edge in drawn.edges:
        there = edge[np.isfinite(edge[:, 0])]
        clear &= ((Z[:, None] - there) ** 2).sum(2).min(1, initial=np.inf) > 0.3**2
    assert clear.sum() > 150
    wins = winner(scheme, found, Z)
    for c, region in enumerate(drawn.regions):
        assert (holds(region, Z) == (wins == c))[clear].all()
    assert (multiclass_of(found).predict(Z) == wins)[clear].all()


def winner(scheme, found, Z):
    return votes(found, Z) if scheme == "svc" else scores_of(found, Z).argmax(1)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_folds_and_the_map_judge_the_scheme(scheme):
    parts, grid = k_fold(Y3, 3), Grid((0.5, 2.0), (GAMMA,))
    found = cross_validate(rbf(scheme=scheme), X3, Y3, parts)
    *_, last = sweep(rbf(scheme=scheme), X3, Y3, parts, grid)
    wrong = []
    for part in parts:
        one = trial(rbf(scheme=scheme), X3, Y3, part)
        said = scores_of(one, X3[part.test]).argmax(1)
        assert said.tolist() == found.predicted[part.test].tolist()
        wrong.append((said != Y3[part.test]).mean())
    assert last.found.cells[1].cv_error == pytest.approx(np.mean(wrong))
    assert leave_each_out(rbf(scheme=scheme), X3[::3], Y3[::3]).saved == 0


def test_two_classes_of_a_joint_machine_have_margins_at_delta():
    found = on_all(rbf(scheme="crammer_singer", delta=2.5), X2, Y2)
    two = scores_of(found, X2)
    f = two[:, 1] - two[:, 0]
    np.testing.assert_allclose(found.scores, f, atol=1e-9)
    margin = found.machine.margin
    free = np.abs(np.abs(f) - 2.5) < 1e-4
    assert margin == 2.5
    assert free.any()
    parted = cut(found, FLAT, BOX, 0.0)
    for level, line in zip((-2.5, 2.5), parted.margins, strict=True):
        there = line[np.isfinite(line[:, 0])]
        both = scores_of(found, there)
        np.testing.assert_allclose(both[:, 1] - both[:, 0], level, atol=5e-3)


def test_balanced_weights_are_those_of_the_points_learnt_from():
    """Folds that are no mirror of the whole: half of class 1 is in the last one."""
    y = np.repeat([0, 1, 0, 1], [20, 6, 10, 8])
    X = np.random.default_rng(5).normal(size=(44, 2)) + y[:, None]
    parts = k_fold(y, 3, order="given")
    w = np.random.default_rng(1).uniform(0.2, 4.0, 44)
    for weights in (None, w):
        found = cross_validate(rbf(balanced=True), X, y, parts, weights)
        *_, last = sweep(rbf(balanced=True), X, y, parts, Grid((2.0,), (GAMMA,)), w=weights)
        wrong = []
        for train, test in parts:
            own = np.ones(len(train)) if weights is None else weights[train]
            sums = np.bincount(y[train], own)
            prices = own * (own.sum() / (2.0 * sums))[y[train]]
            theirs = svm.SVC(C=2.0, gamma=GAMMA, tol=1e-6).fit(X[train], y[train], prices)
            f = theirs.decision_function(X[test])
            np.testing.assert_allclose(found.scores[test], f, atol=1e-3)
            wrong.append(((f >= 0.0) != y[test]).mean())
        assert last.found.cells[0].cv_error == pytest.approx(np.mean(wrong))


@pytest.mark.parametrize("kind", ["learning", "C"])
def test_points_have_their_weights_in_curves_that_grow(kind):
    w = np.random.default_rng(2).uniform(0.1, 8.0, 60)
    parts = k_fold(Y2, 3)
    *_, last = growing(rbf(), X2, Y2, parts, kind, w=w)
    at = {"learning": -1, "C": 5}[kind]
    C = 2.0 if kind == "learning" else last.found.places[at]
    for j, (train, test) in enumerate(parts):
        theirs = svm.SVC(C=C, gamma=GAMMA, tol=1e-6).fit(X2[train], Y2[train], w[train])
        assert last.found.validation[at, j] == pytest.approx(theirs.score(X2[test], Y2[test]))
        assert last.found.train[at, j] == pytest.approx(theirs.score(X2[train], Y2[train]))


def test_a_learning_curve_leaves_out_sizes_where_no_point_of_a_class_counts():
    w = np.where((Y2 == 1) & (np.cumsum(Y2) % 4 > 0), 0.0, 1.0)
    steps = list(growing(rbf(), X2, Y2, k_fold(Y2, 3), "learning", w=w))
    usual = list(growing(rbf(), X2, Y2, k_fold(Y2, 3), "learning"))
    assert 0 < steps[-1].total < usual[-1].total
    assert len(steps[-1].found.places) == steps[-1].total


def test_leave_one_out_says_how_far_it_is():
    steps = list(leaving_each_out(rbf(), X2, Y2))
    found = steps[-1].found
    assert [step.done for step in steps] == [*range(1, found.fits + 1), found.fits]
    assert {step.total for step in steps} == {found.fits}


def test_a_picture_without_any_line_is_drawn():
    """C is so small that f is b but for 0.1: neither t nor a margin is on the picture."""
    weak = Candidate(parameters=(("gamma", GAMMA),), C=1e-3)
    found = on_all(weak, X2, Y2)
    assert np.abs(found.scores).max() < 3.0
    parted = cut(found, FLAT, BOX, 4.0)
    assert len(parted.boundary) == 0
    nowhere = cut(found, FLAT, (50.0, 60.0, 50.0, 60.0), 4.0)
    assert [len(line) for line in (nowhere.boundary, *nowhere.margins)] == [0, 0, 0]
    assert found.fitted.scores(np.empty((0, 2))).shape == (0,)
    assert on_all(rbf(), X3, Y3).fitted.scores(np.empty((0, 2))).shape == (0, 3)


def test_the_pointer_says_why_a_point_has_a_cross():
    found = on_all(rbf(), X2, Y2)
    crossed = np.zeros(60, dtype=bool)
    crossed[[3, 8]] = True
    parted = cut(found, FLAT, BOX, 0.0)
    words = {"numbers": (0, 1), "names": ("a", "b")}
    drawn = trial_figure(found, found.called(), parted, FLAT, BOX, BOX, **words, wrong=crossed)
    [points] = [t for t in drawn["data"] if t["uid"] == "points"]
    said = ["misclassified by the model trained without it" in t for t in points["customdata"]]
    assert np.flatnonzero(said).tolist() == [3, 8]


def test_what_makes_no_machine_is_refused():
    with pytest.raises(ValueError, match="balanced or given, not both"):
        Candidate(balanced=True, weights=(1.0, 2.0))
    with pytest.raises(ValueError, match="delta must be positive"):
        Candidate(delta=0.0)
    with pytest.raises(ValueError, match="2 class weights, got 3"):
        sweep(Candidate(weights=(1.0, 1.0, 1.0)), X2, Y2, k_fold(Y2, 2), Grid((1.0,)))
    sigmoid = Candidate("crammer_singer", "sigmoid", (("gamma", 0.5), ("coef0", 1.0)))
    with pytest.raises(ValueError, match="positive semi-definite"):
        fitted(sigmoid, X3, Y3)
