"""Losses of k scores, and the averaged loss of a course, against plain loops and by hand."""

import numpy as np
import pytest

from svmcore.arrays import as_classes, as_weights
from svmcore.losses import Hinge
from svmcore.multiclass.loss import (
    OBJECTIVES,
    SCORE_LOSSES,
    CrammerSinger,
    MulticlassCost,
    OneVersusRest,
    WestonWatkins,
    cost_of,
)
from svmcore.objective import Objective
from tests.helpers.score_losses import (
    binary_C,
    clusters,
    constants,
    gradient,
    loss,
    loss_of,
    slope_of,
)

every_loss = pytest.mark.parametrize("name", SCORE_LOSSES)
every_delta = pytest.mark.parametrize("delta", [0.5, 1.0, 2.0])


def scores(n=100, k=4, seed=0):
    rng = np.random.default_rng(seed)
    return 1.5 * rng.normal(size=(n, k)), rng.integers(0, k, size=n)


def cornered(n=300, k=4, seed=1):
    """Scores that are halves of whole numbers: for delta of the same kind, most are at kinks."""
    rng = np.random.default_rng(seed)
    return rng.integers(-5, 6, size=(n, k)) / 2.0, rng.integers(0, k, size=n)


@every_loss
@every_delta
@pytest.mark.parametrize("k", [1, 2, 4, 10])
def test_losses_and_slopes_are_those_of_a_loop(name, delta, k):
    kind = SCORE_LOSSES[name](delta)
    for F, y in (scores(k=k), cornered(k=k)):
        expected = [loss_of(name, f, c, delta) for f, c in zip(F.tolist(), y.tolist(), strict=True)]
        np.testing.assert_allclose(kind(F, y), expected, rtol=1e-13)
        slopes = [slope_of(name, f, c, delta) for f, c in zip(F.tolist(), y.tolist(), strict=True)]
        np.testing.assert_array_equal(kind.slope(F, y), slopes)
        alone = [kind.slope_of(f, c) for f, c in zip(F.tolist(), y.tolist(), strict=True)]
        np.testing.assert_array_equal(alone, slopes)


def test_values_by_hand():
    F, y = np.array([[0.5, 1.0, 0.25], [3.0, 0.0, 2.0], [-2.0, -2.0, 2.0]]), np.array([1, 0, 2])
    # point 0: 0.5 - 1 + 1 = 0.5 and 0.25 - 1 + 1 = 0.25; point 1: -2 and 2 - 3 + 1 = 0
    np.testing.assert_array_equal(WestonWatkins()(F, y), [0.75, 0.0, 0.0])
    np.testing.assert_array_equal(CrammerSinger()(F, y), [0.5, 0.0, 0.0])
    # one against the rest: (1 + 0.5) + 0 + (1 + 0.25);  0 + 1 + 3;  all right
    np.testing.assert_array_equal(OneVersusRest()(F, y), [2.75, 4.0, 0.0])
    np.testing.assert_array_equal(WestonWatkins().slope(F, y), [[1, -2, 1], [0, 0, 0], [0, 0, 0]])
    np.testing.assert_array_equal(CrammerSinger().slope(F, y), [[1, -1, 0], [0, 0, 0], [0, 0, 0]])
    np.testing.assert_array_equal(OneVersusRest().slope(F, y), [[1, 0, 1], [0, 1, 1], [0, 0, 0]])
    np.testing.assert_array_equal(WestonWatkins().short(F, y)[0], [0.5, 0.0, 0.25])
    np.testing.assert_array_equal(OneVersusRest().short(F, y)[0], [1.5, 0.0, 1.25])


@every_loss
@every_delta
def test_the_subgradient_inequality_holds_at_kinks_too(name, delta):
    kind, (F, y) = SCORE_LOSSES[name](delta), cornered()
    others = np.arange(F.shape[1]) != y[:, None]
    assert (kind.short(F, y)[others] == 0.0).any()
    for seed in range(20):
        G = F + (0.3 + seed) * np.random.default_rng(seed).normal(size=F.shape)
        below = kind(F, y) + (kind.slope(F, y) * (G - F)).sum(axis=1)
        assert (kind(G, y) >= below - 1e-12 * (1.0 + np.abs(below))).all()


# one point of class 0 and one of class 1, three classes, one coordinate and the bias
X2, Y2 = np.array([[1.0], [2.0]]), np.array([0, 1])
W2 = np.array([[1.0, 0.5], [0.5, 0.0], [-1.0, 1.0]])


def test_the_averaged_loss_by_hand():
    # scores at x = 1: 1.5, 0.5, 0;  1 - 1 = 0 is no loss, 0 - 1.5 + 1 < 0
    # scores at x = 2: 2.5, 1.0, -1;  2.5 - 1 + 1 = 2.5, -1 - 1 + 1 < 0
    # |W|^2 = 1 + 1/4 + 1/4 + 0 + 1 + 1 = 3.5
    assert loss(W2, X2, Y2, 1.0, 0.1) == pytest.approx(0.5 * (0.0 + 2.5) + 0.1 * 3.5, abs=1e-15)
    # with delta = 2: 0.5 - 1.5 + 2 = 1, 0 - 1.5 + 2 = 0.5;  3.5 and -1 - 1 + 2 = 0
    assert loss(W2, X2, Y2, 2.0, 0.1) == pytest.approx(0.5 * (1.5 + 3.5) + 0.35, abs=1e-15)
    # the second point alone pulls, with class 0: (2, 1) / 2 up for w_0 and down for w_1
    expected = np.array([[1.0, 0.5], [-1.0, -0.5], [0.0, 0.0]]) + 0.2 * W2
    np.testing.assert_allclose(gradient(W2, X2, Y2, 1.0, 0.1), expected, atol=1e-15)
    # at delta = 2: classes 1 and 2 at x = 1, class 0 at x = 2; class 2 there is at its kink
    expected = np.array([[-2.0 + 2.0, -2.0 + 1.0], [1.0 - 2.0, 1.0 - 1.0], [1.0, 1.0]]) / 2.0
    np.testing.assert_allclose(gradient(W2, X2, Y2, 2.0, 0.0), expected, atol=1e-15)
    # three times the weight for the first point
    assert loss(W2, X2, Y2, 2.0, 0.1, [3.0, 1.0]) == pytest.approx(0.25 * (4.5 + 3.5) + 0.35)


def test_the_gradient_by_finite_differences_at_a_hundred_places():
    X, y = clusters(20, 4)
    weights = np.random.default_rng(5).uniform(0.0, 3.0, size=20)
    rng, h = np.random.default_rng(7), 1e-6
    for _ in range(100):
        W = rng.normal(size=(4, 3))
        delta, reg = rng.uniform(0.3, 2.0), rng.uniform(0.0, 0.5)
        numeric = np.empty_like(W)
        for at in np.ndindex(*W.shape):
            step = np.zeros_like(W)
            step[at] = h
            up, down = (loss(W + s, X, y, delta, reg, weights) for s in (step, -step))
            numeric[at] = (up - down) / (2.0 * h)
        assert np.abs(gradient(W, X, y, delta, reg, weights) - numeric).max() <= 1e-7


def test_the_constants_of_the_averaged_loss():
    X, y = clusters(20, 4)
    W = np.random.default_rng(6).normal(size=(4, 3))
    C, delta = constants(0.7, 0.05, 20)
    assert (C, delta) == (pytest.approx(0.5), 0.7)  # 1 / (2 * 0.05 * 20)
    F = X @ W[:, :2].T + W[:, 2]
    total = sum(loss_of("weston_watkins", f, c, delta) for f, c in zip(F.tolist(), y, strict=True))
    assert loss(W, X, y, 0.7, 0.05) / 0.1 == pytest.approx(0.5 * (W**2).sum() + C * total)
    # and (C / delta, 1) is the same machine in another unit
    unit = sum(
        loss_of("weston_watkins", f, c, 1.0) for f, c in zip((F / delta).tolist(), y, strict=True)
    )
    there = delta**2 * (0.5 * ((W / delta) ** 2).sum() + C / delta * unit)
    assert loss(W, X, y, 0.7, 0.05) / 0.1 == pytest.approx(there)


@every_loss
@pytest.mark.parametrize("way", OBJECTIVES)
def test_every_way_of_writing_it_is_a_multiple_of_one(name, way):
    (F, y), C = scores(30), 0.3
    weights = np.random.default_rng(5).uniform(0.0, 3.0, size=30)
    cost = cost_of(way, SCORE_LOSSES[name](0.7), C, weights)
    b = np.array([1.0, -2.0, 0.5, 0.0])
    parts = cost.terms(F, y, 3.5, b, weights)
    total = sum(
        c * loss_of(name, f, j, 0.7)
        for c, f, j in zip(weights.tolist(), F.tolist(), y.tolist(), strict=True)
    )
    size = 3.5 + 5.25 * cost.bias_inside
    assert parts.margin == pytest.approx(cost.rho * 0.5 * size, rel=1e-12)
    assert parts.loss == pytest.approx(cost.rho * C * total, rel=1e-12)
    assert parts.total == parts.margin + parts.loss
    assert cost.C(weights.sum()) == pytest.approx(C)


def test_the_way_of_a_course_is_the_averaged_loss():
    X, y = clusters(20, 4)
    W = np.random.default_rng(6).normal(size=(4, 3))
    weights = np.random.default_rng(5).uniform(0.0, 3.0, size=20)
    assert OBJECTIVES["course"].factors(0.05, 20) == (0.1, 1.0)
    cost = MulticlassCost(WestonWatkins(0.7), 0.1, 1.0, True)
    F, b = X @ W[:, :2].T + W[:, 2], W[:, 2]
    parts = cost.terms(F, y, float((W[:, :2] ** 2).sum()), b, weights)
    assert parts.total == pytest.approx(loss(W, X, y, 0.7, 0.05, weights), rel=1e-13)
    C = constants(0.7, 0.05, weights.sum())[0]
    assert cost_of("course", WestonWatkins(0.7), C, weights).rho == pytest.approx(0.1)


def test_with_two_classes_the_averaged_loss_is_the_binary_cost():
    X, y = clusters(24, 2)
    signs, rng = np.where(y == 1, 1.0, -1.0), np.random.default_rng(8)
    for delta, reg in ((1.0, 0.1), (0.4, 0.02), (3.0, 0.5)):
        w = rng.normal(size=3)  # with the bias as its last number
        W = 0.5 * delta * np.array([-w, w])
        J = Objective(reg * delta**2, delta, True, Hinge())
        margins = signs * (X @ w[:2] + w[2])
        terms = J.terms(margins[None], np.array([w[:2] @ w[:2]]), w[2:])
        assert loss(W, X, y, delta, reg) == pytest.approx(float(terms.total[0]), rel=1e-13)
        C, _ = constants(delta, reg, 24)
        assert binary_C(WestonWatkins(delta), C) == pytest.approx(J.C(24))
        # nothing is won by w_0 + w_1 != 0: the loss knows the difference alone
        away = W + rng.normal(size=3)
        assert loss(away, X, y, delta, reg) > loss(W, X, y, delta, reg)


def test_what_is_no_class_number_and_no_weight():
    assert as_classes([0.0, 2.0], 2, 4).tolist() == [0, 2]
    for y, said in (([0, 3], "from 0 to 2, got 3"), ([0, -1], "got -1"), ([0, 0.5], r"got 0\.5")):
        with pytest.raises(ValueError, match=said):
            as_classes(y, 2, 3)
    with pytest.raises(ValueError, match=r"shape \(3,\), got \(2,\)"):
        as_classes([0, 1], 3, 2)
    with pytest.raises(ValueError, match="at least one class"):
        as_classes([0], 1, 0)
    assert as_weights(None, 2).tolist() == [1.0, 1.0]
    for weights, said in (
        ([1.0], r"shape \(2,\), got \(1,\)"),
        ([1.0, -1.0], "not negative"),
        ([1.0, np.nan], "finite"),
        ([0.0, 0.0], "must not all be 0"),
    ):
        with pytest.raises(ValueError, match=said):
            as_weights(weights, 2)
    with pytest.raises(ValueError, match="delta must be"):
        WestonWatkins(-1.0)
    with pytest.raises(ValueError, match="delta must be > 0"):
        binary_C(WestonWatkins(0.0), 1.0)
