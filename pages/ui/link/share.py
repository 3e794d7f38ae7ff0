"""The Share button: the link, the share code, and a file that Export wrote."""

from dataclasses import dataclass

import streamlit as st

from pages.export.experiment_file import MOST_BYTES as LARGEST_FILE
from pages.plots.qr import MOST_BYTES, qr_data_uri
from pages.state.link.codec import from_code, to_code
from pages.state.link.own_table import WORD
from pages.state.registry import PAGES
from pages.state.screen.own_lesson import LONGEST, OwnLesson, OwnStep, screen_words, with_step
from pages.state.table.table_settings import MINE, TableSettings
from pages.state.text.markdown import unmarked
from pages.state.text.screen_title import screen_title, told_apart
from pages.ui.drop.drop import open_file, way_back
from pages.ui.link import address_bar
from pages.ui.server.observed import callback
from pages.ui.table.uploaded import taken
from pages.ui.visit.visit import remembered, store, touch, value

ADD_STEP = "Add this screen to my lesson"
QR_ALT = "QR code of the link"
ENLARGE = "Enlarge the code"
FILE = "Open a file (JSON of Export)"
WITH_TABLE = "The link holds your own table: all its cells."
WITHOUT_TABLE = (
    "Your own table is too large for a link: send the JSON file of Export as well, which is loaded "
    "on the page Data."
)
TOO_LONG = f"The link is too long for a QR code, which holds {MOST_BYTES:,} characters: {{}}."
AS_TEXT = "send it as text"


@dataclass
class Authoring:
    """Whether the visitor makes an own lesson, and not only goes through that of a link."""

    on: bool = False


@dataclass
class ShareMemory:
    """What is wrong with the last code, file and step, and how many files were opened."""

    code_problem: str = ""
    file_problem: str = ""
    step_problem: str = ""
    files: int = 0


def popover() -> None:
    """A button that opens the link, the code and a place to paste one."""
    with st.popover("Share", on_change=callback(_turn), key="share") as opened:
        if not opened.open:
            return
        st.markdown("**Link** to this experiment, points included")
        st.code(address_bar.link(), language=None, wrap_lines=True)
        if value(TableSettings).real == MINE and PAGES[address_bar.folder()].of_table:
            st.caption(WITH_TABLE if WORD in address_bar.shared_words() else WITHOUT_TABLE)
        _own_lesson()
        qr_code(address_bar.link())
        st.markdown("**Code**, where a link cannot be sent")
        st.code(to_code(address_bar.shared_words()), language=None, wrap_lines=True)
        st.text_input(
            "Open a code",
            key="share_code",
            placeholder="SVM1-…",
            on_change=callback(_open),
        )
        _say(remembered(ShareMemory).code_problem)
        _file()


def _say(problem: str) -> None:
    if problem:
        st.error(unmarked(problem))


def _file() -> None:
    """A field for an experiment's file, and what is wrong with it."""
    key = f"share_file{remembered(ShareMemory).files}"
    st.file_uploader(
        FILE, type="json", key=key, max_upload_size=25, on_change=callback(_open_file), args=(key,)
    )
    _say(remembered(ShareMemory).file_problem)
    way_back()


def _own_lesson() -> None:
    """A button that makes the screen a step of the visitor's own lesson, and how many there are."""
    st.button(ADD_STEP, key="add_step", on_click=callback(_add_step))
    if n := len(value(OwnLesson).steps):
        st.caption(f"My lesson has {n} {'step' if n == 1 else 'steps'}: see the page Lessons.")
    _say(remembered(ShareMemory).step_problem)


def _add_step() -> None:
    problem = ""
    step = step_of(address_bar.folder())
    try:
        store(with_step(value(OwnLesson), step))
        remembered(Authoring).on = True
    except ValueError as error:
        problem = str(error)
    remembered(ShareMemory).step_problem = problem


def step_of(folder: str) -> OwnStep:
    """What the visitor has chosen as a step on the page in that folder."""
    words = screen_words(address_bar.words())
    others = frozenset(step.title for step in value(OwnLesson).steps)
    name = told_apart(screen_title(folder, dict(words)), others)
    return OwnStep(name[: LONGEST["title"]], "", folder, words)


def qr_code(address: str, instead: str = AS_TEXT) -> None:
    """The link as a code for the cameras of a hall; `instead` says what to do if none holds it."""
    if source := qr_data_uri(address):
        picture = f'<img class="svm-qr" src="{source}" alt="{QR_ALT}">'
        st.html(
            f'<button class="svm-qr-small" popovertarget="svm-qr-large" title="{ENLARGE}">{picture}'
            f'</button><div id="svm-qr-large" popover>{picture}</div>'
        )
    else:
        st.caption(TOO_LONG.format(instead))


def _turn() -> None:
    """The popover was opened or closed: clear its text field."""
    touch()
    st.session_state["share_code"] = ""
    memory = remembered(ShareMemory)
    memory.code_problem = memory.file_problem = memory.step_problem = ""


def _open() -> None:
    text = st.session_state["share_code"]
    problem = ""
    if text.strip():
        try:
            address_bar.open_shared(from_code(text))
        except ValueError as error:
            problem = f"{error}."
    remembered(ShareMemory).code_problem = problem


def _open_file(key: str) -> None:
    """Open an experiment's file, and give the next one a field of its own."""
    file = taken(key)
    if file is None:
        return
    remembered(ShareMemory).files += 1
    problem = ""
    try:
        open_file(file.content[: LARGEST_FILE + 1])
    except ValueError as error:
        problem = str(error)
    remembered(ShareMemory).file_problem = problem
