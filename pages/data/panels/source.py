"""Where a table comes from: a file, the clipboard, a real set, a board, or one's own hands."""

import time
from collections.abc import Callable
from dataclasses import replace
from html import escape
from weakref import ref

import streamlit as st

from pages.data.text import (
    BACK_LABEL,
    CELLS_HELP,
    CELLS_HINT,
    CELLS_LABEL,
    FILE_HELP,
    FORWARD_LABEL,
    LOAD_LABEL,
    MAX_PASTED,
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
from pages.plots.layout_sizes import PASTED_TEXT
from pages.state.registry import ENTRIES
from pages.state.server.budget import size_of, to_system
from pages.state.table.table_points import WEIGHT, of_board, typed
from pages.state.table.table_reading import Read
from pages.state.table.table_settings import MINE, TableSettings, fresh
from pages.tables.editing import edited
from pages.tables.real import REAL
from pages.tables.record import Table, TableError
from pages.ui.board.board_state import board_state
from pages.ui.controls.widgets import bound, controlled, menu
from pages.ui.server.jobs import progress_bar, watched
from pages.ui.server.keeper import keeper
from pages.ui.server.observed import callback
from pages.ui.server.stored import StoredBytes
from pages.ui.table import reading
from pages.ui.table.reading import Brought
from pages.ui.table.table_bytes import keep_to_limit
from pages.ui.table.uploaded import taken
from pages.ui.table.visitor_table import GIVEN_BACK, Left, Workbook, own
from pages.ui.visit.visit import choices, set_fields, store, value

PASTED = "Pasted table"
BOARDS = {"": "Playground", "classes": "Classes"}
AT_ONCE = 2.0  # seconds that a callback waits for a reading: most are over by then
WITH_POINTS = 2  # times the bytes of a table: its points are as many numbers


def load(found: Table | None, source: str, chosen: TableSettings | None = None) -> None:
    """Another table is taken up, with what was chosen for it; the way back is kept.

    One that is loaded where the link speaks of a table that is not there is that table: see `LOST`.
    """
    here, settings = own(), value(TableSettings)
    again = settings.real == source == MINE and here.mine is None
    here.leave(settings)
    if found is not None:
        here.take(found)
    here.wrong.clear()
    _restore(chosen or (settings if again else fresh(settings, source)))
    here.sync()
    keep_to_limit(here, time.monotonic())


def _step(there: list[Left], here: list[Left]) -> None:
    """The table before or after, `there`, with what was chosen for it; this one is kept `here`."""
    if there:
        kept = own()
        here.append(kept.left(value(TableSettings)))
        mine, settings, _ = there.pop()
        kept.take(mine)
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
    here.take(found)
    here.table = found
    set_fields(TableSettings, real=MINE)


def _restore(settings: TableSettings) -> None:
    store(settings)


def try_to(place: str, make: Callable[[], Table], chosen: TableSettings | None = None) -> None:
    """Load what can be made; else say beside the place why not, and keep what is there."""
    try:
        found = make()
        to_system(collect=False)
        if not keeper().room(WITH_POINTS * size_of([found])):
            raise TableError(NO_ROOM)
    except TableError as error:
        own().wrong[place] = str(error)
    else:
        load(found, MINE, chosen)


def complaint(place: str) -> None:
    """The sentence about what failed here, if anything did."""
    alert(own().wrong.get(place, ""))


def alert(why: str) -> None:
    """A sentence about what failed; nothing if it is empty."""
    if why:
        st.html(f'<p class="svm-wrong" role="alert">{escape(why)}</p>')


def choose() -> None:
    """The real sets, and the ways to bring a table along."""
    _take_up()
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
    _reading()
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
            st.button(words, key=key, on_click=callback(_step), args=(there, back), width="stretch")


def _file_and_paste() -> None:
    here = own()
    key = f"t_file{here.version}"

    def uploaded() -> None:
        if st.session_state[key] is None:
            own().wrong.pop("file", None)
        elif file := taken(key):
            _read(file.content, file.name, "file")

    st.file_uploader("A file", key=key, on_change=callback(uploaded), help=FILE_HELP)
    complaint("file")

    def pasted() -> None:
        text: str = st.session_state.get("t_paste") or ""
        _read(text.encode("utf-8", "replace"), PASTED, "paste")

    st.text_area(
        CELLS_LABEL,
        key="t_paste",
        height=PASTED_TEXT,
        placeholder=CELLS_HINT,
        max_chars=MAX_PASTED,
        help=CELLS_HELP,
    )
    st.button(TAKE_LABEL, key="t_take", on_click=callback(pasted), width="stretch")
    complaint("paste")
    st.button(
        TYPE_LABEL,
        key="t_type",
        on_click=callback(lambda: load(typed(), MINE)),
        width="stretch",
        help=TYPE_HELP,
    )
    for sheet, title in BOARDS.items():
        st.button(
            from_board(title),
            key=f"t_from_{title}",
            on_click=callback(_from_board(sheet, title)),
            width="stretch",
        )
    complaint("board")


def _read(content: bytes, name: str, place: str) -> None:
    """Load what was brought: at once if it is short, else as soon as it is read."""
    reading.end()
    try:
        small = reading.read_small(content, name)
    except TableError as error:
        own().wrong[place] = str(error)
        return
    if small is not None:
        _load_read(small, place)
    else:
        _begin(Brought(StoredBytes(content), name, "", place))


def _begin(brought: Brought) -> None:
    own().wrong.pop(brought.place, None)
    reading.begin(brought).wait(AT_ONCE, lambda: False)
    _take_up()


def _take_up() -> None:
    """Load the table that has been read, or say why there is none."""
    job = reading.current()
    if job is None or job.running:
        return
    reading.end()
    if job.finished:
        _load_read(job.latest, job.key.place, job.key)
    elif job.wrong:
        own().wrong[job.key.place] = job.wrong


def _load_read(read: Read, place: str, brought: Brought | None = None) -> None:
    """Take up a table, and of a workbook its other sheets; `brought` is None for a short text."""
    try_to(place, lambda: read.table, _chosen(read))
    here = own()
    if here.mine is not read.table:
        return
    here.workbook = None
    if brought is not None and len(read.sheets) > 1:
        sheet, table = brought.sheet or read.sheets[0], ref(read.table)
        here.workbook = Workbook(brought.content, brought.name, read.sheets, sheet, table)
    if place == "paste":
        st.session_state["t_paste"] = ""  # it may be as long as a file


def _chosen(read: Read) -> TableSettings | None:
    """What was chosen for the table of an experiment's file; None for any other table."""
    if not read.words:
        return None
    settings: TableSettings = ENTRIES[TableSettings].decode(read.words)
    return replace(settings, real=MINE)


def _reading() -> None:
    """That a table is being read, its place in the queue, and a way out."""
    if reading.current() is not None:
        watched(lambda: progress_bar(reading.NAME))


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
        _begin(Brought(book.content, book.name, name, "file"))


def _from_board(sheet: str, title: str) -> Callable[[], None]:
    def take() -> None:
        points = board_state(sheet).experiment.board().all_points
        try_to("board", lambda: of_board(points, from_board(title)))
        table = own().mine
        if not own().wrong and table is not None and WEIGHT in table.names:
            set_fields(TableSettings, weight=WEIGHT)  # they count here as they do on the board

    return take
