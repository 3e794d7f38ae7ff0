"""The links of all scenarios: every word of them is known, and each is that of its view."""

from __future__ import annotations

import re

import pytest

from pages.lessons.text import LESSONS
from pages.lessons.text.scenario import Scenario
from pages.state.registry import BOARDS, ENTRIES
from tests.helpers.links import PAGES
from tests.pages.lessons.answers import scenarios

FOLDERS = {page.folder for page in PAGES}
VIEW = ("view", "dual", "kernels", "real", "curve")


def view(scenario: Scenario) -> tuple[str, ...]:
    """What tells the screens of a page apart."""
    shown = (f"{name}={text}" for name, text in scenario.link.words.items() if _bare(name) in VIEW)
    return (scenario.link.folder, *sorted(shown))


def _bare(name: str) -> str:
    return re.sub("^[a-z]+_", "", name)


# the screens of the lessons that are not on the Playground alone, in the order of their steps
SMO, FOLDS, TEST = ("dual", "i_dual=smo"), ("evaluation", "e_view=folds"), ("evaluation",)
MAP, BOARD = ("evaluation", "e_view=map"), ("playground",)
SCREENS = {
    "margin": [*[BOARD] * 5, ("challenges",)],
    "smo": [SMO] * 5,
    "choosing": [
        *(TEST, TEST, FOLDS),
        ("evaluation", "e_curve=gamma", "e_view=curves"),
        *(MAP, MAP),
        ("kernels", "i_kernels=choose"),
    ],
    "many-classes": [*[("classes",)] * 5, ("classes", "v_view=beside")],
    "regression": [
        *[("regression",)] * 4,
        ("regression", "r_curve=outliers"),
        ("regression",),
    ],
    "traps": [*[BOARD] * 4, FOLDS, FOLDS],
    "traps-in-models": [
        ("kernels", "i_kernels=gram"),
        BOARD,
        ("kernels", "i_kernels=apart"),
        *(TEST, MAP),
    ],
    "strengths": [
        ("evaluation", "t_real=digits"),
        BOARD,
        ("kernels",),
        *[BOARD] * 2,
        SMO,
        BOARD,
        ("classes",),
    ],
    "by-hand": [*[BOARD] * 4, ("classes",), ("descent",)],
    "published": [("descent",), FOLDS, ("data",), ("data", "t_real=cancer"), *[BOARD] * 3],
}


@pytest.mark.parametrize("key", SCREENS)
def test_a_step_is_on_the_screen_that_it_is_about(key: str):
    assert [view(scenario) for scenario in LESSONS[key].scenarios] == SCREENS[key]


@pytest.mark.parametrize("scenario", scenarios(), ids=lambda s: s.title)
def test_every_word_of_a_link_is_read_and_written_again(scenario: Scenario):
    link = scenario.link
    assert link.folder in FOLDERS
    known: dict[str, str] = {}
    for entry in (*(kind.entry for kind in BOARDS.values()), *ENTRIES.values()):
        known |= entry.encode(entry.decode(link.words))
    assert link.words == {name: known.get(name) for name in link.words}
