"""Descent on the cost of the tube: its subgradient, its costs, and where it arrives."""

from __future__ import annotations

import numpy as np
import pytest

from svmcore.descent.methods import Descent
from svmcore.descent.places import Coordinates, Kernels
from svmcore.descent.plan import SCHEDULES, Plan
from svmcore.descent.rules import Descend
from svmcore.descent.walk import Standing, walk
from svmcore.objective import Objective
from svmcore.params import parameters
from svmcore.regression.choice import Regression, change_regression
from svmcore.regression.descent import BATCHES, Steps, descend
from svmcore.regression.fit import fit
from svmcore.regression.tube import OneByOne, Targets, TubeLoss

KINDS = ["linear", "rbf"]
every_kind = pytest.mark.parametrize("kernel", KINDS)


def course(kernel="rbf", steps=None, **words):
    value = change_regression(
        Regression(), kernel=kernel, curve="line" if kernel == "linear" else "sine", **words
    )
    return descend(value, Steps(**(steps or {})))


def gram(fitted):
    X = fitted.x[fitted.learned][:, None]
    return fitted.regression.build_kernel()(X, X)


def points(fitted):
    return fitted.x[fitted.learned], fitted.z[fitted.learned]


def cost(fitted, v, b):
    """J, written down once more: its two terms."""
    x, z = points(fitted)
    if fitted.regression.kernel == "linear":
        f, square = v[0] * x + b, v[0] ** 2
    else:
        f, square = gram(fitted) @ v + b, v @ gram(fitted) @ v
    slack = sum(max(0.0, abs(r) - fitted.epsilon) for r in z - f)
    return 0.5 * square, fitted.regression.C * slack


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
        ones, linear = np.ones(len(z)), fitted.regression.kernel == "linear"
        place = Targets(Coordinates(x[:, None], ones) if linear else Kernels(K, ones), z)
        C = fitted.regression.C
        objective = Objective(1.0, len(z) * C, False, TubeLoss(fitted.epsilon))
        rows = np.arange(len(z)) if batch is None else batch
        pull = objective.loss.slope(place.scores(v, rows) + b) * C * len(z) / len(rows)
        g = v.copy()
        place.push(g, rows, pull)
        eta = 1e-3
        plan = Plan(len(rows), 1, len(rows), False)
        standing = walk_from(place, objective, plan, eta, v, b) if batch is None else None
        if standing is not None:
            np.testing.assert_allclose((v - standing[0]) / eta, g, atol=1e-8)
            assert (b - standing[1]) / eta == pytest.approx(pull.sum(), abs=1e-8)
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
    standing = Standing(v.copy(), b, 0, np.zeros_like(v), 0.0)
    walk(place, objective, plan, SCHEDULES["constant"](), eta, standing=standing)
    return standing.v, standing.b


class TestRule:
    @pytest.mark.parametrize("weighed", [False, True])
    @pytest.mark.parametrize("schedule", ["constant", "inverse", "pegasos"])
    @every_kind
    def test_one_point_at_a_time_is_the_same_run_in_fewer_steps(self, kernel, schedule, weighed):
        fitted = course(kernel).fitted
        x, z = points(fitted)
        ones = np.ones(len(z))
        weight = np.random.default_rng(5).choice([0.5, 1.0, 3.0], len(z)) if weighed else None
        linear = kernel == "linear"
        inner = (
            Coordinates(x[:, None], ones, weight) if linear else Kernels(gram(fitted), ones, weight)
        )
        place, plan = Targets(inner, z), Plan(len(z), 4, 1, seed=3)
        objective = Objective(1.0, len(z) * 2.0, False, TubeLoss(0.2))
        rate = SCHEDULES[schedule]()
        fast = walk(place, objective, plan, rate, 1e-3, rule=OneByOne())
        slow = walk(place, objective, plan, rate, 1e-3, rule=Descend())
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
        lifted = descend(value, plane.steps)
        np.testing.assert_allclose(lifted.v @ points(plane.fitted)[0], plane.v[:, 0], atol=1e-9)
        np.testing.assert_allclose(lifted.terms.total, plane.terms.total, rtol=1e-9)


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
        ("kernel", "batch", "schedule", "eta0", "epochs"),
        [
            ("linear", "all", "inverse", 0.1, 1000),
            ("linear", "some", "inverse", 0.1, 1000),
            ("linear", "one", "inverse", 0.02, 1000),
            ("rbf", "all", "pegasos", 1.0, 1000),
            ("rbf", "some", "pegasos", 1.0, 1000),
            ("rbf", "one", "pegasos", 1.0, 1000),
        ],
    )
    def test_a_falling_rate_arrives_at_the_exact_optimum(
        self, kernel, batch, schedule, eta0, epochs
    ):
        steps = {"batch": batch, "schedule": schedule, "eta0": eta0, "epochs": epochs}
        found = course(kernel, steps)
        assert found.above.min() >= -1e-12
        assert found.above[-1] <= 1e-3
        grid = np.linspace(-2.5, 2.5, 30)
        np.testing.assert_allclose(found.curves(grid, [epochs])[0], found.fitted(grid), atol=0.03)

    @every_kind
    def test_a_constant_rate_stays_away_by_about_its_length(self, kernel):
        def late(eta0):
            steps = {"batch": "one", "schedule": "constant", "eta0": eta0, "epochs": 400}
            return float(course(kernel, steps).above[200:].mean())

        assert late(4e-3) > 2.0 * late(1e-4) > 0.0
        assert late(1e-4) < 0.05

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
        assert descend(change_regression(Regression(), curve="own"), Steps()) is None
        flat = course(epsilon=2.0)
        assert flat.least == 0.0
        assert flat.above is None
        assert flat.terms.total[-1] == 0.0

    def test_the_same_question_is_one_answer_that_cannot_be_written_to(self):
        found = course()
        assert course() is found
        assert found.fitted is fit(found.fitted.regression)
        for array in (found.v, found.b, *found.terms, found.test_loss):
            assert not array.flags.writeable


class TestSteps:
    def test_words_mean_what_they_mean_in_a_descent(self):
        theirs = {p.name: p for p in parameters(Descent)}
        for p in parameters(Steps):
            assert p == theirs[p.name]

    @pytest.mark.parametrize(
        "words", [{"batch": "none"}, {"schedule": "line"}, {"eta0": 0.0}, {"epochs": 0}]
    )
    def test_what_does_not_exist_is_refused(self, words):
        with pytest.raises(ValueError, match=r".+"):
            Steps(**words)

    def test_sliders_are_those_that_matter(self):
        def names(**words):
            return {p.name for p in Steps(**words).parameters()}

        assert names() == {"eta0", "epochs"}
        assert names(batch="some") == {"eta0", "epochs", "batch_size"}
        assert names(schedule="pegasos") == {"epochs"}
