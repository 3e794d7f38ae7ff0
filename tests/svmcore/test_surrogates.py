"""Logistic, squared and 0-1 loss against finite differences, conjugates, and scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, Ridge

from svmcore.engine.smooth import fit_smooth, fit_smooth_features
from svmcore.kernels import RBF, Polynomial
from svmcore.losses import Hinge
from svmcore.problems.certificate import Status
from svmcore.surrogates import LogisticLoss, SquaredLoss, ZeroOneLoss

T = np.linspace(-6.0, 6.0, 121)
SMOOTH = [LogisticLoss(), SquaredLoss()]
smooth = pytest.mark.parametrize("loss", SMOOTH, ids=lambda loss: loss.title)


@smooth
def test_the_dual_is_the_conjugate(loss):
    """-(C loss)*(-alpha) = min over t of C loss(t) + alpha t, taken where the slope is -alpha/C."""
    C = np.full(len(T), 2.5)
    alpha = -C * loss.slope(T)
    np.testing.assert_allclose(loss.dual(alpha, C), C * loss(T) + alpha * T, atol=1e-9)
    for a, least in zip(alpha, loss.dual(alpha, C), strict=True):
        assert (2.5 * loss(T) + a * T >= least - 1e-9).all()


def test_the_values_of_the_textbook():
    assert LogisticLoss()(np.array([0.0]))[0] == pytest.approx(np.log(2.0), rel=1e-15)
    assert LogisticLoss()(np.array([-800.0]))[0] == 800.0
    np.testing.assert_array_equal(SquaredLoss()(np.array([-1.0, 1.0, 3.0])), [4.0, 0.0, 4.0])
    np.testing.assert_array_equal(ZeroOneLoss()(np.array([-0.1, 0.0, 0.1])), [1.0, 0.0, 0.0])
    assert (Hinge()(T) >= ZeroOneLoss()(T)).all()
    assert (SquaredLoss()(T) >= ZeroOneLoss()(T)).all()
    assert (LogisticLoss()(T) / np.log(2.0) >= ZeroOneLoss()(T)).all()


def sample(n: int = 80, seed: int = 3):
    rng = np.random.default_rng(seed)
    X = rng.normal([0.4, -1.0], 1.0, (n, 2))
    y = np.where(X[:, 0] + 0.7 * rng.standard_normal(n) > 0.6, 1.0, -1.0)
    return X, y


@pytest.mark.parametrize("C", [0.01, 1.0, 1e3])
def test_linear_models_are_those_of_scikit_learn(C):
    X, y = sample()
    weight = np.where(np.arange(len(y)) % 3 == 0, 2.5, 1.0)
    for loss in SMOOTH:
        fit = fit_smooth(X @ X.T, y, C * weight, loss)
        if loss.title == "Logistic":
            theirs = LogisticRegression(C=C, tol=1e-12, max_iter=10_000)
        else:
            theirs = Ridge(alpha=1.0 / (2.0 * C))
        theirs.fit(X, y, sample_weight=weight)
        assert fit.status is Status.OPTIMAL
        np.testing.assert_allclose(fit.coef @ X, theirs.coef_.ravel(), atol=2e-6)
        assert fit.intercept == pytest.approx(float(np.ravel(theirs.intercept_)[0]), abs=2e-6)


@smooth
def test_features_and_gram_matrix_have_one_minimiser(loss):
    X, y = sample()
    C = np.where(y > 0.0, 4.0, 0.5)
    phi = Polynomial(degree=2).features(X)
    K = phi @ phi.T
    one, other = fit_smooth(K, y, C, loss), fit_smooth_features(phi, y, C, loss)
    np.testing.assert_allclose(
        K @ other.coef + other.intercept, K @ one.coef + one.intercept, atol=1e-6
    )
    assert other.certificate.primal == pytest.approx(one.certificate.primal, rel=1e-12)
    assert other.certificate.dual == pytest.approx(one.certificate.dual, rel=1e-9)
    assert np.linalg.norm(other.coef) <= np.linalg.norm(one.coef) * (1.0 + 1e-9)


@smooth
@pytest.mark.parametrize("C", [1e-3, 1.0, 1e4])
def test_nothing_near_the_minimum_is_lower_and_the_dual_says_so(loss, C):
    X, y = sample()
    K = RBF(gamma=2.0)(X, X)
    fit = fit_smooth(K, y, np.full(len(y), C), loss)

    def value(coef, b):
        f = K @ coef + b
        return 0.5 * coef @ K @ coef + C * loss(y * f).sum()

    best, rng = value(fit.coef, fit.intercept), np.random.default_rng(0)
    assert fit.certificate.primal == pytest.approx(best, rel=1e-9)
    assert fit.certificate.dual <= best * (1.0 + 1e-9)
    assert abs(fit.certificate.relative_gap) < 1e-8
    for size in (1e-3, 1e-1):
        step = size * rng.standard_normal(len(y)) * np.abs(fit.coef).max()
        assert value(fit.coef + step, fit.intercept + size) > best
    starved = fit_smooth(K, y, np.full(len(y), C), loss, max_iter=0)
    assert starved.status is Status.MAX_ITER
    assert starved.certificate.primal > best
