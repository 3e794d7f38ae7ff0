"""The state of a visitor's session: boards with their history, and the settings of the pages.

One mutable `Session` a board and browser session. Widgets are only a view of it: before a widget is
drawn it is given the session's value if it shows another, and when it is moved its callback changes
the session. So undo, a link, a reload and a change of page all work the same way.

Streamlit may interrupt a script, a callback too, at any access to `st.session_state`; setting an
attribute cannot be interrupted, so a change is made whole or not at all.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, TypeVar

import streamlit as st

from pages.datasets.extent import Extent
from pages.state.board import FIRST_PLACED_ID, MAX_POINTS, History
from pages.state.edits import own_id, refilled, without_twins
from pages.state.inspected import Inspected
from pages.state.layers import Layers
from pages.state.registry import BOARDS, MAIN, BoardKind
from pages.state.scene import fit_view, outside
from pages.state.zoom import BoardZoom, zoom_to
from pages.ui.canvas import Event, Pick, Setting
from pages.ui.edited import Edited, by_hand, next_sample, sample_fields
from pages.ui.history_state import HistoryState, pushed, pushed_numbers
from pages.ui.widget_state import Address, Choices, WidgetMemory

T = TypeVar("T")
_KEY = "session"


@dataclass(kw_only=True)
class Session:
    """A board, its history and what the picture shows of it.

    experiment : of the kind of the board.
    view, home : what is visible, and what "fit" returns to.
    zoom : what of it the visitor has zoomed to, for the link.
    sample : a number for every change of the sample, see `browser_ids`.
    fits : a new number tells the canvas to forget the visitor's zoom.
    touched : changed by the visitor since the link was last written.
    live : a gesture is going on; the link waits for its end.
    stroke : of the control that is being moved, see `History`.
    values : what else travels in the link, by its kind.
    memory : what pages remember and put into no link, by its kind.
    """

    experiment: Any
    history: History[HistoryState]
    home: Extent
    view: Extent
    board: BoardKind = BOARDS[MAIN]
    sample: int = 0
    fits: int = 0
    zoom: BoardZoom = field(default_factory=BoardZoom)
    touched: bool = False
    live: bool = False
    stroke: int | None = None
    values: dict[type, Any] = field(default_factory=dict)
    memory: dict[type, Any] = field(default_factory=dict)
    widgets: WidgetMemory = field(default_factory=WidgetMemory)
    address: Address = field(default_factory=Address)

    def value(self, kind: type[T]) -> T:
        """What is chosen of a kind that is registered to travel in links."""
        found: T = self.values.get(kind) or _start(kind)
        return found

    def set_fields(self, kind: type, **changes: Any) -> None:
        """Change fields of the value of that kind."""
        self.store(replace(self.value(kind), **changes))

    def store(self, value: Any) -> None:
        """Replace the value of its kind."""
        self.values[type(value)], self.touched = value, True

    def remembered(self, kind: type[T]) -> T:
        """What a page remembers for this visit, made on first use."""
        found: T = self.memory.setdefault(kind, kind())
        return found

    def choices(self, kind: type) -> Choices:
        """The fields of a registered value, for widgets to read and to change."""
        return Choices(self, kind)

    def __getitem__(self, name: str) -> Any:
        """The value of a field or parameter of the experiment."""
        return self.experiment[name]

    @property
    def show(self) -> tuple[str, ...]:
        """The layers that pictures show: one choice for all boards."""
        return (self if self.board is BOARDS[MAIN] else session_of()).value(Layers).shown

    def choose(self, **changes: Any) -> None:
        """A widget of the experiment was moved."""
        changes |= refilled(self.experiment, self.board.dataset_field, changes)
        after = self.board.entry.change(self.experiment, **changes)
        if sample_fields(self.board, after) != sample_fields(self.board, self.experiment):
            after = without_twins(after)
        self.load(after)

    def edit(self, events: list[Event], *, many: bool = False) -> None:
        """The board was edited, or an edit is taken back.

        `many` : the picture shows all classes, and not one against the others.
        """
        settings = [event for event in events if isinstance(event, Setting)]
        live = settings[-1].live if settings else False
        for setting in settings:  # first: should Streamlit interrupt here, they are told again
            self._set(setting)
        before, main = self.experiment, session_of()
        now = Edited(self.board, before, self.history, self.sample, dict(main.values), live)
        now = now.after(events, many=many)
        self.experiment, self.history, self.live = now.experiment, now.history, now.live
        self.sample, self.touched = now.sample, True
        if now.values != main.values:
            main.values, self.widgets.behind = dict(now.values), True
        self._refit(before)

    def _set(self, setting: Setting) -> None:
        """A numeric control was moved; all moves of one stroke are one step to undo."""
        self.stroke, self.widgets.behind = setting.stroke, True
        main = session_of()
        before = dict(main.values)
        try:
            main.widgets.controls.get(setting.name, lambda value: None)(setting.value)
        finally:
            self.stroke = None
        self.history = pushed_numbers(self.history, before, main.values, setting.stroke)

    def browser_ids(self, ids: Iterable[int]) -> list[int]:
        """The points' ids as the browser knows them.

        A generated point's own id is its place in the sample; the browser's names the sample too.
        So an event or a selection that was meant for the sample before hits no point of this one.
        """
        return [i if i >= FIRST_PLACED_ID else i + self.sample * MAX_POINTS for i in ids]

    def arrive(self, page: str) -> None:
        """Another page was opened, by its name above (an address without words) or by Back."""
        if self.address.page != page:
            self.widgets.known.clear()
            self.widgets.late.clear()
            self.widgets.since = time.monotonic()
            self.address.before = self.address.page
        self.address.arrived = self.address.arrived or self.address.page not in ("", page)
        self.address.page = page

    def pick(self, pick: Pick) -> None:
        """A point or a place is inspected; one more click on the point lets go of it."""
        before = self.value(Inspected).point
        if pick.id is None:
            return self.set_fields(Inspected, point=-1, place=pick.place)
        point = own_id(pick.id, self.sample)
        if pick.hover and point == before:
            return None
        if point in (None, before):
            return self.store(Inspected())
        return self.store(Inspected(point, before))

    def touch(self) -> None:
        """The visitor did something that changes no experiment, like opening a popover."""
        self.touched = True

    def place_all(self) -> None:
        """Turn every generated point into a placed one."""
        points = self.experiment.board().all_points
        own = {self.board.dataset_field: "own", "placed": points, "removed": ()}
        self.load(self.board.entry.change(self.experiment, **own))

    def set_view(self, x0: float, x1: float, y0: float, y1: float) -> None:
        """Set the visible box, for which the surface is computed."""
        self.view = (x0, x1, y0, y1)

    def fit(self) -> None:
        """Show all points."""
        self.home = self.view = fit_view(self._data())
        self.zoom = BoardZoom()
        self.fits += 1

    def zoomed(self, box: Extent | None) -> None:
        """The visitor has zoomed to a box, or back to the whole picture."""
        self.zoom, self.touched = zoom_to(box), True

    def look(self, zoom: BoardZoom) -> None:
        """Show what a link was zoomed to."""
        if zoom != self.zoom:
            self.zoom, self.view = zoom, zoom.zoom or self.home
            self.fits += 1

    def stale(self) -> bool:
        """Whether the widgets show another experiment than the session holds.

        A control was moved beside the canvas, or an edit undone; not while a gesture goes on.
        """
        drawn = self.widgets.drawn_from
        if drawn is None or self.live:
            return False
        names = (f.name for f in fields(drawn) if not by_hand(f.name))
        differs = (getattr(drawn, name) != getattr(self.experiment, name) for name in names)
        return self.widgets.behind or any(differs)

    def load(self, experiment: Any) -> None:
        """Another experiment, of a link or of a widget; undo returns to the points before it."""
        before, self.experiment = self.experiment, experiment
        self.sample = next_sample(self.board, self.sample, before, experiment)
        self.history = pushed(self.history, experiment, session_of().values, self.stroke)
        self.touched = True
        self._refit(before)

    def _refit(self, before: Any) -> None:
        """Another sample may need another window; the visitor's zoom is kept if it does not."""
        if sample_fields(self.board, before) == sample_fields(self.board, self.experiment):
            # the picture is where the visitor wants it; but "fit" has to show what is outside now
            if not self.live and outside(self._data(), self.board.shown(self.home)):
                self.home = fit_view(self._data())
            return
        now = self.value(Inspected)  # points of the sample before are inspected no longer
        own = (i if i >= FIRST_PLACED_ID else -1 for i in (now.point, now.other))
        self.values[Inspected] = Inspected(*own, now.place)
        name = self.board.dataset_field
        other = before[name] != self.experiment[name]
        if other or fit_view(self._data()) != self.home:
            self.fit()
        kind = self.board.inspected
        if kind and 0 <= value(kind).point < FIRST_PLACED_ID:  # last: it asks the session
            session_of().values[kind] = replace(value(kind), point=-1)

    def _data(self) -> Any:
        return self.board.data(self.experiment)


@cache
def _start(kind: type) -> Any:
    """The value of a kind with which every visit begins: it is asked for at every click."""
    return kind()


def choices(kind: type) -> Choices:
    """The fields of what this visitor has chosen of that kind, for widgets."""
    return session_of().choices(kind)


def new_session(experiment: Any, board: BoardKind = BOARDS[MAIN]) -> Session:
    """A fresh session for an experiment."""
    view = fit_view(board.data(experiment))
    return Session(
        experiment=experiment,
        history=History(HistoryState(experiment)),
        home=view,
        view=view,
        board=board,
        fits=1000 * sum(map(ord, board.entry.prefix)),  # no two boards share a zoom
    )


def session_of(name: str = MAIN) -> Session:
    """This visitor's session for one of the boards; what belongs to no board is in `MAIN`'s."""
    kept: Session | None = st.session_state.get(_KEY + name)
    if kept is None:
        kept = st.session_state[_KEY + name] = new_session(BOARDS[name].entry.start, BOARDS[name])
    return kept


def sessions() -> dict[str, Session]:
    """The sessions that this visitor has used, by the names of their boards."""
    found = {name: st.session_state.get(_KEY + name) for name in BOARDS}
    return {name: one for name, one in found.items() if one is not None}


def value(kind: type[T]) -> T:
    """What this visitor has chosen of a kind that is registered to travel in links."""
    return session_of().value(kind)


def set_fields(kind: type, **changes: Any) -> None:
    """Change fields of this visitor's value of that kind."""
    session_of().set_fields(kind, **changes)
