"""The state of a visitor's boards: an experiment with its history, and what is seen of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any

from pages.datasets.limits import Extent
from pages.state.board.board import FIRST_PLACED_ID, MAX_POINTS, History
from pages.state.board.edits import own_id, refilled, without_twins
from pages.state.board.inspected import Inspected
from pages.state.board.zoom import BoardZoom, zoom_to
from pages.state.model.scene import fit_view, outside
from pages.state.registry import BOARDS, MAIN, BoardKind
from pages.ui.board.edited import Edited, by_hand, next_sample, sample_fields
from pages.ui.board.history_state import HistoryState, pushed, pushed_numbers
from pages.ui.canvas.events import Event, Pick, Setting
from pages.ui.visit.visit import Visit, visit
from pages.ui.visit.widget_state import WidgetState


@dataclass(kw_only=True)
class BoardState:
    """A board, its history and what the picture shows of it.

    experiment : of the kind of the board.
    visit : whose board it is.
    view, home : what is visible, and what "fit" returns to.
    zoom : what of it the visitor has zoomed to, for the link.
    sample : a number for every change of the sample, see `browser_ids`.
    fits : a new number tells the canvas to forget the visitor's zoom.
    live : a gesture is going on; the link waits for its end.
    stroke : of the control that is being moved, see `History`.
    came_along : the sample to which own points came along, and these as they were then.
    """

    experiment: Any
    history: History[HistoryState]
    home: Extent
    view: Extent
    visit: Visit
    kind: BoardKind = BOARDS[MAIN]
    sample: int = 0
    fits: int = 0
    zoom: BoardZoom = field(default_factory=BoardZoom)
    live: bool = False
    stroke: int | None = None
    came_along: tuple[str, tuple[Any, ...]] = ("", ())

    def __getitem__(self, name: str) -> Any:
        """The value of a field or parameter of the experiment."""
        return self.experiment[name]

    def choose(self, **changes: Any) -> None:
        """A widget of the experiment was moved."""
        changes |= refilled(self.experiment, self.kind.dataset_field, changes)
        after = self.kind.entry.change(self.experiment, **changes)
        if sample_fields(self.kind, after) != sample_fields(self.kind, self.experiment):
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
        before, now, widgets = self.experiment, self.visit, self._widgets()
        after = Edited(self.kind, before, self.history, self.sample, dict(now.values), live)
        after = after.after(events, many=many)
        self.experiment, self.history, self.live = after.experiment, after.history, after.live
        self.sample, now.touched = after.sample, True
        if after.values != now.values:
            now.values, widgets.behind = dict(after.values), True
        self._refit(before)

    def _set(self, setting: Setting) -> None:
        """A numeric control was moved; all moves of one stroke are one step to undo."""
        now, widgets = self.visit, self._widgets()
        self.stroke, widgets.behind = setting.stroke, True
        before = dict(now.values)
        try:
            if setting.name in widgets.controls:
                widgets.controls[setting.name](setting.value)
        finally:
            self.stroke = None
        self.history = pushed_numbers(self.history, before, now.values, setting.stroke)

    def browser_ids(self, ids: Iterable[int]) -> list[int]:
        """The points' ids as the browser knows them.

        A generated point's own id is its place in the sample; the browser's names the sample too.
        So an event or a selection that was meant for the sample before hits no point of this one.
        """
        return [i if i >= FIRST_PLACED_ID else i + self.sample * MAX_POINTS for i in ids]

    def pick(self, pick: Pick) -> None:
        """A point or a place is inspected; one more click on the point lets go of it."""
        current = self.visit
        before = current.value(Inspected).point
        if pick.id is None:
            return current.store(replace(current.value(Inspected), point=-1, place=pick.place))
        point = own_id(pick.id, self.sample)
        if pick.hover and point == before:
            return None
        if point in (None, before):
            return current.store(Inspected())
        return current.store(Inspected(point, before))

    def place_all(self) -> None:
        """Turn every generated point into a placed one."""
        points = self.experiment.board().all_points
        own = {self.kind.dataset_field: "own", "placed": points, "removed": ()}
        self.load(self.kind.entry.change(self.experiment, **own))

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
        self.zoom, self.visit.touched = zoom_to(box), True

    def look(self, zoom: BoardZoom) -> None:
        """Show what a link was zoomed to."""
        if zoom != self.zoom:
            self.zoom, self.view = zoom, zoom.zoom or self.home
            self.fits += 1

    def widgets_drawn(self) -> None:
        """The widgets are about to be drawn from this experiment."""
        widgets = self._widgets()
        widgets.drawn_from[self.kind.entry.prefix] = self.experiment

    def is_shown_by_widgets(self) -> bool:
        """Whether the widgets show this experiment; True while a gesture goes on.

        They do not if a control was moved beside the canvas, or an edit undone.
        """
        widgets = self._widgets()
        drawn = widgets.drawn_from.get(self.kind.entry.prefix)
        if drawn is None or self.live:
            return True
        names = (f.name for f in fields(drawn) if not by_hand(f.name))
        same = (getattr(drawn, name) == getattr(self.experiment, name) for name in names)
        return not widgets.behind and all(same)

    def load(self, experiment: Any) -> None:
        """Another experiment, of a link or of a widget; undo returns to the points before it."""
        current = self.visit
        before, self.experiment = self.experiment, experiment
        self.sample = next_sample(self.kind, self.sample, before, experiment)
        self.history = pushed(self.history, experiment, current.values, self.stroke)
        current.touched = True
        self._refit(before)

    def _refit(self, before: Any) -> None:
        """Another sample may need another window; the visitor's zoom is kept if it does not."""
        if sample_fields(self.kind, before) == sample_fields(self.kind, self.experiment):
            # the picture is where the visitor wants it; but "fit" has to show what is outside now
            if not self.live and outside(self._data(), self.kind.shown(self.home)):
                self.home = fit_view(self._data())
            return
        name = self.kind.dataset_field
        other = before[name] != self.experiment[name]
        if other or fit_view(self._data()) != self.home:
            self.fit()
        self._let_go()

    def _let_go(self) -> None:
        """Inspect none of the generated points of the sample before."""
        if self.kind.inspected is not None:
            inspected: Any = self.visit.value(self.kind.inspected)
            points = {name: getattr(inspected, name) for name in self.kind.inspected_points}
            gone = {name: -1 for name, i in points.items() if 0 <= i < FIRST_PLACED_ID}
            if gone:
                self.visit.values[self.kind.inspected] = replace(inspected, **gone)

    def _widgets(self) -> WidgetState:
        return self.visit.remembered(WidgetState)

    def _data(self) -> Any:
        return self.kind.data(self.experiment)


def new_board(experiment: Any, visit: Visit, kind: BoardKind = BOARDS[MAIN]) -> BoardState:
    """A fresh board of a visit, with an experiment."""
    view = fit_view(kind.data(experiment))
    return BoardState(
        experiment=experiment,
        history=History(HistoryState(experiment)),
        home=view,
        view=view,
        visit=visit,
        kind=kind,
        fits=1000 * sum(map(ord, kind.entry.prefix)),  # no two boards share a zoom
    )


def boards_of(visit: Visit) -> dict[str, BoardState]:
    """The boards that were used in a visit, by their names, in the order of `BOARDS`."""
    return {name: visit.boards[name] for name in BOARDS if name in visit.boards}


def board_of(visit: Visit, name: str = MAIN) -> BoardState:
    """The board of that name in a visit."""
    if name not in visit.boards:
        visit.boards[name] = new_board(BOARDS[name].entry.start, visit, BOARDS[name])
    board: BoardState = visit.boards[name]
    return board


def boards_used() -> dict[str, BoardState]:
    """The boards that this visitor has used, by their names."""
    return boards_of(visit())


def board_state(name: str = MAIN) -> BoardState:
    """This visitor's board of that name."""
    return board_of(visit(), name)
