"""Descent on the cost of the tube: its subgradient, its costs, and where it arrives."""

from __future__ import annotations

import numpy as np
import pytest

from pages.regression.model.descent import RegressionDescent, descend
from pages.regression.model.experiment import change_regression
from svmcore.objective import Objective, TubeLoss
from svmcore.sgd.driver import DescentState, run_descent
from svmcore.sgd.parametrization import KernelWeights, LinearWeights
from svmcore.sgd.schedule import SCHEDULES, BatchPlan
from svmcore.sgd.update_rules import Descend
from tests.helpers.regression_samples import cost, course, every_kind, gram, points


class TestLoss:
    def test_values_and_slopes(self):
        loss = TubeLoss(0.5)
        t = np.array([-2.0, -0.5, -0.2, 0.0, 0.5, 0.6])
        np.testing.assert_allclose(loss(t), [1.5, 0.0, 0.0, 0.0, 0.0, 0.1])
        np.testing.assert_array_equal(loss.slope(t), [-1.0, 0.0, 0.0, 0.0, 0.0, 1.0])

    @pytest.mark.parametrize("epsilon", [0.0, 0.3])
    def test_no_line_of_its_slopes_is_above_it(self, epsilon):
        loss = TubeLoss(epsilon)
        t = np.concatenate([np.linspace(-2, 2, 41), [epsilon, -epsilon]])
        lines = loss(t)[:, None] + loss.slope(t)[:, None] * (t[None] - t[:, None])
        assert (lines <= loss(t)[None] + 1e-12).all()


class TestSubgradient:
    """One update of all points with the rate eta moves (w, b) by -eta g: so g is known."""

    @staticmethod
    def slope(fitted, v, b, batch=None):
        x, z = points(fitted)
        K = gram(fitted)
        linear = fitted.regression.kernel == "linear"
        place = LinearWeights(x[:, None], z) if linear else KernelWeights(K, z)
        C = fitted.regression.C
        objective = Objective(1.0, len(z) * C, False, TubeLoss(fitted.epsilon))
        rows = np.arange(len(z)) if batch is None else batch
        pull = objective.slope(place.scores(v, rows) + b, z[rows]) * C * len(z) / len(rows)
        g = v.copy()
        place.push(g, rows, pull)
        eta = 1e-3
        plan = BatchPlan(len(rows), 1, len(rows), False)
        state = walk_from(place, objective, plan, eta, v, b) if batch is None else None
        if state is not None:
            np.testing.assert_allclose((v - state[0]) / eta, g, atol=1e-8)
            assert (b - state[1]) / eta == pytest.approx(pull.sum(), abs=1e-8)
        return g, float(pull.sum())

    @every_kind
    def test_its_plane_is_nowhere_above_the_cost(self, kernel):
        fitted = course(kernel).fitted
        rng = np.random.default_rng(0)
        size = 1 if kernel == "linear" else int(fitted.learned.sum())
        metric = np.eye(1) if kernel == "linear" else gram(fitted)
        for _ in range(30):
            v, other = rng.normal(size=(2, size)) * rng.choice([0.01, 0.3, 2.0], (2, 1))
            b, c = rng.normal(size=2)
            g, g_b = self.slope(fitted, v, b)
            plane = sum(cost(fitted, v, b)) + g @ metric @ (other - v) + g_b * (c - b)
            assert sum(cost(fitted, other, c)) >= plane - 1e-9

    @every_kind
    def test_where_the_cost_is_smooth_it_is_the_gradient(self, kernel):
        fitted = course(kernel).fitted
        rng = np.random.default_rng(1)
        size = 1 if kernel == "linear" else int(fitted.learned.sum())
        metric = np.eye(1) if kernel == "linear" else gram(fitted)
        v, b, h = rng.normal(size=size), 0.2, 1e-7
        g, g_b = self.slope(fitted, v, b)
        for _ in range(5):
            way, up = rng.normal(size=size), rng.normal()
            ends = [sum(cost(fitted, v + s * h * way, b + s * h * up)) for s in (1.0, -1.0)]
            steep = (ends[0] - ends[1]) / (2.0 * h)
            assert steep == pytest.approx(g @ metric @ way + g_b * up, rel=1e-5)

    @every_kind
    def test_that_of_one_point_is_right_on_the_average(self, kernel):
        fitted = course(kernel).fitted
        n = int(fitted.learned.sum())
        v = np.random.default_rng(2).normal(size=1 if kernel == "linear" else n)
        whole, whole_b = self.slope(fitted, v, 0.1)
        each = [self.slope(fitted, v, 0.1, np.array([i])) for i in range(n)]
        np.testing.assert_allclose(np.mean([g for g, _ in each], axis=0), whole, atol=1e-9)
        assert np.mean([g_b for _, g_b in each]) == pytest.approx(whole_b, abs=1e-9)


def walk_from(place, objective, plan, eta, v, b):
    """(w, b) after the only update of a plan, from a machine that is given."""
    state = DescentState(v.copy(), b, 0, np.zeros_like(v), 0.0)
    run_descent(place, objective, plan, SCHEDULES["constant"], eta, state=state)
    return state.v, state.b


class Batches:
    """`Descend` that is given each point as a batch of one, which is the plain way."""

    @staticmethod
    def run(place, objective, block, v, b):
        batches = block._replace(rows=[np.array([i]) for i in block.rows])
        return Descend().run(place, objective, batches, v, b)


class TestRule:
    @pytest.mark.parametrize("weighed", [False, True])
    @pytest.mark.parametrize("schedule", ["constant", "inverse", "pegasos"])
    @every_kind
    def test_one_point_at_a_time_is_the_same_run_in_fewer_steps(self, kernel, schedule, weighed):
        fitted = course(kernel).fitted
        x, z = points(fitted)
        weight = np.random.default_rng(5).choice([0.5, 1.0, 3.0], len(z)) if weighed else None
        linear = kernel == "linear"
        place = (
            LinearWeights(x[:, None], z, weight)
            if linear
            else KernelWeights(gram(fitted), z, weight)
        )
        plan = BatchPlan(len(z), 4, 1, seed=3)
        objective = Objective(1.0, len(z) * 2.0, False, TubeLoss(0.2))
        rate = SCHEDULES[schedule]
        fast = run_descent(place, objective, plan, rate, 1e-3)
        slow = run_descent(place, objective, plan, rate, 1e-3, rule=Batches())
        assert len(fast.b) == plan.total + 1
        np.testing.assert_allclose(fast.v, slow.v, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(fast.b, slow.b, rtol=1e-9, atol=1e-12)
        assert np.abs(fast.v[-1]).max() > 0.0

    @pytest.mark.parametrize(
        ("schedule", "rates"),
        [("constant", (0.01, 0.01)), ("inverse", (0.01, 0.005)), ("pegasos", (1.0, 0.5))],
    )
    def test_the_first_two_updates_by_hand(self, schedule, rates):
        found = course("linear", {"batch": "all", "schedule": schedule, "epochs": 2}, C=0.5)
        x, z = points(found.fitted)
        w = b = 0.0
        for epoch, rate in enumerate(rates, start=1):
            t = w * x + b - z
            push = 0.5 * np.sign(t) * (np.abs(t) > 0.3)
            w, b = w - rate * (w + push @ x), b - rate * push.sum()
            assert found.v[epoch, 0] == pytest.approx(w)
            assert found.b[epoch] == pytest.approx(b)

    def test_points_come_in_the_order_that_the_seed_decides(self):
        found = course("linear", {"batch": "one", "schedule": "constant", "epochs": 1}, seed=4)
        x, z = points(found.fitted)
        w = b = 0.0
        for i in np.random.default_rng(4).permutation(len(z)):
            t = w * x[i] + b - z[i]
            push = len(z) * np.sign(t) * (abs(t) > 0.3)
            w, b = w - 0.01 * (w + push * x[i]), b - 0.01 * push
        assert (found.v[1, 0], found.b[1]) == pytest.approx((w, b))

    def test_a_linear_kernel_that_is_built_goes_the_same_way(self):
        steps = {"schedule": "inverse", "epochs": 20, "batch": "some"}
        plane = course("linear", steps)
        value = change_regression(plane.fitted.regression, kernel="built", recipe="linear")
        lifted = descend(value, RegressionDescent(**steps))
        np.testing.assert_allclose(lifted.v @ points(plane.fitted)[0], plane.v[:, 0], atol=1e-9)
        np.testing.assert_allclose(lifted.terms.total, plane.terms.total, rtol=1e-9)
