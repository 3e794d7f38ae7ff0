"""The charts of a regression, against alpha, b and the kernel alone."""

from __future__ import annotations

import numpy as np
import pytest

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
from pages.regression.model.sweep import STEPS, places, sweep, words
from tests.helpers.figures import accepted
from tests.helpers.tube_samples import CASES, VIEW, curve, of, own, trace, uids

every_case = pytest.mark.parametrize("choice", CASES.values(), ids=CASES)


def texts(figure):
    return [a["text"] for a in figure["layout"].get("annotations", [])]


@every_case
def test_they_are_z_minus_f_with_the_tube_as_a_band(choice):
    found = of(**choice)
    figure = residual_figure(tube(found, VIEW), VIEW)
    accepted(figure)
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


@every_case
def test_bars_are_alpha_up_and_alpha_star_down_from_left_to_right(choice):
    found = of(**choice, n_samples=70)
    figure, order = multiplier_figure(found)
    accepted(figure)
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


def test_of_too_many_the_largest_are_shown():
    found = of(n_samples=300, epsilon=0.05)
    figure, order = multiplier_figure(found)
    held = int((np.maximum(found.alpha, found.alpha_star) > 1e-6).sum())
    assert len(order) == 80
    assert f"the 80 largest of {held}" in figure["layout"]["xaxis"]["title"]["text"]


def test_words_where_all_are_0():
    flat = multiplier_figure(own([(0, 0), (1, 0.1)]))
    assert (texts(flat[0]), flat[1]) == (["all multipliers are 0: f is flat"], [])


def test_costs_are_those_of_the_course():
    course = descend(Regression(), RegressionDescent(epochs=15))
    figure = course_figure(course)
    accepted(figure)
    margin, loss = course.terms
    for uid, values in (("cost", margin + loss), ("loss", loss), ("margin", margin)):
        np.testing.assert_allclose(trace(figure, uid)["y"], values)
    np.testing.assert_allclose(trace(figure, "optimum")["y"], course.least)
    np.testing.assert_allclose(trace(figure, "relative")["y"], course.above, atol=1e-9)


def test_no_distance_without_an_optimum():
    flat = own([(0, 0), (1, 0.1)]).regression
    figure = course_figure(descend(flat, RegressionDescent(epochs=3)))
    assert texts(figure) == []


def test_what_can_be_swept():
    assert words(Regression()) == ("epsilon", "C", "gamma")
    assert words(Regression(machine="nu", kernel="linear")) == ("C", "nu")


@pytest.mark.parametrize(
    ("word", "machine"), [("epsilon", "epsilon"), ("C", "nu"), ("nu", "nu"), ("gamma", "nu")]
)
@pytest.mark.parametrize("measure", ["mae", "rmse"])
def test_errors_are_those_of_the_machines(word, machine, measure):
    value = Regression(machine=machine, n_samples=40)
    found = sweep(value, word)
    figure = sweep_figure(found, measure, 0.5, word)
    accepted(figure)
    assert "$class" not in str(figure)
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


def test_without_test_points_there_is_no_best():
    alone = sweep(Regression(test_share=0.0, n_samples=20), "C")
    assert alone.best("mae") is None
    assert uids(sweep_figure(alone, "mae", 1.0, "C")) == ["train"]


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        (residual_figure(tube(own([]), VIEW), VIEW), "no model"),
        (multiplier_figure(own([]))[0], "no model, no multipliers"),
        (course_figure(None), "no model"),
        (course_figure(None, "not yet"), "not yet"),
        (sweep_figure(sweep(Regression(curve="own"), "C"), "mae", 1.0, "C"), "no model"),
        (sweep_figure(None, "rmse", 1.0, "C"), "not measured yet"),
    ],
)
def test_a_chart_without_numbers_says_why(figure, said):
    assert texts(figure) == [said]
