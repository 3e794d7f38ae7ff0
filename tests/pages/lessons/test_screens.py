"""Every step of every lesson is opened, and what its text says compared with what its screen shows.

Looked up on the screen are the numbers of the sentence, the question and the answer, settings with
their values ("C = 100") and the names of kernels, margins and schemes. What a step says of another
screen than the one it opens stands in `NOT_SHOWN`, exactly: a text or a screen that changes fails.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from pages.lessons.panels import words
from pages.lessons.settings import LessonStep
from pages.lessons.text import LESSONS
from pages.lessons.text.scenario import spoken
from pages.state.registry import BOARDS, ENTRIES
from tests.helpers.opened import NUMBER, POWER, controls, numeral, open_page
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
# after the step's try ("C = 100"), on new points, on paper, in a film, in a chart's bars, in a text
# that is quoted, after a button that is not yet pressed, or hidden until the answer is shown
NOT_SHOWN = {
    "Two points, by hand": "−1; −0.5",
    "What decides": "37",
    "One outlier": "0.931; 34.2",
    "No hard margin": "soft",
    "A small C": "C = 100; 0.875",
    "A large C": "C = 0.01; 43",
    "The outlier again": "hard; 0.318",
    "The classes balance": "4.987",
    "How many?": "C = 1; C = 100; 100; 29; 13",
    "Leave one out": "18.9; 5.56",
    "What a line cannot do": "rbf",
    "A third coordinate": "34",
    "Underfitting": "11.1; 14.1; 1,000",
    "Overfitting": "γ = 0.5; 19.1; 1,000",
    "Down the cost": "9.001; 8.943",
    "Learning rate too small": "14.47; 8.943",
    "Learning rate too large": "4426; 223.9; 8.943",
    "One point per update": "9.338; 8.943",
    "The first pair": "0.733",
    "The box of a pair": "0.733",
    "How many steps?": "0.1; 0.001; 41",
    "The final gap": "1.9 × 10⁻⁷",
    "Training and test": "γ = 0.5; 98.4; 96.4",
    "One split is not enough": "82.1",
    "The curve of γ": "γ = 3.16; γ = 100; 93.3; 62.2; 100",
    "The map of C and γ": "C = 1.39; γ = 1.93; C = 0.01; γ = 0.518; 13.3; 16.7",
    "Nested cross-validation": "37.5; 52.5; 50",
    "Which kernel?": "81.7; 86.7; 88.3",
    "One-vs-one": "45",
    "Tied votes": "ovr; 30",
    "Three in a row": "crammer_singer; 30",
    "Four schemes": "ovr; ovo; weston_watkins",
    "A tube": "51",
    "A wider tube": "ε = 0.3; ε = 0.6; 11",
    "C in regression": "C = 1; C = 100; 100",
    "ν finds ε": "ε = 0.376",
    "A rare class": "40",
    "Random labels": "48.8; 1,000",
    "Unscaled features": "100; 90",
    "Copies": "40; 52.5",
    "A function that is not a kernel": "35; −11.7; 53.4",
    "An outlier and C": "C = 0.01; C = 100; 100; 1.27; 26.4",
    "The best of many cells": "64; 35; 48.5; 1,000",
    "Support vectors are enough": "14.5",
    "Beyond the margin": "28.9",
    "Overlap": "0.3; 51",
    "Many points": "100; 22,400; 112; 283,200; 13",
    "No probabilities": "88.8; 1,169; −7.15; 7.1; 10,000",
    "Scores are not calibrated": "C = 0.01; −0.76",
    "Two points, a small C": "8; 0.25; 7.071",
    "Five points on a line": "7.333; 0.667; 9",
    "Two scores for two classes": "C = 4",
    "Ten epochs": "42; 28.39; 8.51; 29.00; 8.63",
    "Five unshuffled folds": "500; 1,000; 0.9777349997637123; 0.999",
    "A mixture and Bayes' rule": "23; 10,000; 21.3; 19",
    "The mixture with degree 4": "rbf; 12.3; 18; 26.4; 19; 23",
    "The mixture with a line": "rbf; 26.2; 23",
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
    assert app.session_state["session"].value(LessonStep) == LessonStep(*place)
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
    found = missing(" ".join((said.say, said.question, said.answer)), Screen(app))
    assert "; ".join(dict.fromkeys(found)) == NOT_SHOWN.get(scenario.title, "")


def test_what_no_screen_shows_is_computed_again():
    assert NOT_SHOWN.keys() <= EXPECTED.keys()
    assert len({scenario.title for scenario in STEPS.values()}) == len({*STEPS.values()})
