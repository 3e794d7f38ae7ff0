"""Platt's method on a split: against scikit-learn, and bins by hand."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV, calibration_curve
from sklearn.metrics import brier_score_loss, log_loss
from sklearn.svm import SVC

from svmcore.datasets.two_class import Mixture, sample
from svmcore.model_selection.calibration import calibrated, reliability
from svmcore.model_selection.candidate import Candidate
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
    assert reliability([0.0, 0.5, 1.0], [0, 1, 1], 2).counts.tolist() == [1, 2]


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
