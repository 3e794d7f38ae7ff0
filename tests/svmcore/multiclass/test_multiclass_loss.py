"""Losses of k scores, and the ways of writing their cost, against plain loops and by hand."""

import numpy as np
import pytest

from svmcore.arrays import as_classes, as_weights
from svmcore.multiclass.loss import OBJECTIVES, SCORE_LOSSES, WestonWatkins, cost_of
from tests.helpers.refusals import refuses
from tests.helpers.score_losses import loss_of, slope_of

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
        points = list(zip(F.tolist(), y.tolist(), strict=True))
        np.testing.assert_allclose(kind(F, y), [loss_of(name, *p, delta) for p in points])
        slopes = [slope_of(name, *p, delta) for p in points]
        np.testing.assert_array_equal(kind.slope(F, y), slopes)
        np.testing.assert_array_equal([kind.slope_of(*p) for p in points], slopes)


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
    assert OBJECTIVES["course"].factors(0.05, 20) == (0.1, 1.0)
    assert cost.bias_inside == (way not in ("sum", "square"))


def test_what_is_no_class_number_and_no_weight():
    assert as_classes([0.0, 2.0], 2, 4).tolist() == [0, 2]
    for y, said in (([0, 3], "from 0 to 2, got 3"), ([0, -1], "got -1"), ([0, 0.5], r"got 0\.5")):
        with pytest.raises(ValueError, match=said):
            as_classes(y, 2, 3)
    with pytest.raises(ValueError, match=r"shape \(3,\), got \(2,\)"):
        as_classes([0, 1], 3, 2)
    refuses("at least one class", lambda: as_classes([0], 1, 0))
    assert as_weights(None, 2).tolist() == [1.0, 1.0]
    for weights, said in (
        ([1.0], r"shape \(2,\), got \(1,\)"),
        ([1.0, -1.0], "not negative"),
        ([1.0, np.nan], "finite"),
        ([0.0, 0.0], "must not all be 0"),
    ):
        with pytest.raises(ValueError, match=said):
            as_weights(weights, 2)
    refuses("delta must be", lambda: WestonWatkins(-1.0))
