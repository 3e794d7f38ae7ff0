"""The visitor's own lesson on the page Lessons: its steps, changed, opened, sent and kept."""

from collections.abc import Callable

import streamlit as st

from pages.lessons.panels.bar import open_step
from pages.lessons.panels.handout import handout_button
from pages.lessons.remembered import OwnLessonMemory
from pages.lessons.text import own as text
from pages.state.registry import ENTRIES, PAGES
from pages.state.screen.own_lesson import (
    LONGEST,
    OWN,
    TOO_LARGE,
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
from pages.state.text.markdown import unmarked
from pages.ui.controls.widgets import bound
from pages.ui.link import address_bar
from pages.ui.link.share import Authoring, qr_code, step_of
from pages.ui.server.observed import callback
from pages.ui.streamlit_internals import streamlit_style
from pages.ui.table.uploaded import taken
from pages.ui.visit.visit import remembered, store, value, visit

_REFUSED = f"""<style>
[class*="st-key-own_file_"] {{ --svm-refused: "{TOO_LARGE}"; }}
{streamlit_style("refused")}</style>"""


def show_own(*, answers: bool) -> None:
    """The steps in their order, the chosen one, and what can be done with all of them.

    answers : whether the handout has them.
    """
    own = value(OwnLesson)
    if own.steps and not _authoring().on:
        return _opened(own)
    st.markdown(f"### {text.MINE}\n\n{text.HOW}")
    with st.container(border=True, key="own_lesson"):
        if own.steps:
            _head(own)
            left, right = st.columns(2, gap="medium")
            with left:
                _order(own)
            with right, st.container(gap="xsmall"):
                _step(own, _chosen(own))
        _keep(own, answers=answers)


def _opened(own: OwnLesson) -> None:
    """The lesson of a link as those see it who go through it: to be changed only if asked for."""
    lesson = text.lesson_of(own)
    with st.container(border=True, key="own_opened"):
        st.markdown(f"### {unmarked(lesson.title)}\n\n{text.steps(own)}")
        with st.container(horizontal=True):
            st.button(
                text.START,
                key="own_start",
                type="primary",
                on_click=callback(open_step),
                args=((OWN, 1),),
            )
            st.button(text.EDIT, key="own_edit", help=text.EDIT_HELP, on_click=callback(_edit))


def _edit() -> None:
    _authoring().on = True


def _authoring() -> Authoring:
    return remembered(Authoring)


def _memory() -> OwnLessonMemory:
    return remembered(OwnLessonMemory)


def _chosen(own: OwnLesson) -> int:
    """The step that is open for changes, from 0."""
    return min(_memory().chosen, len(own.steps) - 1)


def _choose(k: int) -> None:
    _memory().chosen = k


def _change(change: Callable[[OwnLesson], OwnLesson]) -> None:
    """Change the lesson; the one before can be had back."""
    memory, before = _memory(), value(OwnLesson)
    try:
        after = change(before)
    except ValueError as error:
        memory.problem = str(error)
        return
    memory.problem = visit().address.damaged = ""
    memory.changed(before, after)
    store(after)
    _edit()


def _head(own: OwnLesson) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        changed = bound(
            "own_title",
            own.title,
            lambda new: _change(lambda now: own_lesson(plain(new), now.steps)),
            "value",
        )
        st.text_input(text.TITLE, max_chars=LONGEST["title"], placeholder=text.MINE, **changed)
        place = (OWN, 1)
        st.button(
            text.START, key="own_start", type="primary", on_click=callback(open_step), args=(place,)
        )


def _order(own: OwnLesson) -> None:
    """The steps, of which the chosen one is changed beside them."""
    st.radio(
        text.ORDER,
        range(len(own.steps)),
        format_func=lambda k: text.numbered(k, own.steps[k]),
        captions=[unmarked(text.below(step)) for step in own.steps],
        **bound("own_chosen", _chosen(own), _choose, "index"),
    )


def _step(own: OwnLesson, k: int) -> None:
    """The texts of step k, from 0, and its buttons."""
    last = len(own.steps) - 1
    st.markdown(text.place(k, last + 1))
    for name, (label, empty) in text.TEXTS.items():
        _field(own, k, name, label, empty)
    with st.container(horizontal=True):
        place = (OWN, k + 1)
        st.button(text.START_HERE, key="own_open_step", on_click=callback(open_step), args=(place,))
        for name, by, off in (("up", -1, k == 0), ("down", 1, k == last)):
            key = f"own_{name}"
            st.button(
                text.MOVES[name], key=key, disabled=off, on_click=callback(_move), args=(k, by)
            )
        st.button(text.REMOVE, key="own_remove", on_click=callback(_remove), args=(k,))


def _field(own: OwnLesson, k: int, name: str, label: str, empty: str) -> None:
    """One of the texts of step k, from 0."""
    st.text_input(
        label,
        max_chars=LONGEST[name],
        placeholder=empty or None,
        **bound(
            f"own_{name}_{k}",
            getattr(own.steps[k], name),
            lambda new: _change(lambda now: with_text(now, k, **{name: new})),
            "value",
        ),
    )


def _move(k: int, by: int) -> None:
    _change(lambda now: with_moved(now, k, by))
    _choose(k + by)


def _remove(k: int) -> None:
    _change(lambda now: without_step(now, k))


def _add(folder: str) -> None:
    _change(lambda now: with_step(now, step_of(folder)))
    _choose(len(value(OwnLesson).steps) - 1)


def _keep(own: OwnLesson, *, answers: bool) -> None:
    """Undo, the link with its code, the file, and a place to open a file."""
    memory = _memory()
    if memory.problem:
        st.error(unmarked(memory.problem))
    address = address_bar.address("lessons", ENTRIES[OwnLesson].encode(own))
    with st.container(horizontal=True, vertical_alignment="center"):
        if page := PAGES.get(visit().address.before):
            label, folder = text.add(page.title), page.folder
            st.button(label, key="own_add", on_click=callback(_add), args=(folder,))
        if memory.can_undo(own):
            st.button(text.UNDO, key="own_undo", on_click=callback(_undo))
        if own.steps:
            _take_away(own, answers=answers)
            if not own.too_long:
                with st.popover(text.CODE, key="own_code"):
                    qr_code(address, text.INSTEAD)
        with st.popover(text.OPEN, key="own_open"):
            st.html(_REFUSED)
            key = f"own_file_{memory.files}"
            st.file_uploader(
                text.FILE, key=key, max_upload_size=1, on_change=callback(_open), args=(key,)
            )
    if own.too_long:
        st.caption(text.too_long(len(own.own)))
    elif own.steps:
        st.caption(text.LINK)
        st.code(address, language=None, wrap_lines=True)


def _take_away(own: OwnLesson, *, answers: bool) -> None:
    """The lesson as a file, and on paper."""
    st.download_button(
        text.DOWNLOAD,
        write_lesson(own.title, own.steps),
        file_name="lesson.json",
        mime="application/json",
        on_click="ignore",
        key="own_download",
    )
    handout_button(text.lesson_of(own), answers=answers)


def _undo() -> None:
    memory = _memory()
    memory.problem = ""
    if memory.can_undo(value(OwnLesson)):
        store(memory.before.pop()[0])


def _open(key: str) -> None:
    """A file replaces the lesson, which undo brings back."""
    file = taken(key)
    if file is None:
        return
    _memory().files += 1  # the next one is another upload
    _change(lambda _: own_lesson(*read_lesson(file.content)))
    _choose(0)
