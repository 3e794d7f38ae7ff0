"""Cross-validation, leave-one-out and curves, against fits of scikit-learn on the same points."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn import svm
from sklearn.datasets import make_blobs, make_moons
from sklearn.metrics import f1_score, roc_auc_score, roc_curve
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from pages.datasets.two_class import DATASETS, sample
from pages.model_selection.candidate import Candidate, fitted
from pages.model_selection.cross_validation import cross_validate, cross_validating
from pages.model_selection.curves import growing
from pages.model_selection.grid_search import Grid, calls_of
from pages.model_selection.leave_one_out_bounds import leave_one_out_bounds, smallest_sphere
from pages.model_selection.splits import Split, k_fold, leave_one_out
from svmcore.kernels import RBF
from tests.helpers.evaluation_samples import curve_of, leave_each_out
from tests.helpers.refusals import refuses

EXACT = {"tol": 1e-6}
MOONS = make_moons(60, noise=0.3, random_state=1)
BLOBS = make_blobs([24, 18, 15], random_state=4, cluster_std=2.0, center_box=(-3, 3))
CANDIDATE = Candidate(parameters=(("gamma", 0.5),), C=2.0)


def column(found, name):
    return found.values[:, found.names.index(name)]


@pytest.mark.parametrize("scaling", ["none", "inside", "before"])
def test_folds_are_judged_as_scikit_learn_would(scaling):
    X, y = MOONS[0] * [1.0, 7.0], MOONS[1]
    w = np.random.default_rng(3).choice([0.5, 1.0, 4.0], 60) if scaling == "none" else np.ones(60)
    parts = k_fold(y, 4)
    found = cross_validate(
        Candidate(parameters=(("gamma", 0.5),), C=2.0, weights=(1.0, 3.0), scaling=scaling),
        X,
        y,
        parts,
        w,
    )
    there = StandardScaler().fit_transform(X) if scaling == "before" else X
    each, pooled, steps = [], np.empty(60), [StandardScaler()] if scaling == "inside" else []
    for train, test in parts:
        theirs = svm.SVC(C=2.0, gamma=0.5, class_weight={0: 1.0, 1: 3.0}, **EXACT)
        theirs = make_pipeline(*steps, theirs)
        theirs.fit(there[train], y[train], svc__sample_weight=w[train])
        pooled[test] = theirs.decision_function(there[test])
        right = theirs.score(there[test], y[test]), theirs.score(there[train], y[train])
        area = roc_auc_score(y[test], pooled[test])
        each.append((*right, f1_score(y[test], pooled[test] > 0.0), area))
    each = np.array(each)
    np.testing.assert_allclose(found.scores, pooled, atol=1e-4)
    ours = column(found, "accuracy"), found.train, column(found, "F1"), column(found, "AUC")
    np.testing.assert_allclose(np.transpose(ours), each)
    assert found.mean[0] == pytest.approx(each[:, 0].mean())
    assert found.error[0] == pytest.approx(each[:, 0].std(ddof=1) / np.sqrt(len(each)))
    assert found.judged.accuracy == pytest.approx(((pooled > 0.0) == y).mean())
    (curve,) = found.pooled.roc
    assert pytest.approx(roc_auc_score(y, pooled)) == found.pooled.AUC
    np.testing.assert_allclose(curve.x, roc_curve(y, pooled, drop_intermediate=False)[0])


def test_many_classes_are_judged_by_means_over_the_classes():
    X, y = BLOBS
    parts = k_fold(y, 3)
    found = cross_validate(CANDIDATE, X, y, parts)
    assert found.scores.shape == (57, 3)
    for (train, test), row in zip(parts, found.values, strict=True):
        theirs = svm.SVC(C=2.0, gamma=0.5, **EXACT).fit(X[train], y[train])
        predicted = theirs.predict(X[test])
        assert (predicted == found.predicted[test]).all()
        assert row[0] == pytest.approx((predicted == y[test]).mean())
        assert row[3] == pytest.approx(f1_score(y[test], predicted, average="macro"))
        scores = theirs.decision_function(X[test])
        areas = [roc_auc_score(y[test] == c, scores[:, c]) for c in range(3)]
        assert row[4] == pytest.approx(np.mean(areas))
    assert len(found.pooled.roc) == 3
    assert found.judged.matrix.sum() == 57


@pytest.mark.parametrize(
    ("machine", "data"),
    [
        (CANDIDATE, MOONS),
        (CANDIDATE, BLOBS),
        (Candidate(kernel="linear", parameters=(), C=0.5), MOONS),
    ],
)
def test_the_short_cut_of_leave_one_out_is_exact(machine, data):
    """Against a training for each point, and it saves those without weight."""
    X, y = data
    found = leave_each_out(machine, X, y)
    words = dict(machine.parameters)
    whole = svm.SVC(C=machine.C, kernel=machine.kernel, tol=1e-8, **words).fit(X, y)
    assert found.saved == len(y) - len(whole.support_) > 0
    assert found.fits == len(whole.support_) + 1
    for i in range(len(y)):
        rest = np.arange(len(y)) != i
        theirs = svm.SVC(C=machine.C, kernel=machine.kernel, tol=1e-8, **words)
        f = theirs.fit(X[rest], y[rest]).decision_function(X[i : i + 1])[0]
        np.testing.assert_allclose(found.scores[i], f, atol=1e-5)
        assert found.predicted[i] == (int(f > 0.0) if len(set(y)) == 2 else f.argmax())
    assert found.judged.accuracy == pytest.approx(found.mean[0])


def test_the_short_cut_is_not_taken_where_a_point_may_move_the_others():
    X, y = MOONS
    scaled = leave_each_out(Candidate(parameters=(("gamma", 0.5),), scaling="inside"), X, y)
    assert scaled.saved == 0
    assert scaled.fits == len(y) + 1
    # w = 0.1, -1 and 1 are at their bound, and 15, with alpha = 0, keeps b from being below -0.5
    X, y = np.array([[-1.0], [1.0], [15.0], [-100.0]]), np.array([0, 1, 1, 0])
    loose = Candidate(kernel="linear", parameters=(), C=0.05)
    assert fitted(loose, X, y).support.tolist() == [0, 1]
    found = leave_each_out(loose, X, y)
    assert found.saved == 0
    assert found.scores[2] == pytest.approx(1.5)  # without it b = 0; with it b = 0.2


def test_learning_curve_trains_on_parts_that_grow():
    X, y = MOONS
    parts = k_fold(y, 3)
    curve = curve_of(CANDIDATE, X, y, parts, "learning", [10, 25, 40])
    assert curve.train.shape == curve.validation.shape == (3, 3)
    for j, (train, test) in enumerate(parts):  # all of a training part is that part
        theirs = svm.SVC(C=2.0, gamma=0.5, **EXACT).fit(X[train], y[train])
        assert curve.train[2, j] == pytest.approx(theirs.score(X[train], y[train]))
        assert curve.validation[2, j] == pytest.approx(theirs.score(X[test], y[test]))
    assert curve.n_support[0] < curve.n_support[2] <= 40
    for some, size, sentence in (
        (parts, 41, "only 40 points to learn from, not 41"),
        (parts, 1, "too few points for a learning curve"),
        (parts[:1], 10, "at least 2 splits"),
    ):
        with pytest.raises(ValueError, match=sentence):
            curve_of(CANDIDATE, X, y, some, "learning", [size])


@pytest.mark.parametrize("name", ["C", "gamma"])
def test_validation_curve_changes_one_setting(name):
    X, y = MOONS
    parts = k_fold(y, 3)
    curve = curve_of(CANDIDATE, X, y, parts, name, [0.1, 10.0])
    for i, value in enumerate((0.1, 10.0)):
        words = {"C": 2.0, "gamma": 0.5} | {name: value} | EXACT
        assert curve.n_support[i] == len(svm.SVC(**words).fit(X, y).support_)
        for j, (train, test) in enumerate(parts):
            theirs = svm.SVC(**words).fit(X[train], y[train])
            assert curve.train[i, j] == pytest.approx(theirs.score(X[train], y[train]))
            assert curve.validation[i, j] == pytest.approx(theirs.score(X[test], y[test]))


PARTED = [Split(*(np.flatnonzero(MOONS[1] == c) for c in (0, 1)))]


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (lambda: Candidate(kernel="none"), "kernel must be one of"),
        (lambda: Candidate(scaling="after"), "scaling must be one of"),
        (lambda: Candidate(scheme="unknown"), "scheme must be one of svc"),
        (lambda: Candidate(C=0.0), "C must be positive"),
        (lambda: fitted(Candidate(weights=(1.0, 1.0, 1.0)), *MOONS), "2 class weights, got 3"),
        (lambda: fitted(Candidate(), MOONS[0], 2 * MOONS[1]), "Class 1 has no point"),
        (lambda: cross_validate(Candidate(), *MOONS, ()), "at least one split"),
        (lambda: cross_validate(Candidate(), *MOONS, PARTED), "no point of one of the classes"),
    ],
)
def test_what_cannot_be_evaluated_is_refused(act, sentence):
    with pytest.raises(ValueError, match=sentence):
        act()


def test_leave_one_out_trains_all_where_light_points_are_all_at_their_bounds():
    """alpha_i = C w_i everywhere leaves b open, though every alpha_i is below C."""
    X, y = np.array([[-9.0], [-1.0], [1.0], [9.0]]), np.array([0, 0, 1, 1])
    for C, w in ((0.1, None), (0.2, np.full(4, 0.5))):
        machine = Candidate(kernel="linear", parameters=(), C=C)
        assert fitted(machine, X, y, w).support.tolist() == [1, 2]
        found = leave_each_out(machine, X, y, w)
        assert (found.fits, found.saved) == (5, 0)


def test_a_fold_without_a_curve_is_in_no_mean():
    """The second test part has points of class 0 only: no AUC there."""
    (X, y), everyone = MOONS, np.arange(60)
    both, alone = np.flatnonzero(y == 0)[:6], np.flatnonzero(y == 0)[6:9]
    both = np.concatenate([both, np.flatnonzero(y == 1)[:6]])
    parts = [Split(np.setdiff1d(everyone, test), test) for test in (both, alone)]
    found = cross_validate(CANDIDATE, X, y, parts)
    areas = column(found, "AUC")
    assert np.isnan(areas).tolist() == [False, True]
    assert found.mean[found.names.index("AUC")] == areas[0]
    assert np.isnan(found.error[found.names.index("AUC")])


X, Y = make_moons(30, noise=0.3, random_state=1)
X = X * [1.0, 7.0]
PARTS = k_fold(Y, 3)


@pytest.mark.parametrize("scaling", ["none", "inside"])
def test_it_is_the_rule_of_scikit_learn_in_every_part(scaling):
    machine = Candidate(parameters=(("gamma", 1.0),), C=2.0, relative=True, scaling=scaling)
    scores, wrong = np.empty(30), []
    for train, test in PARTS:
        first = [StandardScaler()] if scaling == "inside" else []
        theirs = make_pipeline(*first, svm.SVC(C=2.0, tol=1e-8)).fit(X[train], Y[train])
        scores[test] = theirs.decision_function(X[test])
        wrong.append(1.0 - theirs.score(X[test], Y[test]))
    np.testing.assert_allclose(cross_validate(machine, X, Y, PARTS).scores, scores, atol=1e-5)
    calls = calls_of(machine, X, Y, PARTS, Grid((2.0,), (1.0,), "gamma"))[1:]
    np.testing.assert_allclose([one.function(*one.arguments).errors[0] for one in calls], wrong)


def test_no_point_is_spared_in_leaving_each_out():
    machine = Candidate(parameters=(("gamma", 1.0),), relative=True)
    found, each = leave_each_out(machine, X, Y), leave_one_out(Y)
    assert found.saved == 0
    np.testing.assert_allclose(found.scores, cross_validate(machine, X, Y, each).scores)


def test_folds_and_squares_of_points_say_how_far_the_work_is():
    shares = [one.share for one in cross_validating(Candidate(), X, Y, PARTS)]
    np.testing.assert_allclose(shares, [1 / 3, 2 / 3, 1.0])
    uneven = [Split(np.arange(10), np.arange(10, 30)), Split(np.arange(20), np.arange(20, 30))]
    steps = list(growing(Candidate(), X, Y, uneven, "C", (1.0, 2.0)))
    done = np.cumsum([0, 100, 400, 900, 100, 400, 900])
    np.testing.assert_allclose([one.share for one in steps], done / 2800)
    assert [one.done for one in steps] == [0, 0, 0, 1, 1, 1, 2]


LINE = np.array([[-3.0], [-1.0], [1.0], [3.0]])
SIDES = np.array([0, 0, 1, 1])


def linear(C: float, **words) -> Candidate:
    return Candidate(kernel="linear", parameters=(), C=C, **words)


def test_four_points_on_a_line_by_hand():
    """f(x) = x, alpha = 1/2 at -1 and 1: |w| = 1, R = 3, D = 9 + 9."""
    found = leave_one_out_bounds(linear(10.0), LINE, SIDES)
    np.testing.assert_allclose(found.alpha, [0.0, 0.5, 0.5, 0.0], atol=1e-9)
    assert found.support == 0.5
    assert found.w2 == pytest.approx(1.0)
    assert pytest.approx(9.0) == found.R2
    assert found.radius_margin == pytest.approx(4.0 * 9.0 / 4.0)
    assert found.spread == pytest.approx(18.0)
    assert found.xi_alpha == 0.5
    assert found.violations == 0


def test_the_sphere_of_a_kernel_touches_the_points_that_hold_its_center():
    X = np.random.default_rng(1).normal(size=(60, 2))
    K = RBF(gamma=0.7)(X, X)
    R2, beta = smallest_sphere(RBF(gamma=0.7), X)
    apart = 1.0 - 2.0 * K @ beta + beta @ K @ beta
    assert apart.max() == pytest.approx(R2, rel=1e-9)
    np.testing.assert_allclose(apart[beta > 1e-6], R2, rtol=1e-6)
    # the dual value, which no sphere is below
    assert beta @ (1.0 - K @ beta) == pytest.approx(R2, rel=1e-6)


@pytest.mark.parametrize(
    ("name", "words", "C"),
    [
        ("moons", {"noise": 0.3}, 1.0),
        ("mixture", {}, 0.3),
        ("xor", {"noise": 0.2}, 30.0),
        ("blobs", {"noise": 0.0}, 1e4),
    ],
)
def test_no_bound_is_below_the_exact_error(name: str, words: dict[str, float], C: float):
    X, signs = sample(DATASETS[name](**words), 50, 0.5, 2)
    y, machine = (signs > 0).astype(int), Candidate(parameters=(("gamma", 0.7),), C=C)
    exact = 1.0 - leave_each_out(machine, X, y).judged.accuracy
    found = leave_one_out_bounds(machine, X, y)
    assert found.support is not None
    assert found.xi_alpha is not None
    assert exact <= found.xi_alpha <= 1.0
    assert exact <= found.support <= 1.0
    assert (found.radius_margin is None) == (found.violations > 0)
    assert found.radius_margin is None or exact <= found.radius_margin


def test_the_estimate_is_its_definition_with_alpha_of_scikit_learn():
    X, signs = sample(DATASETS["moons"](noise=0.3), 60, 0.5, 3)
    y = (signs > 0).astype(int)
    model = SVC(C=5.0, gamma=0.7, tol=1e-10).fit(X, y)
    alpha = np.zeros(60)
    alpha[model.support_] = np.abs(model.dual_coef_[0])
    slack = np.maximum(0.0, 1.0 - signs * model.decision_function(X))
    D = 1.0 - np.exp(-0.7 * ((X[:, None] - X) ** 2).sum(2)).min()
    wanted, half = ((k * alpha * D + slack >= 1.0).sum() for k in (2.0, 1.0))
    found = leave_one_out_bounds(Candidate(parameters=(("gamma", 0.7),), C=5.0), X, y)
    assert found.doubtful.sum() == wanted
    assert half < wanted  # the factor 2 counts
    assert found.violations == (slack > 1e-6).sum()


def test_where_a_bound_does_not_hold_there_is_none():
    few = linear(0.01)  # all alpha at C: b is not unique
    assert leave_one_out_bounds(few, LINE, SIDES).support is None
    balanced = linear(10.0, balanced=True)
    assert leave_one_out_bounds(balanced, LINE, SIDES).support is None
    assert leave_one_out_bounds(balanced, LINE, SIDES).radius_margin is None
    weighed = leave_one_out_bounds(linear(10.0), LINE, SIDES, [1.0, 1.0, 2.0, 1.0])
    assert weighed.support == 0.5
    assert weighed.xi_alpha is None
    sigmoid = Candidate(kernel="sigmoid", parameters=(("gamma", 0.5), ("coef0", 0.0)), C=1.0)
    assert leave_one_out_bounds(sigmoid, LINE, SIDES).support is None
    refuses("two classes", lambda: leave_one_out_bounds(linear(1.0), LINE, [0, 1, 2, 0]))
