"""Every step of every lesson is opened, and what its text says compared with what its screen shows.

Looked up on the screen are the numbers of the sentence, the question and the answer, settings with
their values ("C = 100") and the names of kernels, margins and schemes. What an answer says of
another screen than the one it opens is computed again in `test_answers.py`; what a sentence or a
question says of it stands in `NOT_SHOWN`, exactly: a text or a screen that changes fails.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from pages.lessons.panels.bar import words
from pages.lessons.settings import LessonStep
from pages.lessons.text.courses import LESSONS
from pages.lessons.text.scenario import spoken
from pages.state.registry import BOARDS, ENTRIES
from tests.helpers.opened import NUMBER, POWER, controls, numeral, open_page, visit_of
from tests.pages.lessons.test_answers import EXPECTED

STEPS = {
    (key, k): scenario
    for key, lesson in LESSONS.items()
    for k, scenario in enumerate(lesson.scenarios, start=1)
}
NAMES = {  # in a text, and the value of a control
    r"\blinear (kernel|SVM)": "linear",
    r"\bRBF\b": "rbf",
    r"\bpolynomial\b": "poly",
    r"\bsigmoid\b": "sigmoid",
    r"\bhard margin": "hard",
    r"\bsoft margin": "soft",
    r"\bone-vs-rest\b": "ovr",
    r"\bone-vs-one\b": "ovo",
    r"\bCrammer–Singer\b": "crammer_singer",
    r"\bWeston–Watkins\b": "weston_watkins",
}
# letters for which the bar has room at a width of 1280 pixels: three lines on the left, and on the
# right three for the question with what to try or with the answer
ROOM = {"say": 140, "attempt": 95, "question": 95, "answer": 110}
SETTING = re.compile(rf"\b(C|γ|ε|ν|δ|learning rate of) (?:= )?({NUMBER})(?![′\w])")
LETTERS = {"learning rate of": "Learning rate η₀"}
# in a sentence or a question: after the step's try, or in a text that is quoted
NOT_SHOWN = {
    "Two points, by hand": "−1",
    "No hard margin": "soft",
    "How many?": "100",
    "What a line cannot do": "rbf",
    "Three in a row": "30",
    "C in regression": "100",
    "Unscaled features": "100",
    "Copies": "40",
    "An outlier and C": "100",
    "The best of many cells": "64",
    "Many points": "100",
    "Two points, a small C": "8",
    "Ten epochs": "42",
    "The mixture with degree 4": "12.3",
}


def rounded(text: str) -> tuple[float, float]:
    """A number, and half of the unit of its last digit; a power of ten is exact."""
    value = numeral(text)
    mantissa = text.partition(" × ")[0].rstrip(",")
    if re.fullmatch(POWER, mantissa):
        return value, 0.0
    decimals = len(mantissa.partition(".")[2])
    return value, 0.5 * 10.0**-decimals * (value / numeral(mantissa) if value else 1.0)


class Screen:
    """What a page shows, without the bar of the lesson: texts, and controls with their values."""

    def __init__(self, app: AppTest) -> None:
        elements = (*app.main, *app.sidebar)
        texts = (str(getattr(element, "body", "")) for element in elements)
        shown = " ".join(
            re.sub(r"<[^>]*>", " ", text) for text in texts if "svm-lesson" not in text
        )
        self.values = {str(getattr(element, "value", "")) for element in elements}
        self.settings = {data["label"]: data["value"] for data in controls(app).values()}
        self.numbers = [rounded(part) for part in re.findall(NUMBER, html.unescape(shown))]
        self.numbers += [(float(value), 1e-9) for value in self.settings.values()]

    def shows(self, number: str) -> bool:
        value, half = rounded(number)
        return any(abs(value - other) <= half + more + 1e-12 for other, more in self.numbers)


def missing(said: str, screen: Screen) -> Iterator[str]:
    """What a text says and the screen does not show."""
    for pattern, value in NAMES.items():
        if re.search(pattern, said, re.IGNORECASE) and value not in screen.values:
            yield value
    for name, value in SETTING.findall(said):
        shown = screen.settings.get(LETTERS.get(name, name))
        if shown is None or abs(float(shown) - numeral(value)) > 1e-9:
            yield f"{name} = {value}"
    for number in re.findall(NUMBER, SETTING.sub("", said)):
        if not screen.shows(number.rstrip(",")):
            yield number.rstrip(",")


@pytest.mark.parametrize("place", STEPS, ids=lambda place: f"{place[0]}-{place[1]}")
def test_a_screen_shows_what_its_step_says(place: tuple[str, int]):
    scenario = STEPS[place]
    page = scenario.link.folder
    app = open_page("" if page == "playground" else page, words(place, scenario))
    assert visit_of(app).value(LessonStep) == LessonStep(*place)
    said = spoken(scenario)
    for name, most in ROOM.items():
        assert len(getattr(said, name)) <= most, f"{name} does not fit the bar"
    written: dict[str, str] = {}
    for entry in (*(kind.entry for kind in BOARDS.values()), *ENTRIES.values()):
        written |= entry.encode(entry.decode(scenario.link.words))
    assert scenario.link.words == {name: written.get(name) for name in scenario.link.words}
    bar = " ".join(part.body for part in app.get("html"))
    assert html.escape(scenario.title) in bar
    assert html.escape(said.attempt) in bar
    screen = Screen(app)
    unseen = set(missing(said.answer, screen))
    assert not unseen or scenario.title in EXPECTED, "no test computes what no screen shows"
    others = set(missing(f"{said.say} {said.question}", screen)) - unseen
    assert "; ".join(sorted(others)) == NOT_SHOWN.get(scenario.title, "")


def test_what_no_screen_shows_is_computed_again():
    assert NOT_SHOWN.keys() <= EXPECTED.keys()
    assert len({scenario.title for scenario in STEPS.values()}) == len({*STEPS.values()})
