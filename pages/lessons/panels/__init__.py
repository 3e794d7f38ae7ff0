"""The bar of a lesson: what is said and asked on this screen, and the buttons to the next one."""

from functools import reduce
from html import escape
from operator import or_
from pathlib import Path

import streamlit as st

from pages.lessons.settings import LessonStep
from pages.lessons.text import LESSONS, scenario_of, step_after
from pages.lessons.text.bar import ANSWER, BACK, END, LEAVE, NEXT, NEXT_LESSON, progress
from pages.lessons.text.own import lesson_of
from pages.lessons.text.scenario import Lesson, Scenario, Spoken, spoken
from pages.state.own_lesson import OWN, OwnLesson
from pages.state.presentation import Presentation
from pages.state.registry import ENTRIES, TITLES
from pages.ui import link
from pages.ui.session import sessions, set_fields, value

_CSS = Path(__file__).parent.parent / "bar.css"
_FOLDER = "lesson_folder"  # of the page that the next run opens


def lesson_bar(here: str) -> None:
    """Above every page while a lesson goes on; a step may be on another page than `here`."""
    folder = st.session_state.pop(_FOLDER, here)
    if folder != here:
        st.switch_page(f"pages/{folder}/page.py")
    at = value(LessonStep)
    scenario = _scenario(at.lesson, at.step)
    if scenario is None:
        return
    st.html(_CSS)
    with st.container(key="lesson"):
        with st.container(key="lesson_head", horizontal=True, gap="small"):
            st.html(_title(at, scenario))
            _buttons(at, asks=bool(spoken(scenario).question))
        st.html(_words(at, spoken(scenario)))


def _lesson(key: str) -> Lesson | None:
    """A lesson by its key, the visitor's own too."""
    return lesson_of(value(OwnLesson)) if key == OWN else LESSONS.get(key)


def _scenario(key: str, step: int) -> Scenario | None:
    """The scenario at a step of a lesson; None where there is none."""
    if key != OWN:
        return scenario_of(key, step)
    own = lesson_of(value(OwnLesson)).scenarios
    return own[step - 1] if step <= len(own) else None


def _step_after(key: str, step: int, by: int) -> tuple[str, int] | None:
    """The lesson and step `by` (1 or -1) after a step; None beyond the ends."""
    if key != OWN:
        return step_after(key, step, by)
    return (OWN, step + by) if step + by > 0 and _scenario(OWN, step + by) else None


def _title(at: LessonStep, scenario: Scenario) -> str:
    lesson = _lesson(at.lesson)
    assert lesson is not None
    place = escape(progress(lesson, at.step))
    return f"<h2 class='svm-lesson-title'>{escape(scenario.title)} <small>{place}</small></h2>"


def _words(at: LessonStep, found: Spoken) -> str:
    """What is said, what is asked, and what to try, which the answer takes the place of."""
    if not found.question:
        return f'<div class="svm-lesson"><p>{escape(found.say)}</p></div>'
    last = f"<b>{escape(found.answer)}</b>" if at.answer else f"<b>Try</b> {escape(found.attempt)}"
    return (
        f'<div class="svm-lesson"><p>{escape(found.say)}</p><div>'
        f"<p><b>Question</b> {escape(found.question)}</p><p role='status'>{last}</p></div></div>"
    )


def _buttons(at: LessonStep, *, asks: bool) -> None:
    """Back; the answer, if something is asked, and then the next step; out of the lesson."""
    first = _step_after(at.lesson, at.step, -1) is None and not at.answer
    after = _step_after(at.lesson, at.step, 1)
    step = END if after is None else NEXT if after[0] == at.lesson else NEXT_LESSON
    ahead = step if at.answer or not asks else ANSWER
    st.button(BACK, key="lesson_back", shortcut="PageUp", disabled=first, on_click=back)
    st.button(ahead, key="lesson_ahead", shortcut="PageDown", type="primary", on_click=go_ahead)
    st.button(LEAVE, key="lesson_leave", type="tertiary", on_click=leave)


def go_ahead() -> None:
    """Show the answer, or open the next step: what holds now decides, not what a button says.

    A key that is pressed twice quickly comes before the button has changed.
    """
    at = value(LessonStep)
    scenario = _scenario(at.lesson, at.step)
    asks = scenario is None or bool(spoken(scenario).question)
    if asks and not at.answer:
        set_fields(LessonStep, answer=True)
    elif scenario:  # a second click may come when the lesson has ended
        open_step(_step_after(at.lesson, at.step, 1))


def back() -> None:
    """Hide the answer, or open the step before."""
    at = value(LessonStep)
    if at.answer:
        set_fields(LessonStep, answer=False)
    elif _scenario(at.lesson, at.step) and (before := _step_after(at.lesson, at.step, -1)):
        open_step(before)


def open_step(place: tuple[str, int] | None) -> None:
    """Open the screen of a step, and its page with the next run; without one the list."""
    if place is None:
        leave()
        st.session_state[_FOLDER] = "lessons"
        return
    scenario = _scenario(*place)
    assert scenario is not None
    link.open_shared(words(place, scenario))
    for one in sessions().values():
        one.fit()
    folder = scenario.link.folder
    st.session_state[_FOLDER] = folder if folder in TITLES else link.FIRST


def leave() -> None:
    """End the lesson; the screen stays as it is."""
    set_fields(LessonStep, lesson="", step=1, answer=False)


def words(place: tuple[str, int], scenario: Scenario) -> dict[str, str]:
    """The query parameters of a step: those of its screen, where it is, and how it is shown."""
    kept = (LessonStep(*place), value(Presentation))
    return reduce(or_, (ENTRIES[type(one)].encode(one) for one in kept), scenario.link.words)
