"""What is said of a point, a place and an epoch, against alpha, b and the kernel alone."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.regression.model.descent import RegressionDescent, descend
from pages.regression.model.experiment import Regression
from pages.regression.text import (
    course_cards,
    course_sentence,
    point_sentence,
)
from pages.state.text.number_format import number
from tests.helpers.opened import numbers
from tests.helpers.tube_samples import CASES, curve, of, own

EDGE = 1e-5


@pytest.mark.parametrize("choice", CASES.values(), ids=CASES)
def test_of_every_point_it_says_what_is_true(choice):
    found = of(**choice)
    r = found.z - curve(found, found.x)
    C = found.regression.C
    pull = np.maximum(found.alpha, found.alpha_star)
    for k in range(len(found)):
        said = point_sentence(found, k)
        if "lies on f" in said:
            assert abs(r[k]) < EDGE
        else:
            away = float(numbers(said)[0])
            assert away == pytest.approx(abs(r[k]), rel=6e-3, abs=EDGE)
            assert (" above f" in said) == (r[k] > 0.0)
        out = abs(r[k]) > found.epsilon + EDGE
        assert ("outside the tube" in said) == out
        if found.test[k]:
            assert said.endswith("It is a test point, not used for training.")
        elif pull[k] >= C * (1.0 - 1e-6):
            name = "α" if found.alpha[k] > found.alpha_star[k] else "α*"
            assert said.endswith(f"at its upper bound, {name} = C = {number(C)}.")
        elif min(found.alpha[k], found.alpha_star[k]) > 1e-6 * C:
            up, down = (number(a[k]) for a in (found.alpha, found.alpha_star))
            assert said.endswith(f"α = {up} and α* = {down}.")
            assert found.epsilon == 0.0
        elif pull[k] > 1e-6 * C:
            assert "on the edge of the tube: α" in said
            shown = numbers(said)[-1]
            assert shown == pytest.approx(pull[k], rel=6e-3)
        else:
            assert "inside the tube: α = α* = 0" in said


def test_where_the_tube_has_no_width_a_point_pulls_both_ways():
    found = own([(0, 1), (1, 1), (2, 1)], machine="nu", nu=0.5)
    assert (found.alpha == 0.25).all()
    assert (found.alpha_star == 0.25).all()
    assert point_sentence(found, 1) == (
        "z lies on f, on the edge of the tube: α = 0.25 and α* = 0.25."
    )


def test_of_a_machine_that_is_not_finished_no_pull_is_claimed():
    far = [(1e6, 1e6), (0, 0), (1, 2), (-1, 0.5), (2, -1)]
    found = own(far, kernel="poly", degree=6, gamma=10.0, C=100.0)
    assert not found.finished
    f = curve(found, found.x)
    for k, (z, value) in enumerate(zip(found.z, f, strict=True)):
        said = point_sentence(found, k)
        assert said.endswith("Its α is not known: the optimum is not reached.")
        out = abs(z - value) > found.epsilon + EDGE
        assert ("outside the tube" in said) == out
        assert "C =" not in said


def test_an_epoch_is_told_its_cost():
    course = descend(Regression(), RegressionDescent(epochs=12))
    costs, least = course.terms.total, course.least
    for row, when in ((0, "Before the first epoch"), (9, "After 9 epochs")):
        said = course_sentence(course, row)
        assert said.startswith(f"{when} the cost is {number(costs[row])}, ")
        cards = {card.name: card for card in course_cards(course, row)}
        assert cards["Cost"].value == number(costs[row], 4)
        assert cards["Cost"].detail == f"optimum {number(least, 4)}"
        above = numbers(cards["Above the optimum"].value)[0]
        assert above == pytest.approx(100.0 * (costs[row] / least - 1.0), rel=6e-3)
        assert cards["Lowest cost"].value == number(min(costs), 4)
        assert cards["Lowest cost"].detail == f"epoch {int(np.argmin(costs))}"
        assert cards["Test loss"].value == number(course.test_loss[row])
    assert re.search(r"\d % above the optimum|times the optimum", course_sentence(course, 9))


def test_a_course_that_overflows_says_so_and_one_without_tests_has_dashes():
    course = descend(
        Regression(C=1e4, test_share=0.0), RegressionDescent(schedule="constant", eta0=10.0)
    )
    assert course.diverged
    last = len(course.epochs)
    assert f"In epoch {last} the numbers overflowed" in course_sentence(course, 0)
    assert course_cards(course, 0)[3].detail == "no test points"
    flat = descend(own([(0, 0), (1, 0.1)]).regression, RegressionDescent(epochs=2))
    assert course_sentence(flat, 2) == "After 2 epochs the cost is 0."
    assert course_cards(flat, 0)[1].value == "–"
