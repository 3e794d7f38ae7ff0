"""Platt's method: against scikit-learn, finite differences and cases solved by hand."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV, calibration_curve
from sklearn.metrics import brier_score_loss, log_loss
from sklearn.svm import SVC

from svmcore.datasets.two_class import Mixture, sample
from svmcore.model_selection.candidate import Candidate
from svmcore.model_selection.platt import (
    brier_score,
    calibrated,
    cross_entropy,
    fit_sigmoid,
    reliability,
    slopes,
    smoothed_targets,
)
from svmcore.model_selection.splits import Split, k_fold, train_test

X, SIGNS = sample(Mixture(), 120, 0.4, 3)
Y = (SIGNS > 0).astype(int)
SPLIT = train_test(Y, share=0.3)
RBF = Candidate(parameters=(("gamma", 0.5),), C=2.0)


def test_the_probabilities_are_those_of_scikit_learn():
    own, rows = calibrated(RBF, X, Y, SPLIT), SPLIT.train
    folds = [(part.train, part.test) for part in k_fold(Y[rows], 5)]
    svm = SVC(C=2.0, gamma=0.5, tol=1e-10)
    other = CalibratedClassifierCV(svm, method="sigmoid", cv=folds, ensemble=False)
    other.fit(X[rows], Y[rows])
    sigmoid = other.calibrated_classifiers_[0].calibrators[0]
    assert own.sigmoid.converged
    np.testing.assert_allclose([own.sigmoid.A, own.sigmoid.B], [sigmoid.a_, sigmoid.b_], atol=2e-6)
    np.testing.assert_allclose(own.p, other.predict_proba(X)[:, 1], atol=1e-6)


def test_losses_and_bins_are_those_of_scikit_learn():
    own, rows = calibrated(RBF, X, Y, SPLIT), SPLIT.test
    p, y = own.p[rows], Y[rows]
    assert own.log_loss() == pytest.approx(log_loss(y, p), rel=1e-12)
    assert own.brier() == pytest.approx(brier_score_loss(y, p), rel=1e-12)
    guess = np.full(len(rows), Y[SPLIT.train].mean())
    assert own.log_loss(constant=True) == pytest.approx(log_loss(y, guess), rel=1e-12)
    assert own.brier(constant=True) == pytest.approx(brier_score_loss(y, guess), rel=1e-12)
    found, (observed, predicted) = own.reliability(5), calibration_curve(y, p, n_bins=5)
    filled = found.counts > 0
    np.testing.assert_allclose(found.observed[filled], observed, rtol=1e-12)
    np.testing.assert_allclose(found.predicted[filled], predicted, rtol=1e-12)
    assert found.counts.sum() == len(rows)


def test_gradient_and_hessian_are_those_of_finite_differences():
    rng = np.random.default_rng(0)
    f, targets = rng.normal(size=30), smoothed_targets(rng.integers(0, 2, 30))
    at, h = np.array([-1.3, 0.4]), 1e-5
    gradient, hessian = slopes(at, f, targets)
    for k, step in enumerate(h * np.eye(2)):
        up, down = (cross_entropy(at + side * step, f, targets) for side in (1.0, -1.0))
        assert gradient[k] == pytest.approx((up - down) / (2.0 * h), rel=1e-7)
        up, down = (slopes(at + side * step, f, targets)[0] for side in (1.0, -1.0))
        np.testing.assert_allclose(hessian[k], (up - down) / (2.0 * h), rtol=1e-7)


def test_the_cross_entropy_is_its_definition():
    f, t, at = np.array([-2.0, 0.5, 3.0]), np.array([0.2, 0.8, 0.8]), np.array([-1.5, 0.3])
    p = 1.0 / (1.0 + np.exp(at[0] * f + at[1]))
    wanted = -(t * np.log(p) + (1.0 - t) * np.log(1.0 - p)).sum()
    assert cross_entropy(at, f, t) == pytest.approx(wanted, rel=1e-12)
    assert np.isfinite(cross_entropy(np.array([-1e6, 0.0]), f, t))


def test_two_scores_are_fitted_exactly():
    """Two values of f and two unknowns: P there is the mean of the targets there."""
    f, y = np.array([-1.0, -1.0, -1.0, 2.0, 2.0]), np.array([0, 0, 1, 1, 1])
    found, targets = fit_sigmoid(f, y), smoothed_targets(y)
    np.testing.assert_allclose(targets, [0.25, 0.25, 0.8, 0.8, 0.8])
    np.testing.assert_allclose(found([-1.0, 2.0]), [targets[:3].mean(), 0.8], rtol=1e-8)
    assert found(found.middle) == pytest.approx(0.5)


def test_equal_scores_leave_the_mean_target():
    found = fit_sigmoid(np.zeros(5), [1, 1, 1, 0, 0])
    assert found.converged
    assert found(0.0) == pytest.approx((3 * 4 / 5 + 2 * 1 / 4) / 5)
    assert found.middle == np.inf or abs(found.A) < 1e-6


@pytest.mark.parametrize("size", [1e-8, 1.0, 1e8])
def test_the_unit_of_f_does_not_matter(size: float):
    f = np.linspace(-2.0, 2.0, 40)
    y = (np.sin(9.0 * f) + f > 0).astype(int)
    plain, scaled = fit_sigmoid(f, y), fit_sigmoid(size * f, y)
    assert scaled.converged
    assert scaled.A * size == pytest.approx(plain.A, rel=1e-7)
    assert pytest.approx(plain.B, rel=1e-7) == scaled.B


def test_separated_scores_have_probabilities_inside_0_and_1():
    found = fit_sigmoid([-2.0, -1.0, 1.0, 2.0], [0, 0, 1, 1])
    assert found.converged
    np.testing.assert_allclose(found([-2.0, -1.0, 1.0, 2.0]), [0.25, 0.25, 0.75, 0.75], atol=0.11)


def test_test_points_take_no_part():
    other = Y.copy()
    other[SPLIT.test] = 1 - other[SPLIT.test]
    assert calibrated(RBF, X, other, SPLIT).sigmoid == calibrated(RBF, X, Y, SPLIT).sigmoid


def test_a_small_class_has_fewer_folds():
    few = np.r_[np.flatnonzero(Y == 0)[:20], np.flatnonzero(Y == 1)[:3]]
    split = Split(np.arange(23), np.arange(0))
    assert calibrated(RBF, X[few], Y[few], split).folds == 3
    with pytest.raises(ValueError, match="one training point only"):
        calibrated(RBF, X[few[:-2]], Y[few[:-2]], Split(np.arange(21), np.arange(0)))


def test_what_is_no_scores_is_refused():
    with pytest.raises(ValueError, match="shape"):
        fit_sigmoid([1.0, 2.0], [1])
    with pytest.raises(ValueError, match="finite"):
        fit_sigmoid([1.0, np.nan], [1, 0])
    with pytest.raises(ValueError, match="two classes"):
        calibrated(RBF, X, np.arange(len(Y)) % 3, SPLIT)


def test_bins_of_a_diagram_by_hand():
    found = reliability([0.0, 0.05, 0.55, 1.0], [0, 1, 1, 1], 2)
    assert found.counts.tolist() == [2, 2]
    np.testing.assert_allclose(found.predicted, [0.025, 0.775])
    np.testing.assert_allclose(found.observed, [0.5, 1.0])
    assert brier_score(np.array([0.2, 1.0]), [0, 1]) == pytest.approx(0.02)
