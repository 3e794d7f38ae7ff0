"""The address bar holds what the visitor has chosen: written after every change, read when changed.

Streamlit tells a script the query string the browser had when it asked for the run, which may be
older than what the script has written since. So a difference alone does not mean that the visitor
went back or edited the address: it does if no widget and no edit caused the run, and nothing is
waiting to be written.

With the words go others, which the browser takes off before the address is shown. `REVISION` is
which edits the words contain: should this visit end, it applies the others again to what the next
one has opened, see `canvas/js/journal.js`. `PAGE` or `LEFT` says whose link it is, if this run was
asked for on another page: the address may still be that one's, see `canvas/js/navigation.js`.
"""

import time
from collections.abc import Collection
from urllib.parse import urlencode, urlsplit

import streamlit as st

from pages.state.board.board import History
from pages.state.board.zoom import BoardZoom
from pages.state.link.mangled import ordered, repaired
from pages.state.link.own_table import fitting, without_table
from pages.state.registry import BOARDS, ENTRIES, PAGES
from pages.state.screen.own_lesson import OWN, OwnLesson, screen_words
from pages.state.screen.presentation import Presentation
from pages.state.text.markdown import unmarked
from pages.ui.board.board_state import board_of, boards_of
from pages.ui.canvas.inbox import browser, revision
from pages.ui.visit.visit import Visit, visit
from pages.ui.visit.widget_state import widget_state

REVISION = "edits"
PAGE = "page"
LEFT = (
    "left"  # for the first page, whose address has no folder: the page where the run was asked for
)
TOLD = (REVISION, PAGE, LEFT)
LOADING = 10.0  # seconds for which a page may still be loading parts of itself
POINTS = "placed"  # the end of the name of a word that holds points
MOST_SAID = 30  # signs of a word that cannot be read
DAMAGED = "This link is damaged or incomplete: {}."
THE_POINTS = "its points"
FIRST = "playground"  # the page whose address has no folder


def read() -> None:
    """Open the link in the address bar, if it is one that this visit did not write."""
    current, found = visit(), _shown()
    address, before = current.address, current.address.written
    browser().has_link = True
    if address.written is None:
        if found:
            _open(found, current)
            for board in boards_of(current).values():
                board.fit()
                board.history = History(board.history.present)  # nothing to undo yet
            _look(found, current)
        # a link that could be written more simply stays as it is until something changes
        address.written = words()
    elif address.arrived:
        # by Back to a link that is to be opened, or by a page's name, which has no words
        address.arrived = False
        if found:
            _open(found, current)
        else:
            address.bare[address.page] = words()
        address.written = found
    elif not current.touched and found != address.written:
        if found or address.page not in address.bare:
            _open(found, current)
            address.written = found
        else:
            # by Back to where the page's name was clicked on. Nothing is written: that would be a
            # new place of the browser's history, and Back from it would lead here again
            _open(address.bare[address.page], current)
            address.written = words()
    address.sent = address.sent and address.written is before


def write() -> None:
    """Put what was chosen into the address bar, unless a gesture is still going on.

    Streamlit drops the last messages of a run that gives way to another one. So words that the
    browser was told of and does not have yet are sent once more.
    """
    current = visit()
    address = current.address
    if any(board.live for board in boards_of(current).values()):
        return
    found = words()
    if found != address.written or (address.sent and found != _shown()):
        st.query_params.from_dict(found | _told())
        address.written, address.sent = found, True
    current.touched = False


def _told() -> dict[str, str]:
    """What the browser is told with the words of a link: see the head of this module."""
    edits = revision()
    return ({REVISION: edits} if edits else {}) | _page_of_link(st.context.url or "", folder())


def _page_of_link(url: str, page: str) -> dict[str, str]:
    """Whose page's link it is, for a run that was asked for at an address of another page."""
    path = urlsplit(url).path
    shown = path.rstrip("/").rpartition("/")[2]
    if page == FIRST:
        return {LEFT: shown} if shown in PAGES else {}
    return {PAGE: page} if path and shown != page else {}


def rerun() -> None:
    """Run the whole page again, without anything that the visitor did.

    The address this run was asked for with may be older than what was chosen, and the next
    one would be told the same: it would open a link that was left meanwhile.
    """
    write()
    st.rerun()


def run_again() -> None:
    """Run the whole page again, without anything that the visitor did.

    The browser makes a widget from the last run that it knows of by then, and one that is made
    without a value takes its first choice. So on a page that is still loading every widget is given
    its value again.
    """
    widgets = widget_state()
    if time.monotonic() - widgets.since < LOADING:
        widgets.known.clear()
    rerun()


def _shown() -> dict[str, str]:
    """The words that the browser had when it asked for this run."""
    return {name: text for name, text in st.query_params.to_dict().items() if name not in TOLD}


def link() -> str:
    """The link to what was chosen, for a message or a slide.

    See `shared_words`.
    """
    return _with_words((st.context.url or "").split("?")[0], shared_words())


def shared_words() -> dict[str, str]:
    """The query parameters for somebody else, who is at a desk and wants no own lesson with it.

    They hold the visitor's own table on the pages that show it.
    """
    found = words(but=(Presentation, OwnLesson))
    if (page := PAGES.get(folder())) is None or not page.of_table:
        found = without_table(found)
    return dict(screen_words(found)) if found.get("lesson") == OWN else found


def address(folder: str, found: dict[str, str]) -> str:
    """The link with these words to the page in a folder of `pages/`."""
    root = (st.context.url or "").split("?")[0].rstrip("/").removesuffix(_here())
    return _with_words(root.rstrip("/") + ("" if folder == FIRST else f"/{folder}"), found)


def _here() -> str:
    """The end of the present address: of the first page nothing."""
    return "" if folder() == FIRST else f"/{folder()}"


def folder() -> str:
    """The folder of the present page."""
    return visit().address.page or FIRST


def _with_words(base: str, found: dict[str, str]) -> str:
    text = urlencode(found)
    return f"{base}?{text}" if text else base


def words(but: Collection[type] = ()) -> dict[str, str]:
    """The query parameters of the link: all fields that differ from their defaults.

    but : kinds of values that are left out.
    """
    current, found = visit(), dict[str, str]()
    for name, board in boards_of(current).items():
        found |= current.address.words(name, board.kind.entry, board.experiment)
        found |= current.address.words(f"{name} zoom", board.kind.zoom, board.zoom)
    boards = dict(found)
    for kind in ENTRIES:
        # one that was never chosen is at its start, which has no words
        if kind in current.values and kind not in but:
            found |= current.address.words(kind, ENTRIES[kind], current.values[kind], boards)
    return ordered(fitting(found))


def open_shared(found: dict[str, str]) -> None:
    """Open the query parameters of a share code."""
    current = visit()
    _open(found, current)
    current.touched = True


def open_screen(found: dict[str, str]) -> None:
    """Open query parameters, and see of the board all, or what they are zoomed to."""
    current = visit()
    _open(found, current)
    current.touched = True
    for board in boards_of(current).values():
        board.fit()
    _look(found, current)


def _open(found: dict[str, str], visit: Visit) -> None:
    """Set a visit and its boards from query parameters; invalid ones are ignored.

    Nothing here asks Streamlit for its state: a run that it breaks off leaves nothing half open.
    """
    found = repaired(found)
    address = visit.address
    address.damaged = address.page if _without_lesson(found, visit) else ""
    address.unread, address.unread_at = _unread(found), address.page
    for name, kind in BOARDS.items():
        opened, zoomed = kind.entry.decode(found), kind.zoom.decode(found) != BoardZoom()
        if name in visit.boards or zoomed or opened != kind.entry.start:
            board, encode = board_of(visit, name), kind.entry.encode
            if opened != board.experiment and encode(opened) != encode(board.experiment):
                board.load(opened)
    visit.touched = False
    # last: another sample has let go of what was inspected
    visit.values = {kind: entry.opened(found, visit.value(kind)) for kind, entry in ENTRIES.items()}
    _look(found, visit)


def _without_lesson(found: dict[str, str], visit: Visit) -> bool:
    """Whether query parameters are those of an own lesson that is not whole in them."""
    try:
        own = ENTRIES[OwnLesson].decode(found, strict=True)
    except ValueError:
        return True
    return found.get("lesson") == OWN and own == OwnLesson() == visit.value(OwnLesson)


def _unread(found: dict[str, str]) -> tuple[str, ...]:
    """The words that cannot be read; of those that hold points, the names alone."""
    boards = BOARDS.values()
    entries = [entry for kind, entry in ENTRIES.items() if kind is not OwnLesson]
    entries += [entry for one in boards for entry in (one.entry, one.zoom)]
    names = dict.fromkeys(name for entry in entries for name in entry.damage(found))
    return tuple(name if name.endswith(POINTS) else f"{name}={found[name]}" for name in names)


def leave_out(words: str) -> None:
    """Count words of the link opened last among those that cannot be read."""
    address = visit().address
    address.unread, address.unread_at = (*address.unread, words), address.page


def say_damage() -> None:
    """Say what is wrong with the link that was opened on this page, if anything is."""
    address = visit().address
    if not address.unread or address.unread_at != address.page:
        return
    words = [one[:MOST_SAID] for one in address.unread if not one.endswith(POINTS)]
    points = [THE_POINTS] if len(words) < len(address.unread) else []
    left_out = "was left out" if len(words) == 1 and not points else "were left out"
    named = " and ".join((*words, *points))
    st.warning(unmarked(DAMAGED.format(f"{named} cannot be read and {left_out}")))
    st.space("small")


def _look(found: dict[str, str], visit: Visit) -> None:
    """Show what the link was zoomed to."""
    for board in boards_of(visit).values():
        board.look(board.kind.zoom.decode(repaired(found)))
