"""The prepared lessons: their steps, each with the link that opens it."""

from pathlib import Path

import streamlit as st

from pages.lessons.panels.bar import open_step, words
from pages.lessons.panels.handout import handout_button
from pages.lessons.panels.own import show_own
from pages.lessons.settings import LessonStep
from pages.lessons.text.bar import INTRODUCTION, START, TITLE, length
from pages.lessons.text.courses import COURSES
from pages.lessons.text.handout import WITH_ANSWERS
from pages.lessons.text.scenario import Lesson
from pages.state.screen.own_lesson import OwnLesson
from pages.ui.board.board_state import BoardState
from pages.ui.controls.widgets import one_stop
from pages.ui.page.page_shell import run_page
from pages.ui.page.styles import show_styles
from pages.ui.server.observed import callback
from pages.ui.visit.visit import value


def show_lesson(lesson: Lesson, *, answers: bool) -> None:
    """A lesson's title, a button that begins it, its handout, and a link to each of its steps."""
    with one_stop(lesson.key, border=True):
        st.markdown(f"#### {lesson.title}\n\n{length(lesson)}")
        first, key = (lesson.key, 1), f"lesson_start_{lesson.key}"
        with st.container(horizontal=True):
            st.button(START, key=key, type="primary", on_click=callback(open_step), args=(first,))
            handout_button(lesson, answers=answers)
        for k, scenario in enumerate(lesson.scenarios, start=1):
            st.page_link(
                f"pages/{scenario.link.folder}/page.py",
                label=f"{k}. {scenario.title}",
                query_params=words((lesson.key, k), scenario),
            )


def show(_: BoardState) -> None:
    """The visitor's own lesson, and the prepared ones."""
    st.markdown(f"## {TITLE}\n\n{INTRODUCTION}")
    answers = st.toggle(WITH_ANSWERS, value=True, key="handout_answers")
    own_first = bool(value(OwnLesson).steps)  # whoever opens its link looks for it
    if own_first:
        show_own(answers=answers)
    with st.container(key="lessons"):
        for title, lessons in COURSES.items():
            st.markdown(f"### {title} :small[{length(*lessons)}]")
            for column, lesson in zip(st.columns(len(lessons)), lessons, strict=True):
                with column:
                    show_lesson(lesson, answers=answers)
    if not own_first:
        show_own(answers=answers)


show_styles(Path(__file__).parent / "list.css")
run_page(None, show, follows=lambda: (value(LessonStep), value(OwnLesson)))
