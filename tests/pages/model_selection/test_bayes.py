"""The Bayes error and the true error: closed forms, and large fresh samples."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.calibration import CalibratedClassifierCV, calibration_curve
from sklearn.metrics import brier_score_loss, log_loss
from sklearn.svm import SVC

from pages.datasets.density import GaussianMixture, class_densities
from pages.datasets.two_class import DATASETS, Blobs, Mixture, sample
from pages.model_selection.bayes import Population
from pages.model_selection.calibration import calibrated, reliability
from pages.model_selection.candidate import Candidate
from pages.model_selection.holdout import on_all
from pages.model_selection.splits import Split, k_fold, train_test
from tests.helpers.refusals import refuses

MEAN, NOISE = np.array([1.3, 0.7]), 0.6
SD = float(np.hypot(0.4, NOISE))


def blobs(share: float) -> Population:
    return Population(class_densities(Blobs(noise=NOISE), 1), share)


@pytest.mark.parametrize("share", [0.5, 0.2, 0.95])
def test_two_gaussians_have_the_bayes_error_of_the_closed_form(share: float):
    """With distance D = 2 |m| / sd: pi Phi(-D/2 - c) + (1 - pi) Phi(-D/2 + c), c = log odds / D."""
    D = 2.0 * np.linalg.norm(MEAN) / SD
    c = np.log(share / (1.0 - share)) / D
    wanted = share * norm.cdf(-D / 2 - c) + (1.0 - share) * norm.cdf(-D / 2 + c)
    assert blobs(share).bayes_error == pytest.approx(wanted, abs=1e-5)


@pytest.mark.parametrize(("w", "b"), [((1.0, 0.0), 0.2), ((-0.3, 1.0), -0.5), ((2.0, 3.0), 1.0)])
def test_the_true_error_of_a_line_is_that_of_the_closed_form(w, b: float):
    share, normal = 0.3, np.array(w)
    far = np.array([-1.0, 1.0]) * (normal @ MEAN) + b  # f at the two means
    lost = norm.cdf(np.array([1.0, -1.0]) * far / (SD * np.linalg.norm(normal)))
    wanted = (1.0 - share) * lost[0] + share * lost[1]
    assert blobs(share).true_error(lambda X: X @ normal + b) == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize("name", ["moons", "circles", "xor", "spirals", "imbalanced", "mixture"])
def test_the_errors_are_those_of_a_large_fresh_sample(name: str):
    dataset, many = DATASETS[name](), 5_000
    share = 0.5 * getattr(dataset, "share", 1.0)
    of = Population(class_densities(dataset, 1), share)
    X, y = sample(dataset, 120, 0.5, 1)
    model = on_all(Candidate(C=1.0), X, (y > 0).astype(int)).fitted
    labels = np.where(np.arange(many) < share * many, 1.0, -1.0)
    rng = np.random.default_rng(8)
    around = getattr(dataset, "around", None)
    fresh = (
        dataset(labels, rng)
        if around is None
        else around(dataset.means(np.random.default_rng(1)), labels, rng)
    )
    for f, error in ((model.scores, of.true_error(model.scores)), (of.log_odds, of.bayes_error)):
        found = ((f(fresh) >= 0.0) != (labels > 0.0)).mean()
        assert found == pytest.approx(error, abs=4.0 * np.sqrt(error * (1.0 - error) / many))


def test_the_share_of_a_class_is_between_0_and_1():
    one = GaussianMixture(np.ones(1), 1.0, np.zeros((1, 2)))
    refuses("between 0 and 1", lambda: Population((one, one), 1.0))


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
