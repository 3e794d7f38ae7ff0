"""The bar of a lesson: what is said and asked on this screen, and the buttons to the next one."""

from functools import reduce
from html import escape
from operator import or_
from pathlib import Path
from typing import TypeVar

import streamlit as st

from pages.lessons.settings import LessonStep
from pages.lessons.text.bar import ANSWER, BACK, END, LEAVE, NEXT, NEXT_LESSON, progress
from pages.lessons.text.courses import LESSONS, scenario_of, step_after
from pages.lessons.text.own import CUT_OFF, lesson_of
from pages.lessons.text.scenario import Lesson, Scenario, Spoken, spoken
from pages.state.registry import ENTRIES
from pages.state.screen.layers import Layers
from pages.state.screen.own_lesson import OWN, OwnLesson
from pages.state.screen.presentation import Presentation
from pages.state.screen.screen_parts import ANSWER as ANSWER_PARTS
from pages.state.screen.screen_parts import Parts
from pages.ui.board.answer import BeforeHidden, hide_answer, show_answer
from pages.ui.link import address_bar
from pages.ui.link.next_page import lead_to
from pages.ui.server.observed import callback
from pages.ui.visit.visit import remembered, set_fields, store, value, visit

T = TypeVar("T")
_CSS = Path(__file__).parent.parent / "bar.css"


def lesson_bar() -> None:
    """Above every page while a lesson goes on."""
    if visit().address.page == visit().address.damaged:
        st.error(CUT_OFF)
    at = value(LessonStep)
    scenario = _scenario(at.lesson, at.step)
    if scenario is None:
        if at.lesson not in ("", OWN):
            address_bar.leave_out(f"lesson={at.lesson}&step={at.step}")
            leave()
        return
    st.html(_CSS)
    with st.container(key="lesson"):
        with st.container(key="lesson_head", horizontal=True, gap="small"):
            st.html(_title(at, scenario))
            _buttons(at, asks=_asks(scenario))
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
    if not (found.question or found.answer):
        return f'<div class="svm-lesson"><p>{escape(found.say)}</p></div>'
    asked = f"<p><b>Question</b> {escape(found.question)}</p>" if found.question else ""
    attempt = f"<b>Try</b> {escape(found.attempt)}" if found.attempt else ""
    last = f"<b>{escape(found.answer)}</b>" if at.answer and found.answer else attempt
    return (
        f'<div class="svm-lesson"><p>{escape(found.say)}</p><div>'
        f"{asked}<p data-announce>{last}</p></div></div>"
    )


def _buttons(at: LessonStep, *, asks: bool) -> None:
    """Back; the answer, if something is asked, and then the next step; out of the lesson."""
    first = _step_after(at.lesson, at.step, -1) is None and not at.answer
    after = _step_after(at.lesson, at.step, 1)
    step = END if after is None else NEXT if after[0] == at.lesson else NEXT_LESSON
    ahead = step if at.answer or not asks else ANSWER
    st.button(BACK, key="lesson_back", shortcut="PageUp", disabled=first, on_click=callback(back))
    st.button(
        ahead, key="lesson_ahead", shortcut="PageDown", type="primary", on_click=callback(go_ahead)
    )
    st.button(LEAVE, key="lesson_leave", type="tertiary", on_click=callback(leave))


def go_ahead() -> None:
    """Show the answer, or open the next step: what holds now decides, not what a button says.

    A key that is pressed twice quickly comes before the button has changed.
    """
    at = value(LessonStep)
    scenario = _scenario(at.lesson, at.step)
    if scenario and _asks(scenario) and not at.answer:
        _reveal()
    elif scenario:  # a second click may come when the lesson has ended
        open_step(_step_after(at.lesson, at.step, 1))


def back() -> None:
    """Hide the answer, or open the step before."""
    at = value(LessonStep)
    if at.answer:
        set_fields(LessonStep, answer=False)
        _hide_again()
    elif _scenario(at.lesson, at.step) and (before := _step_after(at.lesson, at.step, -1)):
        open_step(before)


def open_step(place: tuple[str, int] | None) -> None:
    """Open the screen of a step, and its page with the next run; without one the list."""
    if place is None:
        leave()
        lead_to("lessons")
        return
    scenario = _scenario(*place)
    assert scenario is not None
    found = words(place, scenario)
    parts = ENTRIES[Parts]
    following: Parts = parts.decode(found)
    hidden = value(Parts).at_next(_own(Parts), following)
    screen = {name: word for name, word in found.items() if name not in parts.parameters}
    address_bar.open_screen(screen | parts.encode(hidden))
    if _guessing().guessing or (hidden.answer_hidden and not following.answer_hidden):
        hide_answer()
    folder = scenario.link.folder
    lead_to(folder)


def leave() -> None:
    """End the lesson; the screen stays as it is."""
    set_fields(LessonStep, lesson="", step=1, answer=False)
    _guessing().guessing = False


def _asks(scenario: Scenario) -> bool:
    """Whether something is to be shown: a written answer, or that to a question in the picture."""
    said = spoken(scenario)
    return bool(said.answer or (said.question and value(Parts).answer_hidden))


def _own(kind: type[T]) -> T:
    """What the present step itself hides, of the layers or of the parts of the screen."""
    at = value(LessonStep)
    scenario = _scenario(at.lesson, at.step)
    own: T = ENTRIES[kind].decode(scenario.link.words if scenario else {})
    return own


def _guessing() -> BeforeHidden:
    return remembered(BeforeHidden)


def _reveal() -> None:
    """Show the answer, and what was hidden until then: by the step, or with the whole answer."""
    set_fields(LessonStep, answer=True)
    layers, parts = _own(Layers), _own(Parts)
    if value(Parts).answer_hidden:
        _guessing().guessing |= not parts.answer_hidden
        show_answer()
    answer = [name for name in parts.without if name in ANSWER_PARTS]
    store(
        value(Layers).with_shown((*value(Layers).shown, *layers.hide)),
        value(Parts).with_shown((*value(Parts).shown, *answer)),
    )


def _hide_again() -> None:
    """Hide what was hidden until the answer was shown."""
    if _guessing().guessing:
        return hide_answer()
    layers, parts = _own(Layers), _own(Parts)
    shown = [name for name in value(Layers).shown if name not in layers.hide]
    left = [name for name in value(Parts).shown if name not in parts.without]
    store(value(Layers).with_shown(shown), value(Parts).with_shown(left))


def words(place: tuple[str, int], scenario: Scenario) -> dict[str, str]:
    """The query parameters of a step: those of its screen, where it is, and how it is shown."""
    kept = (LessonStep(*place), value(Presentation))
    return reduce(or_, (ENTRIES[type(one)].encode(one) for one in kept), scenario.link.words)
