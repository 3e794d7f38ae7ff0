"""Where a table comes from: a file, the clipboard, a real set, a board, or one's own hands."""

import time
from collections.abc import Callable
from html import escape
from weakref import ref

import streamlit as st

from pages.data.text import (
    BACK_LABEL,
    CELLS_HINT,
    CELLS_LABEL,
    FILE_HELP,
    FORWARD_LABEL,
    LOAD_LABEL,
    MINE_TITLE,
    NO_ROOM,
    SHEET_HELP,
    SHEET_LABEL,
    TAKE_LABEL,
    TYPE_HELP,
    TYPE_LABEL,
    forgotten_text,
    from_board,
    real_help,
)
from pages.state.budget import size_of, to_system
from pages.state.table_settings import MINE, TableSettings, fresh
from pages.state.table_sources import WEIGHT, of_board, typed
from pages.ui.keeper import keeper
from pages.ui.reading import read
from pages.ui.session import choices, session_of, set_fields, value
from pages.ui.stored import StoredBytes
from pages.ui.table_memory import keep_to_limit
from pages.ui.table_session import GIVEN_BACK, Left, Workbook, own
from pages.ui.uploaded import taken
from pages.ui.widgets import bound, controlled, menu
from svmcore.datasets.table import REAL, Table, TableError, edited, paste
from svmcore.datasets.table.apart import read_apart
from svmcore.datasets.table.workbook import is_workbook

BOARDS = {"": "Playground", "classes": "Classes"}
WITH_POINTS = 2  # times the bytes of a table: its points are as many numbers


def load(found: Table | None, source: str) -> None:
    """Another table is taken up; the way back is kept.

    One that is loaded where the link speaks of a table that is not there is that table: see `LOST`.
    """
    here, settings = own(), value(TableSettings)
    again = settings.real == source == MINE and here.mine is None
    here.leave(settings)
    if found is not None:
        here.mine = found
    here.wrong.clear()
    _restore(settings if again else fresh(settings, source))
    here.sync()
    keep_to_limit(here, time.monotonic())


def _step(there: list[Left], here: list[Left]) -> None:
    """The table before or after, `there`, with what was chosen for it; this one is kept `here`."""
    if there:
        kept = own()
        here.append(kept.left(value(TableSettings)))
        kept.mine, settings, _ = there.pop()
        kept.lost = False
        kept.wrong.clear()
        _restore(settings)
        kept.sync()


def change_cells(edits: dict[str, object]) -> None:
    """The grid was edited: all its edits since it was first drawn, applied to what it showed."""
    here = own()
    if here.base is None:
        return
    try:
        found = edited(here.base, edits)
    except TableError as error:
        here.wrong["cells"] = str(error)
        return
    here.wrong.pop("cells", None)
    settings: TableSettings = value(TableSettings)
    if settings.real != MINE:  # what was the visitor's own before can be had back
        here.leave(settings)
    # the grid stays where it is, so this is no load: the table is another one, the base is not
    here.mine = here.table = found
    set_fields(TableSettings, real=MINE)


def _restore(settings: TableSettings) -> None:
    main = session_of()
    main.values[TableSettings] = settings
    main.touched = True


def try_to(place: str, make: Callable[[], Table]) -> None:
    """Load what can be made; else say beside the place why not, and keep what is there."""
    try:
        found = make()
        to_system(collect=False)
        if not keeper().room(WITH_POINTS * size_of([found])):
            raise TableError(NO_ROOM)
    except TableError as error:
        own().wrong[place] = str(error)
    else:
        load(found, MINE)


def complaint(place: str) -> None:
    """The sentence about what failed here, if anything did."""
    alert(own().wrong.get(place, ""))


def alert(why: str) -> None:
    """A sentence about what failed; nothing if it is empty."""
    if why:
        st.html(f'<p class="svm-wrong" role="alert">{escape(why)}</p>')


def choose() -> None:
    """The real sets, and the ways to bring a table along."""
    here, settings = own(), value(TableSettings)
    titles = {name: one.title for name, one in REAL.items()}
    if settings.real == MINE or here.mine is not None:
        titles[MINE] = MINE_TITLE
    menu(
        "Table",
        titles,
        real_help(),
        **bound("w_t_real", settings.real, lambda name: load(None, name)),
    )
    if settings.real == "digits":
        left, right = st.columns(2, gap="small")
        for column, word, label in ((left, "digit", "Digit"), (right, "versus", "against")):
            held = controlled(choices(TableSettings), word, f"w_t_{word}", "value")
            column.number_input(label, 0, 9, **held)
    complaint("real")
    _sheets()
    with st.expander(LOAD_LABEL):
        _file_and_paste()
    if here.lost:
        st.caption(GIVEN_BACK)
    elif here.forgotten:
        st.caption(forgotten_text(here.forgotten))
    for key, words, there, back in (
        ("t_back", BACK_LABEL, here.past, here.future),
        ("t_forward", FORWARD_LABEL, here.future, here.past),
    ):
        if there:
            st.button(words, key=key, on_click=_step, args=(there, back), width="stretch")


def _file_and_paste() -> None:
    here = own()
    key = f"t_file{here.version}"

    def uploaded() -> None:
        if st.session_state[key] is None:
            own().wrong.pop("file", None)
        elif file := taken(key):
            _read(file.content, file.name)

    st.file_uploader("A file", key=key, on_change=uploaded, help=FILE_HELP)
    complaint("file")

    def pasted() -> None:
        try_to("paste", lambda: paste(st.session_state.get("t_paste") or ""))
        if not own().wrong.get("paste"):
            st.session_state["t_paste"] = ""  # it may be as long as a file

    st.text_area(
        CELLS_LABEL,
        key="t_paste",
        height=80,
        placeholder=CELLS_HINT,
    )
    st.button(TAKE_LABEL, key="t_take", on_click=pasted, width="stretch")
    complaint("paste")
    st.button(
        TYPE_LABEL,
        key="t_type",
        on_click=lambda: load(typed(), MINE),
        width="stretch",
        help=TYPE_HELP,
    )
    for sheet, title in BOARDS.items():
        st.button(
            from_board(title),
            key=f"t_from_{title}",
            on_click=_from_board(sheet, title),
            width="stretch",
        )
    complaint("board")


def _read(content: bytes, name: str, sheet: str = "") -> None:
    """Load a file; of a workbook a sheet, the first by default."""
    try_to("file", lambda: read(content, name, sheet))
    here = own()
    if here.wrong.get("file") or here.mine is None:
        return
    names = read_apart("sheets", content).names if is_workbook(content) else ()
    here.workbook = None
    if len(names) > 1:
        book, table = StoredBytes(content), ref(here.mine)
        here.workbook = Workbook(book, name, names, sheet or names[0], table)


def _sheets() -> None:
    """The sheets of the workbook that the table comes from, where it has several."""
    book, table = own().workbook, own().table
    if book is None or table is None or book.table() is not table:
        return
    menu(
        SHEET_LABEL,
        {name: name for name in book.sheets},
        SHEET_HELP,
        **bound(
            f"w_t_sheet{own().version}",
            book.sheet,
            _read_sheet,
        ),
    )


def _read_sheet(name: str) -> None:
    book = own().workbook
    if book is not None:
        _read(book.content.read(), book.name, name)


def _from_board(sheet: str, title: str) -> Callable[[], None]:
    def take() -> None:
        points = session_of(sheet).experiment.board().all_points
        try_to("board", lambda: of_board(points, from_board(title)))
        table = own().mine
        if not own().wrong and table is not None and WEIGHT in table.names:
            set_fields(TableSettings, weight=WEIGHT)  # they count here as they do on the board

    return take
