"""The bytes of a session's tables: what may be given back of them, and how."""

from collections.abc import Callable, Iterator

from pages.state.server.budget import OF_A_SESSION, Holding, Rank, given_back, size_of
from pages.tables.record import Table
from pages.ui.table.visitor_table import Left, VisitorTable

GONE = Table("", ())  # what the sidebar speaks of where its table was taken: it is drawn again
IDLE = 60.0  # seconds without a script after which a table may be taken from its visitor


def holdings(here: VisitorTable, now: float) -> Iterator[Holding]:
    """What a session's tables hold; what two of them share is counted once.

    The table in use, and what was made of it, is kept while its visitor is there and does
    something. What was made of it is made again where it is needed.
    """
    seen: set[int] = set()
    gone, idle = not here.connected(), now - here.seen > IDLE
    used = size_of([here.mine, here.base, here.larger], seen)
    take = _take(here) if gone or idle else None
    yield Holding(used, here.seen, Rank.SPARE if gone else Rank.USED, take)
    made = size_of([here.made, here.last, here.kept, here.boarded], seen)
    yield Holding(made, here.seen, Rank.SPARE, _unmake(here) if gone or idle else None)
    yield from _undo(here, Rank.SPARE if gone else Rank.UNDO, seen)


def keep_to_limit(here: VisitorTable, now: float) -> None:
    """Give back tables that a visitor can return to where they are more than a session may hold."""
    seen: set[int] = set()
    size_of([here.mine, here.base], seen)
    given_back(_undo(here, Rank.UNDO, seen), OF_A_SESSION, now)


def _undo(here: VisitorTable, rank: Rank, seen: set[int]) -> Iterator[Holding]:
    """The tables before and after, the latest first."""
    for left in sorted((*here.past, *here.future), key=lambda left: -left.since):
        yield Holding(size_of([left.mine], seen), left.since, rank, _forget(here, left))


def _forget(here: VisitorTable, left: Left) -> Callable[[], None]:
    def forget() -> None:
        for there in (here.past, here.future):  # the buttons of the page have these lists
            there[:] = [one for one in there if one is not left]
        here.forgotten += left.mine is not None

    return forget


def _unmake(here: VisitorTable) -> Callable[[], None]:
    def unmake() -> None:
        here.made = here.last = here.boarded = None
        here.kept = {}

    return unmake


def _take(here: VisitorTable) -> Callable[[], None]:
    def take() -> None:
        here.lost = here.mine is not None
        here.drawn = GONE
        here.cells = ""  # what the link holds comes back with the next run
        here.table = here.mine = here.base = here.choice = here.larger = None

    return take
