"""The visitor's own lesson on the page Lessons: its steps, changed, opened, sent and kept."""

from collections.abc import Callable

import streamlit as st

from pages.lessons.panels import open_step
from pages.lessons.panels.handout import handout_button
from pages.lessons.session import OwnLessonMemory
from pages.lessons.text import own as text
from pages.state.own_lesson import (
    LONGEST_SENTENCE,
    LONGEST_TITLE,
    OWN,
    OwnLesson,
    own_lesson,
    plain,
    read_lesson,
    with_moved,
    with_step,
    with_text,
    without_step,
    write_lesson,
)
from pages.state.registry import ENTRIES
from pages.ui import link
from pages.ui.session import session_of, value
from pages.ui.share import step_of
from pages.ui.widgets import bound

ROW = (0.4, 3.0, 6.0, 1.0, 1.0, 1.2)


def show_own() -> None:
    """The steps in their order, and what can be done with all of them."""
    own = value(OwnLesson)
    st.markdown(f"### {text.MINE}\n\n{text.HOW}")
    with st.container(border=True, key="own_lesson"):
        if own.steps:
            _head(own)
        for k in range(len(own.steps)):
            _row(own, k)
        _keep(own)


def _memory() -> OwnLessonMemory:
    return session_of().remembered(OwnLessonMemory)


def _change(change: Callable[[OwnLesson], OwnLesson], *, undo: bool = False) -> None:
    """Change the lesson; `undo` says that the one before can be had back."""
    memory, before = _memory(), value(OwnLesson)
    try:
        after = change(before)
    except ValueError as error:
        memory.problem = str(error)
        return
    memory.problem = ""
    if undo and before.steps:
        memory.before.append(before)
    session_of().store(after)


def _head(own: OwnLesson) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        changed = bound(
            "own_title",
            own.title,
            lambda new: _change(lambda now: own_lesson(plain(new), now.steps)),
            "value",
        )
        st.text_input(text.TITLE, max_chars=LONGEST_TITLE, placeholder=text.MINE, **changed)
        place = (OWN, 1)
        st.button(text.START, key="own_start", type="primary", on_click=open_step, args=(place,))


def _row(own: OwnLesson, k: int) -> None:
    """A step: its number, title and sentence, and where it goes."""
    step, last = own.steps[k], len(own.steps) - 1
    number, title, sentence, up, down, away = st.columns(ROW, vertical_alignment="center")
    number.markdown(f"{k + 1}.")
    hidden = {"label_visibility": "collapsed"}
    title.text_input(
        text.step_title(k),
        max_chars=LONGEST_TITLE,
        **hidden,
        **bound(
            f"own_title_{k}",
            step.title,
            lambda new: _change(lambda now: with_text(now, k, new, now.steps[k].sentence)),
            "value",
        ),
    )
    sentence.text_input(
        text.step_sentence(k),
        max_chars=LONGEST_SENTENCE,
        placeholder=text.SENTENCE,
        **hidden,
        **bound(
            f"own_sentence_{k}",
            step.sentence,
            lambda new: _change(lambda now: with_text(now, k, now.steps[k].title, new)),
            "value",
        ),
    )
    for column, name, by, off in ((up, "up", -1, k == 0), (down, "down", 1, k == last)):
        column.button(
            text.MOVES[name],
            key=f"own_{name}_{k}",
            help=text.move_help(k, name),
            disabled=off,
            width="stretch",
            on_click=_change,
            args=(lambda now, by=by: with_moved(now, k, by),),
        )
    away.button(
        text.REMOVE,
        key=f"own_remove_{k}",
        help=text.remove_help(k),
        width="stretch",
        on_click=_change,
        args=(lambda now: without_step(now, k),),
        kwargs={"undo": True},
    )


def _keep(own: OwnLesson) -> None:
    """Undo, the link, the file, and a place to open a file."""
    memory = _memory()
    if memory.problem:
        st.error(memory.problem)
    with st.container(horizontal=True, vertical_alignment="center"):
        if title := session_of().address.before:
            st.button(
                text.add(title),
                key="own_add",
                on_click=_change,
                args=(lambda now: with_step(now, step_of(title)),),
            )
        if memory.before:
            st.button(text.UNDO, key="own_undo", on_click=_undo)
        if own.steps:
            st.download_button(
                text.DOWNLOAD,
                write_lesson(own.title, own.steps),
                file_name="lesson.json",
                mime="application/json",
                on_click="ignore",
                key="own_download",
            )
            handout_button(text.lesson_of(own), answers=False)
        with st.popover(text.OPEN, key="own_open"):
            key = f"own_file_{memory.files}"
            st.file_uploader(text.FILE, key=key, max_upload_size=1, on_change=_open, args=(key,))
    if own.too_long:
        st.caption(text.too_long(len(own.own)))
    elif own.steps:
        st.caption(text.LINK)
        st.code(
            link.address("lessons", ENTRIES[OwnLesson].encode(own)),
            language=None,
            wrap_lines=True,
        )


def _undo() -> None:
    memory = _memory()
    memory.problem = ""
    if memory.before:
        session_of().store(memory.before.pop())


def _open(key: str) -> None:
    """A file replaces the lesson, which undo brings back."""
    file = st.session_state[key]
    if file is None:
        return
    data = file.getvalue()
    _memory().files += 1  # the next one is another upload
    _change(lambda _: own_lesson(*read_lesson(data)), undo=True)
