"""The conditions and the recipe, recomputed from alpha, b and the kernel alone."""

import numpy as np
import pytest

from pages.state.board.experiment import Experiment, change
from pages.state.model.kkt import balance, conditions, derivation
from pages.state.model.run import run
from tests.helpers.dual_problems import gram, machine, placed
from tests.helpers.weighted import weighed

WORDS = [
    {},
    {"C": 0.05},
    {"C": 100.0, "seed": 4},
    {"margin": "hard", "gamma": 3.0},
    {"kernel": "linear"},
    {"kernel": "linear", "dataset": "blobs", "margin": "hard", "noise": 0.1, "n_samples": 20},
    {"kernel": "poly", "C": 0.3},
    {"kernel": "sigmoid"},
    {"solver": "smo", "tol": 1e-2},
    {"formulation": "primal", "solver": "subgradient", "max_iter": 30},
    {"weighed": True, "kernel": "linear", "C": 2.0},
    {"weighed": True, "kernel": "rbf", "C": 2.0},
]
every_run = pytest.mark.parametrize("words", WORDS, ids=lambda w: "-".join(map(str, w.values())))


def made(words):
    own = {name: value for name, value in words.items() if name != "weighed"}
    result = run(weighed(**own)) if "weighed" in words else machine(**own)
    assert result.model is not None
    return result


@every_run
def test_every_number_follows_from_alpha_b_and_the_kernel(words):
    result = made(words)
    found, y = conditions(result), result.data.y
    b = result.model.intercept
    alpha = result.model.coef * y
    margins = y * (gram(result) @ (alpha * y) + b)
    C = np.inf if result.experiment.margin == "hard" else result.experiment.C
    scale = max(1.0, np.abs(margins).max())
    bounds = C * result.data.weight
    assert found.C == C
    np.testing.assert_array_equal(found.bounds, bounds)
    np.testing.assert_allclose(found.alpha, alpha, rtol=0, atol=0)
    np.testing.assert_allclose(found.margins, margins, atol=1e-8 * scale)
    np.testing.assert_allclose(found.slack, [max(0.0, 1.0 - m) for m in margins], atol=1e-8 * scale)
    ahead = np.minimum(np.maximum(alpha + 1.0 - margins, 0.0), bounds)
    worst = np.abs(ahead - alpha)
    np.testing.assert_allclose(found.violation, worst, atol=1e-8 * scale)
    assert found.balance == pytest.approx(sum(a * s for a, s in zip(alpha, y, strict=True)))
    np.testing.assert_array_equal(found.case > 0, result.support)
    np.testing.assert_array_equal(found.case == 2, result.support & result.bound)


@every_run
def test_the_recipe_makes_the_machine(words):
    result = made(words)
    how, K, y, alpha = derivation(result), gram(result), result.data.y, result.alpha
    np.testing.assert_array_equal(how.S, [i for i in range(len(y)) if alpha[i] > 0.0])
    free = [s for s in range(len(y)) if conditions(result).case[s] == 1]
    np.testing.assert_array_equal(how.free, free)
    scale = max(1.0, np.abs(K @ (alpha * y)).max())
    own = [y[s] - sum(alpha[i] * y[i] * K[i, s] for i in range(len(y))) for s in free]
    np.testing.assert_allclose(how.b_s, own, atol=1e-8 * scale)
    assert how.b == result.model.intercept
    if free:
        assert how.mean == pytest.approx(np.mean(own), abs=1e-8 * scale)
        assert how.spread == pytest.approx(max(own) - min(own), abs=1e-8 * scale)
    else:
        assert how.mean is None
        assert how.spread is None
    if result.experiment.kernel == "linear":
        w = sum(alpha[i] * y[i] * result.data.X[i] for i in how.S)
        np.testing.assert_allclose(how.w, w, atol=1e-9)
    else:
        assert how.w is None
    if result.finished:
        reach = 1e-6 if result.experiment.tol < 1e-3 else 0.1
        assert (np.abs(how.b_s - how.b) <= reach).all()
        assert how.interval[0] - reach <= how.b <= how.interval[1] + reach


def test_without_free_points_b_is_the_middle_of_what_is_left_open():
    """Four points at C, one idle: nobody stands on a margin, and each b in between is as good."""
    places = [(-1.0, 0.0, 0), (-1.0, 0.5, 0), (1.0, 0.0, 1), (1.0, 0.5, 1), (3.0, 0.0, 1)]
    result = run(placed(places, kernel="linear", C=0.01, tol=1e-10))
    how, K, y = derivation(result), gram(result), result.data.y
    assert len(how.free) == len(how.b_s) == 0
    assert how.mean is None
    assert how.spread is None
    low, high = how.interval
    assert high - low > 0.05
    assert how.b == pytest.approx((low + high) / 2.0)

    def cost(b):
        return np.maximum(0.0, 1.0 - y * (K @ (result.alpha * y) + b)).sum()

    for b in (low, how.b, high):
        assert cost(b) == pytest.approx(cost(how.b))
    assert min(cost(low - 0.01), cost(high + 0.01)) > cost(how.b) + 1e-3


def test_no_machine_no_conditions():
    alone = run(change(Experiment(), n_samples=2, removed=(0,)))
    for ask in (conditions, derivation):
        with pytest.raises(ValueError, match="without a model"):
            ask(alone)


@every_run
def test_the_interval_is_where_every_point_is_on_the_side_its_multiplier_asks_for(words):
    result = made(words)
    found, y = conditions(result), result.data.y
    g = gram(result) @ (result.alpha * y)
    low, high = -np.inf, np.inf
    for i, case in enumerate(found.case):
        at = y[i] - g[i]  # with this b the point is on its margin; y f grows with y b
        if case == 0:  # y f >= 1
            low, high = (max(low, at), high) if y[i] > 0 else (low, min(high, at))
        elif case == 2:  # y f <= 1
            low, high = (low, min(high, at)) if y[i] > 0 else (max(low, at), high)
        else:
            low, high = max(low, at), min(high, at)
    assert derivation(result).interval == pytest.approx(
        (low, high), abs=1e-8 * max(1, np.abs(g).max())
    )


def test_a_sum_that_is_only_rounding_is_0():
    y = np.array([1.0, 1.0, -1.0])
    assert np.array([0.1, 0.2, 0.3]) @ y != 0.0, "the rounding error that is meant"
    assert balance(np.array([0.1, 0.2, 0.3]), y) == 0.0
    assert balance(np.array([1e6, 2e6, 3e6 + 1e-6]), y) == pytest.approx(-1e-6, rel=1e-3)
