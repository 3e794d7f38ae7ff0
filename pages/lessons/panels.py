"""The bar of a lesson: what is said and asked on this screen, and the buttons to the next one."""

from functools import reduce
from html import escape
from operator import or_
from pathlib import Path

import streamlit as st

from pages.lessons.settings import LessonStep
from pages.lessons.text import LESSONS, scenario_of, step_after
from pages.lessons.text.bar import ANSWER, BACK, END, LEAVE, NEXT, progress
from pages.lessons.text.scenario import Scenario, Spoken, spoken
from pages.state.presentation import Presentation
from pages.state.registry import ENTRIES
from pages.ui import link
from pages.ui.session import sessions, set_fields, value

_CSS = Path(__file__).parent / "bar.css"
_FOLDER = "lesson_folder"  # of the page that the next run opens


def lesson_bar(here: str) -> None:
    """Above every page while a lesson goes on; a step may be on another page than `here`."""
    folder = st.session_state.pop(_FOLDER, here)
    if folder != here:
        st.switch_page(f"pages/{folder}/page.py")
    at = value(LessonStep)
    scenario = scenario_of(at.lesson, at.step)
    if scenario is None:
        return
    st.html(_CSS)
    with st.container(key="lesson"):
        with st.container(key="lesson_head", horizontal=True, gap="small"):
            st.html(_title(at, scenario))
            _buttons(at)
        st.html(_words(at, spoken(scenario)))


def _title(at: LessonStep, scenario: Scenario) -> str:
    place = progress(LESSONS[at.lesson], at.step)
    return f"<h2 class='svm-lesson-title'>{escape(scenario.title)} <small>{place}</small></h2>"


def _words(at: LessonStep, found: Spoken) -> str:
    """What is said, what is asked, and what to try, which the answer takes the place of."""
    last = f"<b>{escape(found.answer)}</b>" if at.answer else f"<b>Try</b> {escape(found.attempt)}"
    return (
        f'<div class="svm-lesson"><p>{escape(found.say)}</p><div>'
        f"<p><b>Question</b> {escape(found.question)}</p><p role='status'>{last}</p></div></div>"
    )


def _buttons(at: LessonStep) -> None:
    """Back; the answer, and then the next step; out of the lesson."""
    first = step_after(at.lesson, at.step, -1) is None and not at.answer
    last = step_after(at.lesson, at.step, 1) is None
    ahead = (END if last else NEXT) if at.answer else ANSWER
    st.button(BACK, key="lesson_back", shortcut="PageUp", disabled=first, on_click=back)
    st.button(ahead, key="lesson_ahead", shortcut="PageDown", type="primary", on_click=go_ahead)
    st.button(LEAVE, key="lesson_leave", type="tertiary", on_click=leave)


def go_ahead() -> None:
    """Show the answer, or open the next step: what holds now decides, not what a button says.

    A key that is pressed twice quickly comes before the button has changed.
    """
    at = value(LessonStep)
    if not at.answer:
        set_fields(LessonStep, answer=True)
    elif scenario_of(at.lesson, at.step):  # a second click may come when the lesson has ended
        open_step(step_after(at.lesson, at.step, 1))


def back() -> None:
    """Hide the answer, or open the step before."""
    at = value(LessonStep)
    if at.answer:
        set_fields(LessonStep, answer=False)
    elif scenario_of(at.lesson, at.step) and (before := step_after(at.lesson, at.step, -1)):
        open_step(before)


def open_step(place: tuple[str, int] | None) -> None:
    """Open the screen of a step, and its page with the next run; without one the list."""
    if place is None:
        leave()
        st.session_state[_FOLDER] = "lessons"
        return
    scenario = scenario_of(*place)
    assert scenario is not None
    link.open_shared(words(place, scenario))
    for one in sessions().values():
        one.fit()
    st.session_state[_FOLDER] = scenario.link.folder


def leave() -> None:
    """End the lesson; the screen stays as it is."""
    set_fields(LessonStep, lesson="", step=1, answer=False)


def words(place: tuple[str, int], scenario: Scenario) -> dict[str, str]:
    """The query parameters of a step: those of its screen, where it is, and how it is shown."""
    kept = (LessonStep(*place), value(Presentation))
    return reduce(or_, (ENTRIES[type(one)].encode(one) for one in kept), scenario.link.words)
