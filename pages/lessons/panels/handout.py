"""The button that downloads a lesson as a handout."""

import streamlit as st

from pages.lessons.settings import LessonStep
from pages.lessons.text.handout import HANDOUT, HANDOUT_HELP, HandoutStep, handout
from pages.lessons.text.scenario import Lesson, spoken
from pages.plots.qr import qr_data_uri
from pages.state.registry import ENTRIES
from pages.state.screen.own_lesson import OWN
from pages.ui.link import address_bar

READABLE = 600  # characters of an address whose code can be scanned from paper


def handout_button(lesson: Lesson, *, answers: bool) -> None:
    """Download a lesson on paper; what its answers say is computed when that is asked for."""
    addresses = _addresses(lesson)

    def make() -> str:
        steps = (
            HandoutStep(one.title, spoken(one), at, qr_data_uri(at) if len(at) < READABLE else "")
            for one, at in zip(lesson.scenarios, addresses, strict=True)
        )
        return handout(lesson.title, steps, answers=answers)

    st.download_button(
        HANDOUT,
        make,
        file_name=f"{lesson.key}.html",
        mime="text/html",
        help=HANDOUT_HELP,
        on_click="ignore",
        key=f"handout_{lesson.key}",
    )


def _addresses(lesson: Lesson) -> list[str]:
    """The links of the steps: with the bar, but of an own lesson the screens alone."""
    found = []
    for k, scenario in enumerate(lesson.scenarios, start=1):
        place = LessonStep() if lesson.key == OWN else LessonStep(lesson.key, k)
        words = scenario.link.words | ENTRIES[LessonStep].encode(place)
        found.append(address_bar.address(scenario.link.folder, words))
    return found
