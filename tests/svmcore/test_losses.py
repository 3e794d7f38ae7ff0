"""Every registered loss: slope, convexity and the conjugate that enters the dual."""

import numpy as np
import pytest

from svmcore.losses import LOSSES, Hinge, HuberHinge, SquaredHinge
from svmcore.surrogates import LogisticLoss, SquaredLoss

every_loss = pytest.mark.parametrize("loss", [kind() for kind in LOSSES.values()], ids=repr)
margins = np.linspace(-3.0, 3.0, 61) + 0.013  # no point on the kink t = 1
C = np.array([0.1, 1.0, 30.0])


@pytest.mark.parametrize(
    "loss", [*(kind() for kind in LOSSES.values()), LogisticLoss(), SquaredLoss()], ids=repr
)
def test_slope_and_curvature_are_the_derivatives_off_the_kink(loss):
    h = 1e-6
    numeric = (loss(margins + h) - loss(margins - h)) / (2.0 * h)
    np.testing.assert_allclose(loss.slope(margins), numeric, atol=1e-8)
    numeric = (loss.slope(margins + h) - loss.slope(margins - h)) / (2.0 * h)
    np.testing.assert_allclose(loss.curvature(margins), numeric, atol=1e-8)


@every_loss
def test_the_bends_are_all_that_the_curvature_does(loss):
    """It is the sum of the jumps on the way from the right, where the loss is 0."""
    t = np.append(margins, [at for at, _ in loss.bends])
    expected = sum((jump * (at <= t) for at, jump in loss.bends), np.zeros_like(t))
    expected -= sum(jump for _, jump in loss.bends)
    np.testing.assert_allclose(loss.curvature(t), expected, atol=1e-12)


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
    with pytest.raises(ValueError, match=r"h must be from 0\.01 to 2, got 0"):
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
