"""Every registered loss: slope, convexity and the conjugate that enters the dual."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, Ridge

from svmcore.engine import FeatureSpace, GramSpace
from svmcore.engine.linear_fit import fit_smooth
from svmcore.kernels import RBF, Polynomial
from svmcore.losses import (
    LOSSES,
    Hinge,
    HuberHinge,
    LogisticLoss,
    SquaredHinge,
    SquaredLoss,
    ZeroOneLoss,
)
from svmcore.problems.certificate import Status

every_loss = pytest.mark.parametrize(
    "loss",
    [*(kind() for kind in LOSSES.values()), HuberHinge(5.0), LogisticLoss(), SquaredLoss()],
    ids=repr,
)
margins = np.linspace(-3.0, 3.0, 61) + 0.013  # no point on the kink t = 1
C = np.array([0.1, 1.0, 30.0])


@every_loss
def test_slope_and_curvature_are_the_derivatives_off_the_kink(loss):
    h = 1e-6
    numeric = (loss(margins + h) - loss(margins - h)) / (2.0 * h)
    np.testing.assert_allclose(loss.slope(margins), numeric, atol=1e-8)
    numeric = (loss.slope(margins + h) - loss.slope(margins - h)) / (2.0 * h)
    np.testing.assert_allclose(loss.curvature(margins), numeric, atol=1e-8)


@every_loss
def test_beyond_the_ceiling_the_dual_is_minus_infinity(loss):
    ceiling = loss.ceiling(C)
    t = np.linspace(-1e6, 1.0, 1001)
    for c, top in zip(C, ceiling, strict=True):
        if np.isfinite(top):
            assert (c * loss(t) + 1.01 * top * t).min() < -1e3 * c


@every_loss
def test_dual_slope_is_the_derivative(loss):
    alpha, h = 0.4 * C, 1e-6
    numeric = (loss.dual(alpha + h, C) - loss.dual(alpha - h, C)) / (2.0 * h)
    np.testing.assert_allclose(loss.dual_slope(alpha, C), numeric, rtol=1e-6)


@every_loss
def test_fenchel_inequality_is_an_equation_at_the_slope(loss):
    """C loss(t) + alpha t >= dual(alpha), with equality at alpha = -C loss'(t) and only there."""
    for c in C:
        top = min(float(loss.ceiling(np.array([c]))[0]), 4.0 * c)
        t, alpha = np.meshgrid(margins, np.linspace(0.0, top, 41))
        assert (c * loss(t) + alpha * t - loss.dual(alpha, c) >= -1e-12 * c).all()
        touching = -c * loss.slope(margins)
        there = c * loss(margins) + touching * margins
        np.testing.assert_allclose(loss.dual(touching, c), there, atol=1e-12 * c)


def test_the_width_of_the_huber_hinge_is_checked():
    with pytest.raises(ValueError, match=r"h must be > 0, got 0"):
        HuberHinge(0.0)


def test_values_from_the_textbook():
    t = np.array([-1.0, 0.0, 0.5, 1.0, 2.0])
    np.testing.assert_array_equal(Hinge()(t), [2.0, 1.0, 0.5, 0.0, 0.0])
    np.testing.assert_array_equal(Hinge().slope(t), [-1.0, -1.0, -1.0, 0.0, 0.0])
    np.testing.assert_array_equal(SquaredHinge()(t), [4.0, 1.0, 0.25, 0.0, 0.0])
    np.testing.assert_array_equal(SquaredHinge().slope(t), [-4.0, -2.0, -1.0, 0.0, 0.0])
    t = np.array([-1.0, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0])
    np.testing.assert_array_equal(HuberHinge(0.5)(t), [2.0, 0.5, 0.28125, 0.125, 0.03125, 0.0, 0.0])
    np.testing.assert_array_equal(
        HuberHinge(0.5).slope(t), [-1.0, -1.0, -0.75, -0.5, -0.25, 0.0, 0.0]
    )


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
        fit = fit_smooth(GramSpace(X @ X.T), y, C * weight, loss)
        if loss.title == "Logistic":
            theirs = LogisticRegression(C=C, tol=1e-12, max_iter=10_000)
        else:
            theirs = Ridge(alpha=1.0 / (2.0 * C))
        theirs.fit(X, y, sample_weight=weight)
        assert fit.status is Status.OPTIMAL
        np.testing.assert_allclose(fit.coef @ X, theirs.coef_.ravel(), atol=2e-6)
        assert fit.intercept == pytest.approx(float(np.ravel(theirs.intercept_)[0]), abs=2e-6)


@pytest.mark.parametrize("loss", [*SMOOTH, SquaredHinge(), HuberHinge()], ids=repr)
def test_features_and_gram_matrix_have_one_minimiser(loss):
    X, y = sample()
    C = np.where(y > 0.0, 4.0, 0.5)
    phi = Polynomial(degree=2).features(X)
    K = phi @ phi.T
    one, other = (fit_smooth(space, y, C, loss) for space in (GramSpace(K), FeatureSpace(phi)))
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
    fit = fit_smooth(GramSpace(K), y, np.full(len(y), C), loss)

    def value(coef, b):
        f = K @ coef + b
        return 0.5 * coef @ K @ coef + C * loss(y * f).sum()

    best = value(fit.coef, fit.intercept)
    assert fit.certificate.primal == pytest.approx(best, rel=1e-9)
    assert fit.certificate.dual <= best * (1.0 + 1e-9)
    assert abs(fit.certificate.relative_gap) < 1e-8
    starved = fit_smooth(GramSpace(K), y, np.full(len(y), C), loss, max_iter=0)
    assert starved.status is Status.MAX_ITER
    assert starved.certificate.primal > best
