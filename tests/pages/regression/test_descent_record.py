"""Descent on the cost of the tube: its subgradient, its costs, and where it arrives."""

from __future__ import annotations

import numpy as np
import pytest

from pages.regression.model.descent import BATCHES, RegressionDescent, descend
from pages.regression.model.experiment import Regression, change_regression
from svmcore.objective import Objective, TubeLoss
from svmcore.sgd.driver import run_descent
from svmcore.sgd.parametrization import KernelWeights, LinearWeights
from svmcore.sgd.schedule import SCHEDULES, BatchPlan
from svmcore.sgd.update_rules import Descend
from tests.helpers.regression_samples import cost, course, every_kind, gram, points


class TestCourse:
    @pytest.mark.parametrize("machine", ["epsilon", "nu"])
    @pytest.mark.parametrize("batch", BATCHES)
    @every_kind
    def test_costs_are_those_of_the_machines(self, kernel, batch, machine):
        found = course(kernel, {"batch": batch, "epochs": 6}, machine=machine)
        assert list(found.epochs) == list(range(7))
        assert not found.diverged
        for v, b, margin, loss in zip(found.v, found.b, *found.terms, strict=True):
            assert (margin, loss) == pytest.approx(cost(found.fitted, v, b))
        assert not found.v[0].any()
        fitted = found.fitted
        exact = fitted.coef[fitted.learned]
        w = np.array([exact @ points(fitted)[0]]) if kernel == "linear" else exact
        assert found.least == pytest.approx(sum(cost(fitted, w, fitted.intercept)))
        np.testing.assert_allclose(found.above, found.terms.total / found.least - 1.0)
        assert found.best == min(range(7), key=lambda k: found.terms.total[k])

    @every_kind
    def test_curves_and_the_loss_of_points_kept_apart(self, kernel):
        found = course(kernel, {"epochs": 5})
        fitted, grid = found.fitted, np.linspace(-3.0, 3.0, 7)
        x, _ = points(fitted)
        curves = found.curves(grid, [0, 2, 5])
        assert curves.shape == (3, 7)
        for curve, row in zip(curves, (0, 2, 5), strict=True):
            if kernel == "linear":
                own = found.v[row, 0] * grid
            else:
                own = np.exp(-0.5 * (grid[:, None] - x[None]) ** 2) @ found.v[row]
            np.testing.assert_allclose(curve, own + found.b[row], atol=1e-12)
        for row in range(6):
            f = found.curves(fitted.x[fitted.test], [row])[0]
            loss = np.maximum(np.abs(f - fitted.z[fitted.test]) - 0.3, 0.0).mean()
            assert found.test_loss[row] == pytest.approx(loss)
        assert np.isnan(course(kernel, test_share=0.0).test_loss).all()

    @pytest.mark.parametrize(
        ("kernel", "batch", "schedule", "eta0"),
        [("linear", "one", "inverse", 0.02), ("rbf", "some", "pegasos", 1.0)],
    )
    def test_a_falling_rate_arrives_at_the_exact_optimum(self, kernel, batch, schedule, eta0):
        steps = {"batch": batch, "schedule": schedule, "eta0": eta0, "epochs": 1000}
        found = course(kernel, steps)
        assert found.above.min() >= -1e-12
        assert found.above[-1] <= 1e-3
        grid = np.linspace(-2.5, 2.5, 30)
        np.testing.assert_allclose(found.curves(grid, [1000])[0], found.fitted(grid), atol=0.03)

    def test_numbers_that_overflow_end_the_course(self):
        found = course(
            "rbf", {"batch": "all", "schedule": "constant", "eta0": 10.0, "epochs": 1000}
        )
        assert found.diverged
        assert len(found.epochs) == len(found.terms.total) == len(found.test_loss) < 1000
        assert np.isfinite(found.v).all()

    def test_the_found_tube_is_the_one_that_is_gone_down_to(self):
        found = course(machine="nu", nu=0.3)
        fitted = found.fitted
        paid = fitted.regression.C * 0.3 * fitted.learned.sum() * fitted.epsilon
        assert found.least == pytest.approx(fitted.certificate.primal - paid)
        assert fitted.epsilon != fitted.regression.epsilon

    def test_without_points_or_with_a_free_optimum_there_is_nothing_to_compare_with(self):
        assert descend(change_regression(Regression(), curve="own"), RegressionDescent()) is None
        flat = course(epsilon=2.0)
        assert flat.least == 0.0
        assert flat.above is None
        assert flat.terms.total[-1] == 0.0


class TestSteps:
    @pytest.mark.parametrize(
        "words", [{"batch": "none"}, {"schedule": "line"}, {"eta0": 0.0}, {"epochs": 0}]
    )
    def test_what_does_not_exist_is_refused(self, words):
        with pytest.raises(ValueError, match=r".+"):
            RegressionDescent(**words)

    def test_sliders_are_those_that_matter(self):
        def names(**words):
            return {p.name for p in RegressionDescent(**words).parameters()}

        assert names() == {"eta0", "epochs"}
        assert names(batch="some") == {"eta0", "epochs", "batch_size"}
        assert names(schedule="pegasos") == {"epochs"}


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


class Batches:
    """`Descend` that is given each point as a batch of one, which is the plain way."""

    @staticmethod
    def run(place, objective, block, v, b):
        batches = block._replace(rows=[np.array([i]) for i in block.rows])
        return Descend().run(place, objective, batches, v, b)


class TestRule:
    @pytest.mark.parametrize("weighed", [False, True])
    @pytest.mark.parametrize("schedule", ["constant", "pegasos"])
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

    def test_a_linear_kernel_that_is_built_goes_the_same_way(self):
        steps = {"schedule": "inverse", "epochs": 20, "batch": "some"}
        plane = course("linear", steps)
        value = change_regression(plane.fitted.regression, kernel="built", recipe="linear")
        lifted = descend(value, RegressionDescent(**steps))
        np.testing.assert_allclose(lifted.v @ points(plane.fitted)[0], plane.v[:, 0], atol=1e-9)
        np.testing.assert_allclose(lifted.terms.total, plane.terms.total, rtol=1e-9)
