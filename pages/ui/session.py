"""What a visitor has on the desk: the experiment, its history, and what the picture shows.

One mutable object per browser session. Widgets are only a view of it: before a widget is drawn
it is told the desk's value if it shows another, and when it is moved its callback changes the
desk. So undo, a link, a reload and a change of page all work the same way: by changing the desk.

Streamlit may interrupt a script, a callback too, at any access to `st.session_state`; setting an
attribute of the desk cannot be interrupted, so a change is made whole or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from pages.ui.canvas import Command, Event, Pick
from pages.ui.edits import of_sample, own_id, two_sided, without_twins
from pages.ui.inside import Inside
from pages.ui.looks import SWITCHES
from pages.ui.sheets import MAIN, SHEETS, VALUES, Sheet, Words
from svmcore.board import FIRST_PLACED_ID, MAX_LABELS, MAX_POINTS, Edit, History
from svmcore.descent.methods import WORDS, Descent, change_descent
from svmcore.experiment import Experiment, untrained
from svmcore.grid import Extent
from svmcore.race import Race
from svmcore.racers import Choice, Watch
from svmcore.run import Data
from svmcore.scene import fit_view, outside

_KEY = "desk"
_BY_HAND = ("removed", "placed")
NO_MISTAKE = ("", "", "")
Filmed = tuple[Experiment, Descent]


@dataclass
class Desk:
    """See the module's text. `view` is what is visible, `home` what "fit" returns to."""

    experiment: Any  # of the kind that the sheet says
    history: History[Words]
    home: Extent
    view: Extent
    sheet: Sheet = SHEETS[MAIN]
    show: tuple[str, ...] = SWITCHES
    descent: Descent = field(default_factory=Descent)
    filmed: Filmed | None = None  # the run on the screen, and the one before it
    ghost: Filmed | None = None
    shown_on: int = 0  # of how many points the sidebar of the descents speaks
    focus: int = -1  # an update around which the visitor wants to see every one
    sample: int = 0  # a number for every change of the sample: see `browser_ids`
    fits: int = 0  # a new number tells the canvas to forget the visitor's zoom
    touched: bool = False  # changed by the visitor since the link was last written
    live: bool = False  # a gesture is going on: the link waits for its end
    shown: Any = None  # what the widgets were last drawn from
    page: str = ""  # where the visitor is
    arrived: bool = False  # on another page, and its address was not read yet
    # a formula that is none: what stood there, what was typed, and what is wrong with it
    mistake: tuple[str, str, str] = NO_MISTAKE
    told: set[str] = field(default_factory=set)  # the widgets of this page that know their value
    # what a widget showed before it was told something else, and until when that may be heard of
    late: dict[str, tuple[Any, float]] = field(default_factory=dict)
    written: dict[str, str] | None = None  # the link's words as last written
    # what was on the desks when a page was opened by its name, whose address has no words
    bare: dict[str, dict[str, str]] = field(default_factory=dict)
    race: Choice = field(default_factory=Choice)  # who races, and for which loss
    watch: Watch = field(default_factory=Watch)  # the moment of the race that is looked at
    last_race: Race | None = None  # shown until the next one has been run
    step: tuple[str, int] = ("", -1)  # of a film of SMO: the step that is looked at closely
    inside: Inside = field(default_factory=Inside)  # what is asked of the machine
    values: dict[str, Any] = field(default_factory=dict)  # see `value`

    def __getitem__(self, name: str) -> Any:
        """The value of a word of the descent or of the experiment."""
        return getattr(self.descent, name) if name in WORDS else self.experiment[name]

    def choose(self, **changes: Any) -> None:
        """A widget was moved."""
        of_descent = {name: changes.pop(name) for name in WORDS if name in changes}
        if of_descent:
            self.descent = change_descent(self.descent, **of_descent)
            self.touched = True
        if not changes:
            return
        after = self.sheet.change(self.experiment, **changes)
        if self._sample_words(after) != self._sample_words(self.experiment):
            after = without_twins(after)
        self._become(after)

    def edit(self, events: list[Event], *, many: bool = False) -> None:
        """The board was edited, or an edit is taken back.

        `many` : the picture shows all classes, and not one against the others.
        """
        experiment, history, live = self.experiment, self.history, False
        sample = self.sample
        for event in events:
            live = isinstance(event, Edit) and event.live
            if isinstance(event, Edit):
                known = of_sample(event, sample)
                for part in (known,) if many else two_sided(known, experiment):
                    classes = experiment.n_classes if part.kind == "flip" else MAX_LABELS
                    board = experiment.board().apply(part, classes=classes)
                    experiment = experiment.with_board(board)
                history = history.push(self.sheet.data_words(experiment), event.stroke)
            elif event is not Command.REST:
                before = experiment
                history = history.undo() if event is Command.UNDO else history.redo()
                experiment = self.sheet.with_data(experiment, history.present)
                sample = self._next_sample(sample, before, experiment)
        before = self.experiment
        self.experiment, self.history, self.live, self.touched = experiment, history, live, True
        self.sample = sample
        self._refit(before)

    def browser_ids(self, ids: Iterable[int]) -> list[int]:
        """The points' ids as the browser knows them.

        A generated point's own id is its place in the sample; the browser's names the sample too.
        So an event or a selection that was meant for the sample before hits no point of this one.
        """
        return [i if i >= FIRST_PLACED_ID else i + self.sample * MAX_POINTS for i in ids]

    def arrive(self, page: str) -> None:
        """Another page was opened, by its name above (an address without words) or by Back."""
        if self.page != page:
            self.told.clear()
            self.late.clear()
        self.arrived = self.arrived or self.page not in ("", page)
        self.page = page

    def enter(self, choice: Choice) -> None:
        """Other racers were chosen, or another loss."""
        self.race, self.touched = choice, True

    def ask(self, **words: Any) -> None:
        """Another view of the inside, or another point."""
        self.inside, self.touched = replace(self.inside, **words), True

    def pick(self, pick: Pick) -> None:
        """A point was asked about, or a place; one more click on the point lets go of it."""
        if pick.id is None:
            return self.ask(point=-1, place=pick.place)
        point, before = self.own_id(pick.id), self.inside.point
        if pick.rest and point == before:
            return None
        if point in (None, before):
            return self.ask(point=-1, other=-1, place=None)
        return self.ask(point=point, other=before, place=None)

    def own_id(self, browser_id: int) -> int | None:
        """The board's id of a point as the browser knows it; None for one of another sample."""
        return own_id(browser_id, self.sample)

    def step_in(self, film: str, step: int) -> None:
        """A step of SMO is wanted that the film on the screen does not hold."""
        self.step = (film, step)

    def step_of(self, film: str) -> int:
        """The step that is wanted of this film, -1 for none."""
        return self.step[1] if self.step[0] == film else -1

    def touch(self) -> None:
        """The visitor did something that changes no experiment, like opening a popover."""
        self.touched = True

    def keep(self) -> None:
        """Every point on the board becomes the visitor's own; the generator steps back."""
        points = self.experiment.board().all_points
        own = {self.sheet.recipe: "own", "placed": points, "removed": ()}
        self._become(self.sheet.change(self.experiment, **own))

    def load(self, experiment: Any) -> None:
        """A link or a share code was opened. Undo returns to the points there were before."""
        self._become(experiment)

    def film(self) -> Filmed:
        """What is to be seen of a descent; the run before it stays as a ghost of its curves."""
        wanted = (untrained(self.experiment), self.descent)
        if wanted != self.filmed and not self.live:
            self.ghost, self.filmed, self.focus = self.filmed, wanted, -1
        return wanted

    def step_to(self, update: int) -> None:
        """An update is wanted that the film on the screen does not hold."""
        self.focus = update

    def look(self, x0: float, x1: float, y0: float, y1: float) -> None:
        """The visible box changed: the surface is wanted there."""
        self.view = (x0, x1, y0, y1)

    def fit(self) -> None:
        """Show all points."""
        self.home = self.view = fit_view(self._data())
        self.fits += 1

    def stale(self) -> bool:
        """Whether a widget shows another experiment than the desk holds: an edit was undone."""
        drawn = self.shown
        return drawn is not None and self._sample_words(drawn) != self._sample_words(
            self.experiment
        )

    def _become(self, experiment: Any) -> None:
        before, self.experiment = self.experiment, experiment
        self.sample = self._next_sample(self.sample, before, experiment)
        self.history = self.history.push(self.sheet.data_words(experiment))
        self.touched = True
        self._refit(before)

    def _refit(self, before: Any) -> None:
        """Another sample may need another window; the visitor's zoom is kept if it does not."""
        if self._sample_words(before) == self._sample_words(self.experiment):
            # the picture is where the visitor wants it; but "fit" has to show what is outside now
            if not self.live and outside(self._data(), self.sheet.shown(self.home)):
                self.home = fit_view(self._data())
            return
        self._let_go()
        recipe = self.sheet.recipe
        other = before[recipe] != self.experiment[recipe]
        if other or fit_view(self._data()) != self.home:
            self.fit()
        mark = self.sheet.asked
        if mark and 0 <= value(mark).point < FIRST_PLACED_ID:  # last: it asks the session
            desk().values[mark] = replace(value(mark), point=-1)

    def _let_go(self) -> None:
        """Points of the sample before are asked about no longer; the visitor's own still are."""
        asked = {name: getattr(self.inside, name) for name in ("point", "other")}
        gone = {name: -1 for name, id in asked.items() if id < FIRST_PLACED_ID}
        self.inside = replace(self.inside, **gone)

    def _data(self) -> Data:
        data: Data = self.sheet.data(self.experiment)
        return data

    def _sample_words(self, experiment: Any) -> Words:
        return tuple(w for w in self.sheet.data_words(experiment) if w[0] not in _BY_HAND)

    def _next_sample(self, sample: int, before: Any, after: Any) -> int:
        same = self._sample_words(before) == self._sample_words(after)
        return sample if same else (sample + 1) % (FIRST_PLACED_ID // MAX_POINTS)


def new_desk(experiment: Any, sheet: Sheet = SHEETS[MAIN]) -> Desk:
    """A fresh desk for an experiment."""
    view = fit_view(sheet.data(experiment))
    return Desk(experiment, History(sheet.data_words(experiment)), view, view, sheet)


def desk(name: str = MAIN) -> Desk:
    """This session's desk for one of the sheets."""
    key = _KEY + name
    if key not in st.session_state:
        st.session_state[key] = new_desk(SHEETS[name].start, SHEETS[name])
    kept: Desk = st.session_state[key]
    return kept


def value(mark: str) -> Any:
    """What is asked on a page, by the mark of its words in the link: see `VALUES`."""
    found = desk().values.get(mark)
    return VALUES[mark]() if found is None else found


def ask(mark: str, **words: Any) -> None:
    """Something else is asked on a page."""
    desk().values[mark] = replace(value(mark), **words)
    desk().touched = True


def desks() -> dict[str, Desk]:
    """The desks that this session has used, by the names of their sheets."""
    return {name: desk(name) for name in SHEETS if _KEY + name in st.session_state}
