"""The charts of a regression, against alpha, b and the kernel alone."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import pytest

from pages.plots.theme import resolve
from pages.regression.figures.charts import (
    course_figure,
    multiplier_figure,
    residual_figure,
    sweep_figure,
)
from pages.regression.model.descent import RegressionDescent, descend
from pages.regression.model.drawing import tube
from pages.regression.model.experiment import Regression, change_regression
from pages.regression.model.fit import fit
from pages.regression.model.sweep import STEPS, places, sweep, sweeping, words
from tests.helpers.tube_samples import CASES, VIEW, curve, of, own, trace, uids

every_case = pytest.mark.parametrize("choice", CASES.values(), ids=CASES)


def texts(figure):
    return [a["text"] for a in figure["layout"].get("annotations", [])]


class TestResiduals:
    @every_case
    def test_they_are_z_minus_f_with_the_tube_as_a_band(self, choice):
        found = of(**choice)
        figure = residual_figure(tube(found, VIEW), VIEW)
        go.Figure(resolve(figure, "dark"))
        r = found.z - curve(found, found.x)
        for uid, chosen in (("train", ~found.test), ("test", found.test)):
            if not chosen.any():
                assert uid not in uids(figure)
                continue
            np.testing.assert_array_equal(trace(figure, uid)["x"], found.x[chosen])
            np.testing.assert_allclose(trace(figure, uid)["y"], r[chosen], atol=1e-7)
        band = figure["layout"]["shapes"][0]
        assert (band["y0"], band["y1"]) == (-found.epsilon, found.epsilon)
        low, high = figure["layout"]["yaxis"]["range"]
        assert low < r.min() < r.max() < high
        symbols = [t["marker"]["symbol"] for t in figure["data"]]
        assert symbols == ["circle", "circle-open"][: len(symbols)]

    def test_nothing_without_a_machine(self):
        assert texts(residual_figure(tube(own([]), VIEW), VIEW)) == ["no model"]


class TestMultipliers:
    @every_case
    def test_bars_are_alpha_up_and_alpha_star_down_from_left_to_right(self, choice):
        found = of(**choice, n_samples=70)
        figure, order = multiplier_figure(found)
        go.Figure(resolve(figure, "light"))
        largest = np.maximum(found.alpha, found.alpha_star)
        held = np.flatnonzero(largest > 1e-6 * found.regression.C)
        assert sorted(order) == held.tolist()
        assert (np.diff(found.x[order]) >= 0.0).all()
        np.testing.assert_array_equal(trace(figure, "alpha")["y"], found.alpha[order])
        np.testing.assert_array_equal(trace(figure, "alphastar")["y"], -found.alpha_star[order])
        top = figure["layout"]["yaxis"]["range"][1]
        assert top > largest.max()
        near = largest.max() > found.regression.C / 8.0
        assert texts(figure) == (["C"] if near else [])

    def test_of_too_many_the_largest_are_shown(self):
        found = of(n_samples=300, epsilon=0.05)
        figure, order = multiplier_figure(found)
        held = int((np.maximum(found.alpha, found.alpha_star) > 1e-6).sum())
        assert len(order) == 80
        assert f"the 80 largest of {held}" in figure["layout"]["xaxis"]["title"]["text"]

    def test_the_asked_bar_is_framed(self):
        found = of()
        k = multiplier_figure(found)[1][3]
        figure, order = multiplier_figure(found, k)
        for uid in ("alpha", "alphastar"):
            width = trace(figure, uid)["marker"]["line"]["width"]
            assert [i for i, w in zip(order, width, strict=True) if w] == [k]

    def test_words_where_nobody_pulls(self):
        assert texts(multiplier_figure(own([]))[0]) == ["no model, no multipliers"]
        flat = multiplier_figure(own([(0, 0), (1, 0.1)]))
        assert (texts(flat[0]), flat[1]) == (["all multipliers are 0: f is flat"], [])


class TestCourse:
    @pytest.mark.parametrize("batch", ["one", "all"])
    def test_costs_are_those_of_the_machines(self, batch):
        value = Regression()
        course = descend(value, RegressionDescent(batch=batch, epochs=15))
        found = course.fitted
        figure = course_figure(course, 4)
        go.Figure(resolve(figure, "light"))
        learned = ~found.test
        x, z = found.x[learned], found.z[learned]
        K = np.exp(-0.5 * (x[:, None] - x[None]) ** 2)
        out = np.maximum(np.abs(course.v @ K + course.b[:, None] - z) - 0.3, 0.0).sum(1)
        square = np.einsum("ij,jk,ik->i", course.v, K, course.v)
        np.testing.assert_allclose(trace(figure, "cost")["y"], 0.5 * square + out, rtol=1e-8)
        np.testing.assert_allclose(trace(figure, "loss")["y"], out, rtol=1e-8)
        np.testing.assert_allclose(trace(figure, "margin")["y"], 0.5 * square, atol=1e-8)
        coef = (found.alpha - found.alpha_star)[learned]
        slack = np.maximum(np.abs(K @ coef + found.intercept - z) - 0.3, 0.0).sum()
        least = 0.5 * coef @ K @ coef + slack
        np.testing.assert_allclose(trace(figure, "optimum")["y"], least, rtol=1e-6)
        above = trace(figure, "relative")["y"]
        np.testing.assert_allclose(above, (0.5 * square + out) / least - 1.0, atol=1e-6)
        [mark] = figure["layout"]["shapes"]
        assert mark["x0"] == mark["x1"] == 4.0
        assert figure["layout"]["yaxis2"]["type"] == "log"

    def test_nothing_without_a_machine_and_no_distance_without_an_optimum(self):
        assert texts(course_figure(None, 0)) == ["no model"]
        assert texts(course_figure(None, 0, "not yet")) == ["not yet"]
        flat = own([(0, 0), (1, 0.1)]).regression
        figure = course_figure(descend(flat, RegressionDescent(epochs=3)), 0)
        assert texts(figure) == []


class TestSweep:
    def test_what_can_be_swept(self):
        assert words(Regression()) == ("epsilon", "C", "gamma")
        assert words(Regression(machine="nu", kernel="linear")) == ("C", "nu")

    @pytest.mark.parametrize("word", ["epsilon", "C", "nu", "gamma"])
    def test_every_place_is_one_that_a_regression_takes(self, word):
        found = places(word)
        assert len(found) == STEPS
        assert (np.diff(found) > 0.0).all()
        for place in found:
            change_regression(Regression(), **{word: place})

    @pytest.mark.parametrize(
        ("word", "machine"), [("epsilon", "epsilon"), ("C", "nu"), ("nu", "nu"), ("gamma", "nu")]
    )
    @pytest.mark.parametrize("measure", ["mae", "rmse"])
    def test_errors_are_those_of_the_machines(self, word, machine, measure):
        value = Regression(machine=machine, n_samples=40)
        found = sweep(value, word)
        figure = sweep_figure(found, measure, 0.5, word)
        go.Figure(resolve(figure, "light"))
        assert list(found.values) == list(places(word))
        np.testing.assert_array_equal(trace(figure, "test")["x"], found.values)
        for k in range(0, STEPS, 6):
            one = fit(change_regression(value, **{word: found.values[k]}))
            r = np.abs(one.z - curve(one, one.x))
            for uid, chosen in (("train", ~one.test), ("test", one.test)):
                own_error = r[chosen].mean() if measure == "mae" else (r[chosen] ** 2).mean() ** 0.5
                assert trace(figure, uid)["y"][k] == pytest.approx(own_error, abs=1e-6)
        least = np.argmin(trace(figure, "test")["y"])
        assert trace(figure, "best")["x"] == [found.values[least]]
        assert found.best(measure) == least
        [mark] = figure["layout"]["shapes"]
        assert (mark["x0"], mark["x1"]) == (0.5, 0.5)
        assert (figure["layout"]["xaxis"].get("type") == "log") == (word in ("C", "gamma"))

    def test_it_tells_how_far_it_is(self):
        value = Regression(n_samples=20, seed=77)
        assert list(sweeping(value, "epsilon")) == list(range(1, STEPS + 1))

    def test_without_test_points_there_is_no_best_and_without_points_nothing(self):
        alone = sweep(Regression(test_share=0.0, n_samples=20), "C")
        assert alone.best("mae") is None
        assert uids(sweep_figure(alone, "mae", 1.0, "C")) == ["train"]
        empty = sweep(Regression(curve="own"), "C")
        assert texts(sweep_figure(empty, "mae", 1.0, "C")) == ["no model"]
        assert texts(sweep_figure(None, "rmse", 1.0, "C")) == ["not measured yet"]


def test_no_class_colour_is_used():
    found = of()
    drawn = [
        residual_figure(tube(found, VIEW), VIEW),
        multiplier_figure(found)[0],
        course_figure(descend(Regression(), RegressionDescent(epochs=3)), 0),
        sweep_figure(sweep(Regression(n_samples=20), "C"), "mae", 1.0, "C"),
    ]
    assert "$class" not in str(drawn)
