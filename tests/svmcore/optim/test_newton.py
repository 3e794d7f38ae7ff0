"""Newton's method on the primal: exact, whatever the data, and its line search too."""

import itertools

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from svmcore.engine.linear_fit import fit_linear, fit_squared_tube
from svmcore.engine.newton import line_minimum
from svmcore.losses import Hinge, HuberHinge
from svmcore.solvers import Status
from tests.helpers.grids import grid
from tests.helpers.samples import SMOOTH, every_smooth_loss

COSTS = [1e-3, 1.0, 1e3, 1e6]


def clouds(n, d, noise=0.5, seed=0):
    rng = np.random.default_rng(seed)
    X, towards = rng.normal(size=(n, d)), rng.normal(size=d)
    scores = X @ towards / np.linalg.norm(towards)
    return X, np.where(scores + noise * rng.normal(size=n) > 0.3, 1.0, -1.0)


def degenerate():
    X, y = clouds(60, 2)
    return {
        "one feature": clouds(80, 1),
        "more features than points": clouds(20, 70),
        "separable": clouds(90, 3, noise=0.0),
        "every point with both labels": (np.vstack([X, X]), np.append(y, -y)),
        "collinear": (np.outer(X[:, 0], [1.0, 2.0, -3.0]), y),
        "a constant feature": (np.column_stack([X, np.full(60, 7.0)]), y),
        "large": (1e3 * X, y),
        "features of different size": (X * np.array([1e-3, 1e3]), y),
        "one against many": (X, np.append(1.0, -np.ones(59))),
        "two points": (np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1.0, -1.0])),
        "all points equal": (np.ones((10, 2)), np.append(np.ones(7), -np.ones(3))),
    }


def objective(X, y, C, loss, w, b):
    return 0.5 * w @ w + np.broadcast_to(C, len(y)) @ loss(y * (X @ w + b))


class TestFitLinear:
    @pytest.mark.parametrize(("name", "loss", "C"), grid(degenerate(), SMOOTH, COSTS), ids=repr)
    def test_is_exact(self, name, loss, C):
        """The proof is recomputed here from w, b and alpha alone."""
        X, y = degenerate()[name]
        costs = C * np.linspace(0.5, 1.5, len(y))
        found = fit_linear(X, y, costs, loss)
        assert found.status is Status.OPTIMAL
        primal = objective(X, y, costs, loss, found.w, found.intercept)
        assert found.certificate.primal == pytest.approx(primal, rel=1e-7)
        alpha = found.alpha
        assert (alpha >= 0.0).all()
        assert (alpha <= loss.ceiling(costs)).all()
        assert abs(y @ alpha) <= 1e-11 * alpha.sum()
        around = X - X.mean(0)
        own = (alpha * y) @ around
        dual = loss.dual(alpha, costs).sum() - 0.5 * own @ own
        assert found.certificate.dual == pytest.approx(dual, rel=1e-10)
        assert -1e-13 <= found.certificate.relative_gap <= 1e-10

    @every_smooth_loss
    def test_one_class_needs_no_direction(self, loss):
        X = clouds(40, 2)[0]
        for sign in (1.0, -1.0):
            found = fit_linear(X, np.full(40, sign), 3.0, loss)
            assert found.status is Status.OPTIMAL
            assert found.certificate.primal == 0.0
            np.testing.assert_array_equal(found.w, 0.0)
            assert sign * found.intercept == loss.minimum

    def test_a_narrow_bend_is_not_walked_past_again_and_again(self):
        """A short step goes on with the parabolas from above: 20 steps here, without them 51."""
        X, y = clouds(1000, 10, noise=0.0)
        found = fit_linear(X, y, 100.0, HuberHinge(0.01))
        assert found.status is Status.OPTIMAL
        assert found.n_iter <= 30

    @every_smooth_loss
    def test_the_violation_is_the_worst_missed_condition(self, loss):
        for (X, y), max_iter in itertools.product(
            (clouds(200, 10), degenerate()["all points equal"]), (0, 1, 2, 3)
        ):
            C = np.linspace(0.5, 1.5, len(y))
            found = fit_linear(X, y, C, loss, max_iter=max_iter)
            alpha, margins = found.alpha, y * (X @ found.w + found.intercept)
            moved = np.clip(alpha + loss.dual_slope(alpha, C) - margins, 0.0, loss.ceiling(C))
            worst = np.abs(moved - alpha).max(), np.abs(found.w - (alpha * y) @ X).max()
            assert found.certificate.violation == pytest.approx(max(worst), rel=1e-6)
            assert (found.certificate.violation <= 1e-9) == (found.status is Status.OPTIMAL)

    def test_what_is_refused(self):
        X, y = clouds(10, 2)
        for wrong, word in [
            ((X, y, 1.0, Hinge()), "needs a loss without a kink, got Hinge"),
            ((X, y, 0.0), "C must be positive and finite, got 0"),
            ((X, y, np.append(np.ones(9), np.nan)), "C must be positive and finite, got nan"),
            ((X, y, np.ones(3)), r"C must be a number or have shape \(10,\), got shape \(3,\)"),
            ((X[:0], y[:0]), "X must hold at least one point"),
            ((X, y + 1.0), "y must hold -1 and \\+1 only"),
        ]:
            with pytest.raises(ValueError, match=word):
                fit_linear(*wrong)


@pytest.mark.parametrize("intercept", [True, False])
def test_small_targets_of_the_squared_tube_keep_their_digits(intercept):
    """With targets and epsilon in another unit the model is the same in that unit."""
    X = clouds(60, 3)[0]
    z, C = X @ [1.0, -2.0, 0.5] + 0.1 * np.sin(np.arange(60)), np.ones(60)
    whole, small = (
        fit_squared_tube(X, unit * z, C, 0.05 * unit, intercept=intercept)
        for unit in (1.0, 2.0**-40)
    )
    assert small.status is Status.OPTIMAL
    assert abs(small.certificate.relative_gap) <= 1e-12
    np.testing.assert_allclose(small.w * 2.0**40, whole.w, rtol=1e-13)


class TestLineMinimum:
    @every_smooth_loss
    @pytest.mark.parametrize("seed", range(8))
    def test_against_a_search_that_knows_nothing(self, loss, seed):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(1, 60))
        margins, change = rng.normal(0.5, 1.0, n), rng.normal(0.1, 10.0 ** rng.uniform(-2, 2), n)
        margins[: n // 4] = rng.choice([2.0 - loss.minimum, loss.minimum], n // 4)  # on a bend
        change[n // 8 : n // 6] = 0.0
        C, a = rng.uniform(0.1, 3.0, n), 10.0 ** rng.uniform(-3, 1)  # a t^2 / 2 for |w|^2 / 2

        def along(t):
            return 0.5 * a * (t - 0.5) ** 2 + C @ loss(margins + t * change)

        slope = -0.5 * a + (C * loss.slope(margins)) @ change
        if slope >= 0.0:
            slope, change = -a - slope, -change  # the other way: (t - 0.5) becomes (t + 0.5)
            slope = -0.5 * a + (C * loss.slope(margins)) @ change
        if slope >= 0.0:
            return  # the minimum is where it stands, both ways
        rest = slope - (C * loss.slope(margins)) @ change, a
        t, ahead, slopes = line_minimum(slope, rest, margins, change, C, loss, flat=1e-9)
        np.testing.assert_array_equal(ahead, margins + t * change)
        np.testing.assert_array_equal(slopes, loss.slope(ahead))
        best = minimize_scalar(along, bounds=(0.0, 2.0 * t), method="bounded")
        assert along(t) <= best.fun + 1e-12 * abs(best.fun)
        ends = a * (t - 0.5) + (C * loss.slope(margins + t * change)) @ change
        assert abs(ends) <= 1e-9 * abs(slope)
