"""Values of pages as words of a link: what is written reads back as the same value."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pages.ui.inside import Inside, inside_of
from pages.ui.sheets import VALUES
from svmcore.params import parameters
from svmcore.words import FAR, from_words, to_words

WITH_PLACE = {mark: kind for mark, kind in VALUES.items() if hasattr(kind(), "place")}
PLACES = [
    (0.5, 1.0),
    (123.4567, -0.0001),  # the coordinates of points have four decimals
    (-999999.9999, 1000000.0),
    (1.0 / 3.0, 2.0**-40),
    (-0.1 - 0.2, 9.9e8),
]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("mark", WITH_PLACE)
def test_a_place_is_the_same_to_the_last_digit(mark, place):
    value = WITH_PLACE[mark](place=place)
    words = to_words(value, mark)
    assert list(words) == [mark + "place"]
    assert from_words(type(value)(), words, mark) == value


@pytest.mark.parametrize("place", PLACES)
def test_that_of_the_inside_too(place):
    value = Inside(place=place)
    assert inside_of(value.words()) == value


def test_short_numbers_are_written_short():
    kind = WITH_PLACE["v_"]
    assert to_words(kind(place=(2.0, -0.25)), "v_") == {"v_place": "2,-0.25"}


@pytest.mark.parametrize(
    "text",
    ["1", "1,2,3", "a,b", "nan,1", "1,inf", f"{FAR},0", f"0,-{FAR}", "1e400,1", ""],
)
@pytest.mark.parametrize("mark", WITH_PLACE)
def test_what_is_no_place_or_too_far_is_left_out(mark, text):
    usual = WITH_PLACE[mark]()
    assert from_words(usual, {mark + "place": text}, mark) == usual
    assert inside_of({"i_place": text}) == Inside()


@pytest.mark.parametrize("far", [0.999999 * FAR, -0.999999 * FAR])
def test_up_to_there_a_place_is_one(far):
    kind = WITH_PLACE["v_"]
    assert from_words(kind(), {"v_place": f"{far},1"}, "v_").place == (far, 1.0)
    assert FAR == 1e9


@pytest.mark.parametrize("mark", VALUES)
def test_every_number_and_choice_of_every_value_travels(mark):
    usual = VALUES[mark]()
    for parameter in parameters(usual):
        for end in (parameter.low, parameter.high, parameter.default):
            value = replace(usual, **{parameter.name: end})
            assert from_words(usual, to_words(value, mark), mark) == value
    for name, known in getattr(usual, "CHOICES", {}).items():
        for choice in known:
            value = replace(usual, **{name: choice})
            assert from_words(usual, to_words(value, mark), mark) == value
    assert to_words(usual, mark) == {}
